import { seed } from '../../service/seed.ts'
import { startPracticeService } from '../../service/start.ts'
import { runHeadless } from './headless.ts'
import { runInteractive } from './interactive.ts'
import { hasDisplay } from '../electron-command.ts'
import { prepare } from '../../support/prepare.ts'
import { run } from '../../support/process/run.ts'
import { projectRoot } from '../../support/project-root.ts'

// `npm run demo`: opens the app on a practice service with a dozen sessions; without a display or with `--headless` it
// walks through the app by itself.
async function main(): Promise<void> {
  const root = projectRoot()
  const { runtime, env } = await prepare(root)
  console.log('Building the app.')
  const build = await run('npm', ['run', '--silent', 'build'], { cwd: root, env, show: true })
  if (build.code !== 0) throw new Error('The app could not be built.')
  const service = await startPracticeService()
  const seeded = await seed(service.state, { sessions: 12 })
  console.log(`The practice service listens on ${service.baseUrl}`)
  try {
    const setup = { root, runtime, service, seeded }
    const isInteractive = hasDisplay(process.platform, process.env) && !process.argv.includes('--headless')
    await (isInteractive ? runInteractive(setup) : runHeadless(setup))
  } finally {
    await service.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
