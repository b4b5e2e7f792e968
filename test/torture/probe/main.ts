import { app } from 'electron'
import { hardenNetwork } from '../../../electron/platform/start/hardening.ts'
import { createFaultCases } from './fault-case.ts'
import { mutateCiphertexts } from './mutate-ciphertexts.ts'
import { renewForever } from './renew-forever.ts'
import { createStampede } from './stampede.ts'
import { writeForever } from './write-forever.ts'

// An app without a window that runs the real services. A test calls the functions in `probe` through Playwright; parts
// that kill it start it without Playwright, with the name of a task and its input in the environment.
const probe = { mutateCiphertexts, ...createStampede(), ...createFaultCases() }
const tasks = { renewForever, writeForever }

/** The global functions of the probe. */
export type TortureProbe = typeof probe

app.disableHardwareAcceleration()
hardenNetwork()
void app
  .whenReady()
  .then(async () => {
    Object.assign(globalThis, { probe })
    const task = tasks[process.env['PROBE_TASK'] as keyof typeof tasks] as
      ((input: never) => Promise<void>) | undefined
    await task?.(JSON.parse(process.env['PROBE_INPUT'] ?? 'null') as never)
  })
  .catch((error: unknown) => {
    console.error(error)
    app.exit(1)
  })
