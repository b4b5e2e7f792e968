import { ESLint } from 'eslint'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The rules that keep the boundaries; the others would only cost time here. */
const [IMPORTS, VALUES, SYNTAX, GLOBALS, PROPERTIES] = [
  'no-restricted-imports',
  '@typescript-eslint/no-restricted-imports',
  'no-restricted-syntax',
  'no-restricted-globals',
  'no-restricted-properties',
]
const BOUNDARIES = new Set([IMPORTS, VALUES, SYNTAX, GLOBALS, PROPERTIES, 'max-lines', 'jsdoc/require-jsdoc'])

/** A file of each place; what it holds is replaced. */
const AT = {
  contract: 'electron/contract/result.ts',
  domain: 'electron/domain/backoff.ts',
  api: 'electron/api/tokens.ts',
  services: 'electron/services/ports.ts',
  ipc: 'electron/ipc/broadcast.ts',
  shell: 'electron/shell/clock.ts',
  main: 'electron/main.ts',
  app: 'electron/app.ts',
  preload: 'electron/preload.ts',
  config: 'electron/config.ts',
  renderer: 'renderer/main.ts',
  view: 'renderer/App.vue',
  bridge: 'renderer/bridge.ts',
}
type Place = keyof typeof AT

let eslint: ESLint
beforeAll(() => {
  eslint = new ESLint({
    cwd: ROOT,
    ruleFilter: ({ ruleId }) => BOUNDARIES.has(ruleId),
    // None of these rules needs types, and without them a run takes seconds.
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  })
})

/** The boundary rules that a text breaks, were it the content of the file at a place. */
async function broken(place: Place, code: string): Promise<string[]> {
  const text = place === 'view' ? `<script setup lang="ts">\n${code}\n</script>` : code
  const [result] = await eslint.lintText(`${text}\n`, { filePath: AT[place] })
  const fatal = result!.messages.filter((message) => message.fatal)
  expect(fatal).toEqual([])
  return [...new Set(result!.messages.map(({ ruleId }) => String(ruleId)))]
}

const imports = (from: string, what = '{ x }'): string => `import ${what} from '${from}'`

/** What a place must not do, by which rule, and what it may do instead. */
const BOUNDS: [what: string, place: Place, rule: string, no: string, yes: string][] = [
  ['contract from domain', 'contract', IMPORTS, imports('../domain/backoff.ts'), imports('./session.ts')],
  ['contract from Node', 'contract', IMPORTS, imports('node:fs'), imports('zod')],
  ['domain from api', 'domain', IMPORTS, imports('../api/reply.ts'), imports('../contract/result.ts')],
  ['domain from a package', 'domain', IMPORTS, imports('axios'), imports('node:crypto')],
  ['api from services', 'api', IMPORTS, imports('../services/ports.ts'), imports('../domain/backoff.ts')],
  ['services from ipc', 'services', IMPORTS, imports('../ipc/router.ts'), imports('../api/reply.ts')],
  ['services from shell', 'services', IMPORTS, imports('../shell/clock.ts'), imports('./vault.ts')],
  ['services from main', 'services', IMPORTS, imports('../main.ts'), imports('../contract/session.ts')],
  ['services from Electron', 'services', IMPORTS, imports('electron', '{ app }'), imports('node:crypto')],
  ['services from Electron’s types', 'services', IMPORTS, imports('electron', 'type { App }'), ''],
  ['services from Electron’s parts', 'services', IMPORTS, imports('electron/main', '{ app }'), ''],
  ['ipc from shell', 'ipc', IMPORTS, imports('../shell/clock.ts'), imports('../services/vault.ts')],
  ['shell from ipc', 'shell', IMPORTS, imports('../ipc/router.ts'), imports('electron', '{ app }')],
  ['config from services', 'config', IMPORTS, imports('./services/vault.ts'), imports('./domain/backoff.ts')],
  [
    'config from Electron',
    'config',
    IMPORTS,
    imports('electron', '{ app }'),
    imports('./contract/session.ts'),
  ],
  [
    'preload from domain',
    'preload',
    IMPORTS,
    imports('./domain/backoff.ts'),
    imports('./contract/bridge.ts'),
  ],
  ['re-exports of domain by contract', 'contract', IMPORTS, `export * from '../domain/backoff.ts'`, ''],
  ['services from test', 'services', IMPORTS, imports('../../test/unit/fakes.ts'), ''],
  ['main from test', 'main', IMPORTS, imports('../test/service/start.ts'), imports('./config.ts')],
  ['renderer from test', 'renderer', IMPORTS, imports('../test/unit/fakes.ts'), imports('vue')],
  ['raw ipcMain in shell', 'shell', IMPORTS, imports('electron', '{ ipcMain }'), ''],
  [
    'raw ipcMain in main',
    'main',
    IMPORTS,
    imports('electron', '{ ipcMain }'),
    imports('electron', '{ app }'),
  ],
  ['raw ipcMain by another name', 'main', IMPORTS, imports('electron', '{ ipcMain as i }'), ''],
  ['all of Electron in main', 'main', IMPORTS, imports('electron', '* as e'), ''],
  ['raw ipcRenderer in shell', 'shell', IMPORTS, imports('electron', '{ ipcRenderer }'), ''],
  ['webContents.send in shell', 'shell', SYNTAX, `w.webContents.send('a')`, `w.webContents.focus()`],
  ['webContents.send in services', 'services', SYNTAX, `contents.send('a')`, `queue.add('a')`],
  ['webContents.send in main', 'main', SYNTAX, `contents?.send('a')`, `broadcast('a')`],
  ['postMessage in main', 'main', SYNTAX, `contents.postMessage('a')`, ''],
  ['dynamic imports in main', 'main', SYNTAX, `void import('./x.ts')`, `void import('./app.ts')`],
  ['dynamic imports behind the window', 'app', SYNTAX, `void import('./x.ts')`, imports('./ipc/router.ts')],
  ['dynamic imports in services', 'services', SYNTAX, `void import('electron')`, ''],
  ['dynamic imports in ipc', 'ipc', SYNTAX, `void import('./x.ts')`, ''],
  ['renderer from Electron', 'renderer', IMPORTS, imports('electron', '{ ipcRenderer }'), ''],
  ['renderer from Node', 'renderer', IMPORTS, imports('node:fs'), ''],
  ['renderer from domain', 'renderer', IMPORTS, imports('../electron/domain/backoff.ts'), ''],
  [
    'renderer from the schemas',
    'renderer',
    VALUES,
    imports('../electron/contract/schemas.ts'),
    `import type { Payload } from '../electron/contract/schemas.ts'`,
  ],
  ['dynamic imports of Electron’s side', 'renderer', SYNTAX, `void import('../electron/main.ts')`, ''],
  ['a view from services', 'view', IMPORTS, imports('../electron/services/vault.ts'), imports('./bridge.ts')],
  ['window.desk outside the bridge', 'renderer', PROPERTIES, `void window.desk.ask('desk:get')`, ''],
  ['window.desk taken apart', 'renderer', PROPERTIES, `const { desk: d } = window`, ''],
  ['desk as a global', 'view', GLOBALS, `void desk.ask('desk:get')`, `void ask('desk:get')`],
  ['localStorage in the renderer', 'renderer', GLOBALS, `localStorage.clear()`, `sessions.clear()`],
  ['sessionStorage in a view', 'view', GLOBALS, `sessionStorage.clear()`, ''],
]

