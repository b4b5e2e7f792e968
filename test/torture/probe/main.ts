import { app } from 'electron'
import { disableDictionaryDownload } from '../../../electron/platform/hardening.ts'
import { createFaultCases } from './fault-case.ts'
import { mutateCiphertexts } from './mutate-ciphertexts.ts'
import { renewForever } from './renew-forever.ts'
import { createStampede } from './stampede.ts'
import { writeForever } from './write-forever.ts'

// An app without a window around the app's real services. A test calls what is in `probe` through Playwright; the parts
// that kill it start it plainly, with the name of a task and its input in the environment.
const probe = { mutateCiphertexts, ...createStampede(), ...createFaultCases() }
const tasks = { renewForever, writeForever }

/** What the probe puts into its global scope. */
export type TortureProbe = typeof probe
/** What the probe can be started for. */
export type Tasks = typeof tasks

app.disableHardwareAcceleration()
disableDictionaryDownload()
void app
  .whenReady()
  .then(async () => {
    Object.assign(globalThis, { probe })
    const task = tasks[process.env['PROBE_TASK'] as keyof Tasks] as
      ((input: never) => Promise<void>) | undefined
    await task?.(JSON.parse(process.env['PROBE_INPUT'] ?? 'null') as never)
  })
  .catch((error: unknown) => {
    console.error(error)
    app.exit(1)
  })
