import { copyFile, link, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { windowKeys, type WindowKeys } from '../support/desktop/window-keys.ts'
import { ANA, expect, test as base } from './fixture.ts'
import { startHelper } from '../support/process/helper.ts'
import { run } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'
import { startPracticeService } from '../service/start.ts'

interface Packaged {
  /** Starts the packaged app with these arguments and types the sign-in; a test sees its window and its files only. */
  signInPackaged: (...args: string[]) => Promise<WindowKeys>
  /** The content of its log so far. */
  log: () => Promise<string>
}

/** A copy of Electron under another name, by which Electron recognises a packaged app. */
async function packagedLike(electron: string, folder: string): Promise<string> {
  const home = dirname(electron)
  await mkdir(folder)
  for (const name of await readdir(home)) {
    if (name !== basename(electron)) await symlink(join(home, name), join(folder, name))
  }
  const renamed = join(folder, 'session-desk')
  // Electron looks for its files beside itself, and would follow a link to the original folder.
  await link(electron, renamed).catch(() => copyFile(electron, renamed))
  return renamed
}

const test = base.extend<Packaged>({
  signInPackaged: async ({ runtime, desktop, display, profile, log }, use) => {
    const folder = join(desktop.folder, 'electron')
    const program = await packagedLike(runtime.path, folder)
    const env = { ...desktop.env, ...(display.name === null ? {} : { DISPLAY: display.name }) }
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const helpers: ReturnType<typeof startHelper>[] = []
    await use(async (...args) => {
      const own = [projectRoot(), `--user-data-dir=${profile}`, ...desktop.switches, ...sandbox]
      helpers.push(startHelper(program, [...own, ...args], { env }))
      const keys = windowKeys((...command) => run('xdotool', command, { env }))
      await keys.page('Sign in')
      // The title stands before the page takes keys; the services start after its first paint.
      await expect.poll(log, { timeout: 20_000 }).toContain('app.started')
      await keys.type(ANA.email)
      await keys.press('Tab')
      await keys.type(ANA.password)
      await keys.press('Return')
      return keys
    })
    for (const helper of helpers) await helper.stop()
    await rm(folder, { recursive: true })
  },
  log: async ({ profile }, use) =>
    use(() => readFile(join(profile, 'logs', 'session-desk.log'), 'utf8').catch(() => '')),
})

test.skip(process.platform !== 'linux', 'Its keys are pressed by xdotool')

test('a packaged app opens no debugging port and writes no log with a token', async ({
  signInPackaged,
  desktop,
  profile,
  service,
}) => {
  const netLog = join(desktop.folder, 'net.json')
  const keys = await signInPackaged(
    `--server=${service.baseUrl}`,
    `--log-net-log=${netLog}`,
    `--ssl-key-log-file=${join(desktop.folder, 'keys.txt')}`,
    '--remote-debugging-port=0',
  )
  await keys.page('Sessions')
  await expect.poll(() => service.countRequests('GET /auth/sessions')).toBeGreaterThan(0)
  const token = service.requests.findLast(({ bearer }) => bearer !== null)?.bearer ?? ''
  const canaries = { token, secret: token.split('|')[1] ?? '', password: ANA.password }
  expect(await scanForSecrets({ dirs: [desktop.folder], canaries })).toEqual([])
  expect(await readdir(desktop.folder)).not.toContain('net.json')
  expect(await readdir(desktop.folder)).not.toContain('keys.txt')
  expect(await readdir(profile)).not.toContain('DevToolsActivePort')
})

test('a packaged app ignores switches that accept invalid certificates', async ({ signInPackaged, log }) => {
  const impostor = await startPracticeService({ tls: true })
  try {
    await impostor.state.addUser(ANA)
    await signInPackaged(`--server=${impostor.baseUrl}`, '--ignore-certificate-errors')
    await expect.poll(log, { timeout: 20_000 }).toContain('"cause":"tls"')
    expect(impostor.requests).toEqual([])
  } finally {
    await impostor.close()
  }
})

test('a packaged app ignores host name rules', async ({ signInPackaged, log, service }) => {
  const elsewhere = `https://desk.invalid:${new URL(service.origin).port}`
  await signInPackaged(`--server=${elsewhere}`, '--host-resolver-rules=MAP desk.invalid 127.0.0.1')
  await expect.poll(log, { timeout: 20_000 }).toContain('"cause":"offline unknownHost"')
  expect(service.requests).toEqual([])
})
