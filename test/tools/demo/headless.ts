import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seeded } from '../../service/seed.ts'
import type { PracticeService } from '../../service/start.ts'
import { startApp } from '../../support/app.ts'
import { findProblems } from '../../support/checks/problems.ts'
import { startDesktop } from '../../support/desktop/desktop.ts'
import { startDisplay } from '../../support/desktop/display.ts'
import type { Runtime } from '../../support/runtime/pinned.ts'
import { walk } from './walkthrough.ts'

/** What the demo needs. */
export interface DemoSetup {
  root: string
  runtime: Runtime
  service: PracticeService
  seeded: Seeded
}

/** Walks through the app on a hidden display and takes pictures into `shots/`; throws when the app misbehaves. */
export async function runHeadless({ root, runtime, service, seeded }: DemoSetup): Promise<void> {
  const { ana, bruno } = seeded
  console.log(`Accounts: ${ana.email} (password ${ana.password}), and with two-factor`)
  console.log(`  ${bruno.email} (password ${bruno.password}, code ${service.state.codeFor(bruno.email)}).`)
  const shots = join(root, 'shots')
  await rm(shots, { recursive: true, force: true })
  await mkdir(shots)
  const display = await startDisplay({ visible: false })
  const desktop = await startDesktop({ display, keyring: 'unlocked' })
  try {
    const setup = { runtime, desktop, root, profile: join(desktop.folder, 'profile'), colorScheme: null }
    const app = await startApp(setup, [`--server=${service.baseUrl}`])
    const pictures = await walk({
      page: await app.window(),
      service,
      seeded,
      shots,
      say: (sentence) => console.log(sentence),
    }).finally(() => app.quit())
    const problems = findProblems(await app.evidence(), { errors: [], origins: [service.origin] })
    if (problems.length > 0) throw new Error(`The app misbehaved:\n${problems.join('\n')}`)
    console.log(`Done. ${pictures.length} pictures are in ${shots}`)
  } finally {
    await desktop.stop()
    await display.stop()
  }
}
