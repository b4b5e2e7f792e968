import { ESLint } from 'eslint'
import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { ROOMS, PAGE_ROOMS } = (await import(`${ROOT}/eslint.config.js`)) as {
  ROOMS: Readonly<
    Record<string, { imports: readonly string[]; packages?: readonly string[]; knowsElectron?: boolean }>
  >
  PAGE_ROOMS: Readonly<Record<string, readonly string[]>>
}
const FOLDERS = Object.keys(ROOMS)
const isFeature = (folder: string): boolean => /^features\/[^/]+$/.test(folder)

const [IMPORTS, SYNTAX] = ['no-restricted-imports', 'no-restricted-syntax'] as const
const [GLOBALS, PROPERTIES] = ['no-restricted-globals', 'no-restricted-properties'] as const
const [TEXTS, ATTRIBUTES] = ['vue/no-bare-strings-in-template', 'vue/no-restricted-static-attribute'] as const
const [LINES, DOCS, MARKUP, EVAL] = ['max-lines', 'jsdoc/require-jsdoc', 'vue/no-v-html', 'no-eval'] as const
const TESTED: string[] = [IMPORTS, SYNTAX, GLOBALS, PROPERTIES, TEXTS, ATTRIBUTES, LINES, DOCS, MARKUP, EVAL]

const eslint = new ESLint({
  cwd: ROOT,
  ruleFilter: ({ ruleId }) => TESTED.includes(ruleId),
  // None of these rules needs types, and without them a run takes seconds.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
})

/** The rules that a text breaks as the content of a file; the file need not exist. */
async function broken(file: string, code: string): Promise<string[]> {
  const script = file.endsWith('.vue') && !code.startsWith('<')
  const text = script ? `<script setup lang="ts">\n${code}\n</script>` : code
  const [result] = await eslint.lintText(`${text}\n`, { filePath: file })
  expect(result!.messages.filter(({ fatal }) => fatal)).toEqual([])
  return [...new Set(result!.messages.map(({ ruleId }) => String(ruleId)))]
}

const from = (module: string, what = '{ x }'): string => `import ${what} from '${module}'`
const fileIn = (folder: string): string => `electron/${folder}/example.ts`
/** How a file of a folder names a file of another: of a feature, its index.ts. */
function between(folder: string, other: string, file = isFeature(other) ? 'index.ts' : 'other.ts'): string {
  const path = posix.relative(`electron/${folder}`, `electron/${other}/${file}`)
  return path.startsWith('.') ? path : `./${path}`
}

