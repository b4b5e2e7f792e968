import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp, type TestApp } from '../support/app.ts'
import { assertClean } from '../support/assert-clean.ts'
import { CODE_CACHE_RECORDER, makeCodeCaches, rejectedCodeCaches } from '../tools/code-cache/make.ts'
import { expect, test as base } from '../support/fixture.ts'
import { ANA, openSessions } from '../support/page-actions.ts'
import { projectRoot } from '../support/project-root.ts'

/** A copy of the built app with code caches. */
interface CachedApp {
  root: string
  /** The folder of the code and its caches. */
  chunks: string
  caches: string[]
  launch(): Promise<TestApp>
}

const test = base.extend<{ cached: CachedApp }>({
  cached: async ({ runtime, desktop, profile, service, tolerate }, use, testInfo) => {
    await service.state.addUser({ ...ANA, name: 'Ana' })
    const root = await realpath(await mkdtemp(join(tmpdir(), 'session-desk-copy-')))
    for (const name of ['package.json', 'out', 'resources'])
      await cp(join(projectRoot(), name), join(root, name), { recursive: true })
    const apps: TestApp[] = []
    const setup = {
      runtime,
      desktop,
      profile,
      root,
      colorScheme: null,
      mainModule: CODE_CACHE_RECORDER,
    }
    await use({
      root,
      chunks: join(root, 'out', 'main', 'chunks'),
      caches: await makeCodeCaches({ root, runtime }),
      async launch() {
        const app = await startApp(setup, [`--server=${service.baseUrl}`])
        apps.push(app)
        return app
      },
    })
    await assertClean(apps, tolerate.declared, testInfo)
    await rm(root, { recursive: true })
  },
})

/** The content of each file below a folder, by path. */
async function contentOf(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)))
}

/** What V8 did with the caches of the files that the list of sessions needs: a list without repetitions. */
async function rejections(app: TestApp): Promise<(boolean | null)[]> {
  const all = Object.entries(await rejectedCodeCaches(app))
  const needed = all.filter(([file]) => /[\\/](app|axios)-[^\\/]+$/.test(file))
  expect(needed).toHaveLength(2)
  return [...new Set(all.map(([, isRejected]) => isRejected))]
}

const logOf = (profile: string): Promise<string> =>
  readFile(join(profile, 'logs', 'session-desk.log'), 'utf8')

test('runs its services from code caches, which name no folder and leave nothing in the user’s data', async ({
  cached: { chunks, caches, launch },
  profile,
}) => {
  expect(caches.filter((name) => /^(app|axios)-.*\.cjs\.cache$/.test(name))).toHaveLength(2)
  const before = await contentOf(chunks)
  for (const [file, content] of before)
    if (file.endsWith('.cache')) expect(content.includes(chunks), file).toBe(false)

  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  expect(await rejections(app)).toEqual([false])
  await app.quit()
  expect(await logOf(profile)).toContain('"codeCache":"accepted"')
  expect(await contentOf(chunks)).toEqual(before)
  const name = caches.find((cache) => cache.startsWith('app-'))!.replace(/\.cache$/, '')
  const naming = [...(await contentOf(profile))].filter(
    ([file, content]) => file.includes(name) || content.includes(name),
  )
  expect(naming.map(([file]) => file)).toEqual([])
})

test('runs its services from their source if V8 rejects the caches', async ({
  cached: { chunks, caches, launch },
  profile,
}) => {
  for (const name of caches) {
    const cache = await readFile(join(chunks, name))
    await writeFile(join(chunks, name), cache.fill(7, 0, 64))
  }
  const app = await launch()
  const page = await app.window()
  await openSessions(page, ANA)
  expect(await rejections(app)).toEqual([true])
  await app.quit()
  expect(await logOf(profile)).toContain('"codeCache":"rejected"')
})

test('has no code caches if the runtime cannot be run', async ({ cached: { root, chunks }, runtime }) => {
  expect((await readdir(chunks)).some((name) => name.endsWith('.cache'))).toBe(true)
  const missing = { ...runtime, path: join(root, 'no-such-electron') }
  await expect(makeCodeCaches({ root, runtime: missing })).rejects.toThrow('The app did not start')
  expect((await readdir(chunks)).filter((name) => name.endsWith('.cache'))).toEqual([])
})
