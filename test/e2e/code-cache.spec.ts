import { cp, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp, type TestApp } from '../support/app.ts'
import { assertClean } from '../support/assert-clean.ts'
import { CODE_CACHE_RECORDER, makeCodeCaches, rejectedCodeCaches } from '../tools/code-cache/make.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions } from '../support/page-actions.ts'
import { projectRoot } from '../support/project-root.ts'

/** The content of each file below a folder, by path. */
async function contentOf(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)))
}

/** What V8 did with the caches of the files that the list of sessions needs: a list without repetitions. */
async function rejections(app: TestApp): Promise<(boolean | null)[]> {
  const all = Object.entries(await rejectedCodeCaches(app))
  const needed = all.filter(([file]) => /[\\/](app|dist)-[^\\/]+$/.test(file))
  expect(needed).toHaveLength(2)
  return [...new Set(all.map(([, isRejected]) => isRejected))]
}

test.use({ ana: {} })

test('the app runs from code caches, which name no folder and leave nothing in the user’s data', async ({
  runtime,
  desktop,
  profile,
  service,
  tolerate,
}, testInfo) => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'session-desk-copy-')))
  for (const name of ['package.json', 'out', 'resources'])
    await cp(join(projectRoot(), name), join(root, name), { recursive: true })
  const chunks = join(root, 'out', 'main', 'chunks')
  const caches = await makeCodeCaches({ root, runtime })
  const setup = { runtime, desktop, profile, root, colorScheme: null, mainModule: CODE_CACHE_RECORDER }
  const logOf = () => readFile(join(profile, 'logs', 'session-desk.log'), 'utf8')
  expect(caches.filter((name) => /^(app|dist)-.*\.cjs\.cache$/.test(name))).toHaveLength(2)
  const before = await contentOf(chunks)
  for (const [file, content] of before)
    if (file.endsWith('.cache')) expect(content.includes(chunks), file).toBe(false)

  const first = await startApp(setup, [`--server=${service.baseUrl}`])
  await openSessions(await first.window(), ANA)
  expect(await rejections(first)).toEqual([false])
  // Node's fetch takes as long to load as all services.
  const loaded = await first.inMain(
    () => (process as typeof process & { moduleLoadList: string[] }).moduleLoadList,
  )
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([])
  await first.quit()
  expect(await logOf()).toContain('"codeCache":"accepted"')
  expect(await logOf()).not.toContain('"codeCache":"rejected"')
  expect(await contentOf(chunks)).toEqual(before)
  const name = caches.find((cache) => cache.startsWith('app-'))!.replace(/\.cache$/, '')
  const naming = [...(await contentOf(profile))].filter(
    ([file, content]) => file.includes(name) || content.includes(name),
  )
  expect(naming.map(([file]) => file)).toEqual([])

  // A runtime that cannot be run leaves no caches behind.
  const missing = { ...runtime, path: join(root, 'no-such-electron') }
  await expect(makeCodeCaches({ root, runtime: missing })).rejects.toThrow('The app did not start')
  expect((await readdir(chunks)).filter((file) => file.endsWith('.cache'))).toEqual([])
  await assertClean([first], tolerate.declared, testInfo)
  await rm(root, { recursive: true })
})