describe('the folders of electron/', { timeout: 30_000 }, () => {
  it('each have rules', () => {
    const folders = readdirSync(`${ROOT}/electron`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map(({ parentPath }) => posix.relative(`${ROOT}/electron`, parentPath))
    expect([...new Set(folders)].sort()).toEqual(['', ...FOLDERS].sort())
  })

  it('and so has each file above them', async () => {
    const files = readdirSync(`${ROOT}/electron`).filter((name) => name.endsWith('.ts'))
    for (const name of files) {
      const file = `electron/${name}`
      expect([file, await broken(file, from('../test/service/start.ts'))]).toEqual([file, [IMPORTS]])
      expect([file, await broken(file, `contents?.send('a')`)]).toEqual([
        file,
        name === 'preload.ts' || name === 'config.ts' ? [] : [SYNTAX],
      ])
    }
  })

  it.each(FOLDERS)('%s imports what it may, and nothing else', async (folder) => {
    // What lies in a folder is its own.
    const others = FOLDERS.filter((other) => other !== folder && !other.startsWith(`${folder}/`))
    const allowed: string[] = []
    for (const other of others)
      if ((await broken(fileIn(folder), from(between(folder, other)))).length === 0) allowed.push(other)
    expect(allowed).toEqual(others.filter((other) => ROOMS[folder]?.imports.includes(other)))
    for (const feature of others.filter(isFeature))
      expect(await broken(fileIn(folder), from(between(folder, feature, 'other.ts')))).toEqual([IMPORTS])
    expect(await broken(fileIn(folder), from('./other.ts'))).toEqual([])
    const up = '../'.repeat(folder.split('/').length)
    for (const module of [
      `${up}main.ts`,
      `${up}app.ts`,
      `${up}../test/electron/fakes.ts`,
      `./${up}main.ts`,
      './index.ts',
    ])
      expect([module, await broken(fileIn(folder), from(module))]).toEqual([module, [IMPORTS]])
    expect(await broken(fileIn(folder), `export * from '${up}main.ts'`)).toEqual([IMPORTS])
    expect(await broken(fileIn(folder), `void import('./other.ts')`)).toEqual([SYNTAX])
  })

  it.each(FOLDERS)('%s imports the packages that are open to it', async (folder) => {
    const only = ROOMS[folder]?.packages
    for (const name of ['axios', 'node:fs', 'zod', ...(only ?? [])])
      expect([name, await broken(fileIn(folder), from(name))]).toEqual([
        name,
        only && !only.includes(name) ? [IMPORTS] : [],
      ])
    const expected = ROOMS[folder]?.knowsElectron ? [] : [IMPORTS]
    for (const electron of [from('electron', '{ app }'), from('electron', 'type { App }')])
      expect(await broken(fileIn(folder), electron)).toEqual(expected)
  })

  it.each(FOLDERS)('%s speaks raw IPC only if it is ipc/', async (folder) => {
    const isIpc = folder === 'ipc'
    for (const what of ['{ ipcMain }', '{ ipcMain as i }', '* as e', '{ ipcRenderer }', 'e'])
      expect([what, await broken(fileIn(folder), from('electron', what))]).toEqual([
        what,
        isIpc ? [] : [IMPORTS],
      ])
    for (const call of [`w.webContents.send('a')`, `contents?.send('a')`, `contents.postMessage('a')`])
      expect(await broken(fileIn(folder), call)).toEqual(isIpc ? [] : [SYNTAX])
    expect(await broken(fileIn(folder), `w.webContents.focus()`)).toEqual([])
  })
})

describe('the folders of renderer/', { timeout: 30_000 }, () => {
  const PAGE_FOLDERS = Object.keys(PAGE_ROOMS)

  it('each have rules', () => {
    const folders = readdirSync(`${ROOT}/renderer`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|vue)$/.test(entry.name))
      .map(({ parentPath }) => posix.relative(`${ROOT}/renderer`, parentPath).replace(/^app\/.*/, 'app'))
    expect([...new Set(folders)].sort()).toEqual(['', ...PAGE_FOLDERS, 'prerender'].sort())
  })

  it.each(PAGE_FOLDERS)('%s imports what it may, and nothing else', async (folder) => {
    const nested = folder.startsWith('features/') ? folder : `${folder}/layout`
    for (const file of [`renderer/${folder}/example.ts`, `renderer/${nested}/Example.vue`])
      for (const other of PAGE_FOLDERS.filter((name) => name !== folder)) {
        const path = posix
          .relative(posix.dirname(file), `renderer/${other}/other.ts`)
          .replace(/^(?!\.)/, './')
        const may = PAGE_ROOMS[folder]?.includes(other)
        expect([path, await broken(file, from(path))]).toEqual([path, may ? [] : [IMPORTS]])
        expect([path, await broken(file, `void import('${path}')`)]).toEqual([path, may ? [] : [SYNTAX]])
      }
    expect(await broken(`renderer/${folder}/example.ts`, from('./other.ts'))).toEqual([])
  })

  it.each(PAGE_FOLDERS.filter((name) => name.startsWith('features/')))(
    '%s takes no detour to another feature',
    async (folder) => {
      const up = '../'.repeat(folder.split('/').length)
      for (const other of ['activity', 'auth'])
        expect(
          await broken(`renderer/${folder}/example.ts`, from(`${up}features/${other}/other.ts`)),
        ).toEqual([IMPORTS])
    },
  )
})

const [MAIN, APP] = ['electron/main.ts', 'electron/app.ts'] as const
const [PRELOAD, CONFIG] = ['electron/preload.ts', 'electron/config.ts'] as const
const [PAGE, VIEW, BRIDGE] = [
  'renderer/app/main.ts',
  'renderer/app/App.vue',
  'renderer/lib/bridge.ts',
] as const
const SERVICES = 'electron/create-services.ts'
const DESKTOP_UI = 'electron/desktop-ui.ts'
const template = (content: string): string => `<template>${content}</template>`