describe('the boundaries that the linter keeps', { timeout: 30_000 }, () => {
  it.each(BOUNDS)('%s (%s): %s', async (_what, place, rule, no, yes) => {
    expect(await broken(place, no)).toContain(rule)
    expect(await broken(place, yes)).toEqual([])
  })

  it.each<[string, Place, string]>([
    ['raw ipcMain by the default import, in main', 'main', `import e from 'electron'\ne.ipcMain.on('a', f)`],
    [
      'raw ipcMain by the default import, in shell',
      'shell',
      `import e from 'electron'\ne.ipcMain.on('a', f)`,
    ],
    ['window.desk by another name', 'renderer', `void globalThis.desk.ask('desk:get')`],
    ['localStorage by its window', 'renderer', `window.localStorage.clear()`],
    ['a folder by a path that begins with a dot', 'services', imports('./../shell/clock.ts')],
    ['dynamic imports in config', 'config', `void import('electron')`],
  ])('sees %s', async (_what, place, code) => {
    expect(await broken(place, code)).not.toEqual([])
  })

  it('the bridge is where window.desk belongs, and ipc/ where messages are sent', async () => {
    expect(await broken('bridge', `void window.desk.ask('desk:get')`)).toEqual([])
    expect(await broken('ipc', `${imports('electron', '{ ipcMain }')}\ncontents.send('a')`)).toEqual([])
    expect(await broken('preload', imports('electron', '{ ipcRenderer }'))).toEqual([])
  })

  it.each<Place>(['services', 'renderer', 'view'])('a file in %s ends before line 351', async (place) => {
    const around = place === 'view' ? 2 : 0
    expect(await broken(place, 'f()\n'.repeat(350 - around).trimEnd())).toEqual([])
    expect(await broken(place, 'f()\n'.repeat(351 - around).trimEnd())).toEqual(['max-lines'])
  })

  it.each([
    'export function f(): void {}',
    'export class C {}',
    'export const C = 1',
    'export interface I { a: string }',
    'export type T = string',
  ])('%s needs a line of doc', async (code) => {
    for (const place of ['domain', 'renderer'] as const) {
      expect(await broken(place, code)).toEqual(['jsdoc/require-jsdoc'])
      expect(await broken(place, `/** What it is. */\n${code}`)).toEqual([])
    }
    expect(await broken('domain', code.replace('export ', ''))).toEqual([])
  })
})
