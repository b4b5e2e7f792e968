import { copyFile, link, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { startApp } from '../support/app.ts'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { expect, test } from '../support/fixture.ts'
import { sessionsShown, signIn } from '../support/people.ts'
import { projectRoot } from '../support/project-root.ts'

const ANA = { email: 'ana@example.com', password: 'canary-password-81c4e7' }

/** The same Electron under another name, which is how Electron tells a packaged app. */
async function packagedLike(electron: string, folder: string): Promise<string> {
  const home = dirname(electron)
  await mkdir(folder)
  for (const name of await readdir(home)) {
    if (name !== basename(electron)) await symlink(join(home, name), join(folder, name))
  }
  const renamed = join(folder, 'session-desk')
  // It looks for its files beside itself, and would follow a link to its old place.
  await link(electron, renamed).catch(() => copyFile(electron, renamed))
  return renamed
}

test('a packaged app writes no log of the network, though its command line asks for one', async ({
  runtime,
  desktop,
  profile,
  service,
}) => {
  await service.state.addUser({ ...ANA, name: 'Ana' })
  const path = await packagedLike(runtime.path, join(desktop.folder, 'electron'))
  const netLog = join(desktop.folder, 'net.json')
  const setup = { runtime: { ...runtime, path }, desktop, profile, root: projectRoot(), colorScheme: null }
  const app = await startApp(setup, [`--server=${service.baseUrl}`, `--log-net-log=${netLog}`])
  try {
    const page = await app.window()
    expect(await app.inMain(({ app: own }) => own.isPackaged)).toBe(true)
    await signIn(page, ANA)
    await sessionsShown(page)
    const token = service.requests.findLast(({ bearer }) => bearer !== null)?.bearer ?? ''
    await app.quit()
    await rm(dirname(path), { recursive: true })
    const canaries = { token, secret: token.split('|')[1] ?? '', password: ANA.password }
    expect(await scanForSecrets({ dirs: [desktop.folder], canaries })).toEqual([])
    expect(await readdir(desktop.folder)).not.toContain('net.json')
  } finally {
    await app.evidence()
  }
})