/** What a file must not do, by which rule, and what it may do instead. */
const RULES: [file: string, rule: string, no: string, yes: string][] = [
  [MAIN, IMPORTS, from('../test/service/start.ts'), from('./config.ts')],
  [MAIN, IMPORTS, from('electron', '{ ipcMain }'), from('electron', '{ app }')],
  [MAIN, IMPORTS, from('electron', '{ ipcMain as i }'), from('electron', '{ app as a }')],
  [MAIN, IMPORTS, from('electron', '* as e'), ''],
  [MAIN, IMPORTS, from('electron', 'e'), ''],
  [MAIN, SYNTAX, `contents?.send('a')`, `broadcast('a')`],
  [MAIN, SYNTAX, `contents.postMessage('a')`, ''],
  [MAIN, SYNTAX, `void import('./x.ts')`, `void import('./app.ts')`],
  [APP, SYNTAX, `void import('./x.ts')`, from('./ipc/router.ts')],
  [MAIN, IMPORTS, from('./features/desktop/index.ts'), from('./core/mailbox.ts')],
  [MAIN, IMPORTS, from('./api/transport.ts'), from('./platform/window.ts')],
  [APP, IMPORTS, from('./features/desktop/tray.ts'), from('./features/desktop/index.ts')],
  [DESKTOP_UI, IMPORTS, from('electron', '{ app }'), from('./platform/tray.ts')],
  [DESKTOP_UI, IMPORTS, from('./features/desktop/tray.ts'), from('./features/desktop/index.ts')],
  [DESKTOP_UI, SYNTAX, `contents?.send('a')`, `broadcast('a')`],
  [SERVICES, IMPORTS, from('./features/auth/sign-in.ts'), from('./features/auth/index.ts')],
  [SERVICES, IMPORTS, from('./platform/clock.ts'), from('./core/ports.ts')],
  [SERVICES, IMPORTS, from('./ipc/router.ts'), ''],
  [SERVICES, IMPORTS, from('electron', '{ app }'), ''],
  [PRELOAD, IMPORTS, from('./core/domain/backoff.ts'), from('./shared/bridge.ts')],
  [PRELOAD, SYNTAX, `void import('electron')`, from('electron', '{ ipcRenderer }')],
  [CONFIG, IMPORTS, from('./core/vault.ts'), from('./core/domain/backoff.ts')],
  [CONFIG, IMPORTS, from('electron', '{ app }'), from('./shared/account.ts')],
  [CONFIG, SYNTAX, `void import('electron')`, ''],
  [PAGE, IMPORTS, from('../electron/fakes.ts'), from('vue')],
  [PAGE, IMPORTS, from('electron', '{ ipcRenderer }'), ''],
  [PAGE, IMPORTS, from('node:fs'), ''],
  ...FOLDERS.filter((folder) => folder !== 'shared').map((folder): (typeof RULES)[number] => [
    folder === 'core' ? VIEW : PAGE,
    IMPORTS,
    from(`../../electron/${folder}/example.ts`),
    from('../../electron/shared/account.ts'),
  ]),
  [
    PAGE,
    IMPORTS,
    from('../../electron/shared/schemas.ts'),
    from('../../electron/shared/schemas.ts', 'type { x }'),
  ],
  [PAGE, IMPORTS, from('../../electron/shared/channels.ts'), ''],
  [PAGE, SYNTAX, `void import('../../electron/main.ts')`, `void import('../features/auth/SignInView.vue')`],
  [PAGE, PROPERTIES, `void window.sessionDesk.invoke('appState:get')`, ''],
  [PAGE, PROPERTIES, `void globalThis.sessionDesk.invoke('appState:get')`, ''],
  [PAGE, PROPERTIES, `const { sessionDesk: d } = window`, ''],
  [PAGE, PROPERTIES, `window.localStorage.clear()`, ''],
  [VIEW, GLOBALS, `void sessionDesk.invoke('appState:get')`, `void invoke('appState:get')`],
  [PAGE, GLOBALS, `localStorage.clear()`, `sessions.clear()`],
  [VIEW, GLOBALS, `sessionStorage.clear()`, ''],
  [PAGE, GLOBALS, `indexedDB.open('a')`, ''],
  [PAGE, SYNTAX, `document.cookie = 'a=b'`, ''],
  [PAGE, SYNTAX, `body.innerHTML = name`, `body.textContent = name`],
  [VIEW, SYNTAX, `body.insertAdjacentHTML('beforeend', name)`, ''],
  [PAGE, EVAL, `eval(name)`, ''],
  [VIEW, MARKUP, template('<p v-html="name" />'), template('<p v-text="name" />')],
  [VIEW, TEXTS, template('<p>Dear {{ name }}</p>'), template('<p>{{ name }} · {{ time }}</p>')],
  ...['title', 'aria-label', 'placeholder', 'alt', 'label', 'text', 'detail'].map(
    (name): (typeof RULES)[number] => [
      VIEW,
      TEXTS,
      template(`<AppToast ${name}="Hello" />`),
      template(`<AppToast :${name}="t('a.b')" />`),
    ],
  ),
  [VIEW, ATTRIBUTES, template('<p style="color: red" />'), template('<p class="red" />')],
  [VIEW, ATTRIBUTES, template('<p onclick="go()" />'), template('<p @click="go()" />')],
  [BRIDGE, IMPORTS, from('electron', '{ ipcRenderer }'), `void window.sessionDesk.invoke('appState:get')`],
]

describe('the rules for a file', { timeout: 30_000 }, () => {
  it.each(RULES)('%s: %s finds %s', async (file, rule, no, yes) => {
    expect(await broken(file, no)).toContain(rule)
    expect(await broken(file, yes)).toEqual([])
  })

  it.each([fileIn('core'), PAGE, VIEW])('%s ends before line 351', async (file) => {
    const around = file === VIEW ? 2 : 0
    expect(await broken(file, 'f()\n'.repeat(350 - around).trimEnd())).toEqual([])
    expect(await broken(file, 'f()\n'.repeat(351 - around).trimEnd())).toEqual([LINES])
  })

  it.each([
    'function f(): void {}',
    'class C {}',
    'const C = 1',
    'interface I { a: string }',
    'type T = string',
  ])('what is exported has a line of documentation: %s', async (code) => {
    for (const file of [fileIn('core/domain'), PAGE]) {
      expect(await broken(file, `export ${code}`)).toEqual([DOCS])
      expect(await broken(file, `/** What it is. */\nexport ${code}`)).toEqual([])
      expect(await broken(file, code)).toEqual([])
    }
  })
})
