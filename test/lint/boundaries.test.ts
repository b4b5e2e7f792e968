import { ESLint } from 'eslint'
import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const rooms = (await import(`${ROOT}/eslint.config.js`)) as Record<'ROOMS' | 'PAGE_ROOMS', object>
const FOLDERS = [
  ...Object.keys(rooms.ROOMS).map((folder) => `electron/${folder}`),
  ...Object.keys(rooms.PAGE_ROOMS).map((folder) => `renderer/${folder}`),
]
const TOP_FILES = ['electron', 'electron/composition'].flatMap((folder) =>
  readdirSync(`${ROOT}/${folder}`)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
)

const TESTED = /^(no-restricted-.+|no-eval|max-lines|jsdoc.+|vue.no-(v-html|bare-.+|restricted-static-.+))$/
const eslint = new ESLint({
  cwd: ROOT,
  ruleFilter: ({ ruleId }) => TESTED.test(ruleId),
  // None of these rules needs types, and without them a run takes seconds.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
})

/** The rules that a text breaks as the content of a file; the file need not exist. */
async function broken(file: string, code: string): Promise<string[]> {
  const isScript = file.endsWith('.vue') && !code.startsWith('<')
  const text = isScript ? `<script setup lang="ts">\n${code}\n</script>` : code
  const [result] = await eslint.lintText(`${text}\n`, { filePath: file })
  return [...new Set(result!.messages.map(({ ruleId, message }) => ruleId ?? message))]
}

const from = (module: string, what = '{ x }'): string => `import ${what} from '${module}'`
const html = (content: string): string => `<template>${content}</template>`

it('every folder has rules', () => {
  const folders = ['electron', 'renderer'].flatMap((top) =>
    readdirSync(`${ROOT}/${top}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|vue)$/.test(entry.name))
      .map(({ parentPath }) =>
        posix.relative(ROOT, parentPath).replace(/^renderer\/app\/.*/, 'renderer/app'),
      ),
  )
  const unruled = ['electron', 'electron/composition', 'renderer']
  expect([...new Set(folders)].sort()).toEqual([...unruled, ...FOLDERS].sort())
})

it.each([...TOP_FILES, ...FOLDERS.map((folder) => `${folder}/x.ts`)])('%s imports no test', async (file) => {
  const path = posix.relative(posix.dirname(file), 'test/fakes.ts')
  expect(await broken(file, from(path))).toEqual(['no-restricted-imports'])
})

const CORE = 'electron/core/x.ts'
const RULE = 'electron/domain/x.ts'
const FEATURE = 'electron/features/review/x.ts'
const PAGE = 'renderer/features/activity/x.ts'
const VIEW = 'renderer/app/X.vue'
const requests = '../../../electron/shared/requests.ts'
const ownRequests = '../../../electron/shared/requests/activity.ts'

it.each([
  ['electron/shared/x.ts', from('../core/x.ts'), from('zod')],
  ['electron/shared/requests/x.ts', from('../../core/x.ts'), from('../settings.ts')],
  [RULE, from('axios'), from('bowser')],
  [RULE, from('../core/vault.ts'), from('../shared/x.ts')],
  [RULE, 'export function f(): void {}', '/** What it does. */\nexport function f(): void {}'],
  [RULE, 'export const f = (): void => undefined', 'export const C = 1'],
  [RULE, 'export class C {}', 'export interface T {}\nexport type U = T'],
  [CORE, from('electron', 'type { App }'), from('axios')],
  [CORE, from('./../core/x.ts'), from('./x.ts')],
  [CORE, `void import('./x.ts')`, from('../api/x.ts')],
  [CORE, `contents?.send('a')`, `contents.focus()`],
  [CORE, 'f()\n'.repeat(351).trimEnd(), 'f()\n'.repeat(350).trimEnd()],
  [FEATURE, from('../desktop/index.ts'), from('../../core/x.ts')],
  [FEATURE, from('../auth/sign-in.ts'), from('../auth/index.ts')],
  [FEATURE, from('../../ipc/router.ts'), from('../../shared/requests/review.ts', 'type { x }')],
  ['electron/features/auth/domain/x.ts', from('../sign-in.ts'), from('../../../domain/x.ts')],
  ['electron/platform/start/x.ts', from('electron', '{ ipcMain }'), from('electron', '{ app }')],
  ['electron/ipc/x.ts', from('../platform/start/x.ts'), from('electron', '{ ipcMain }')],
  ['electron/main.ts', from('./features/desktop/index.ts'), from('./platform/window/window.ts')],
  ['electron/main.ts', `void import('./x.ts')`, `void import('./app.ts')`],
  ['electron/app.ts', from('./features/desktop/tray.ts'), from('./features/desktop/index.ts')],
  ['electron/app.ts', from('../renderer/lib/x.ts'), from('./core/x.ts')],
  ['electron/composition/desktop-ui.ts', from('electron', '{ app }'), from('../platform/desktop/tray.ts')],
  ['electron/composition/create-services.ts', from('../platform/start/clock.ts'), from('../core/ports.ts')],
  ['electron/composition/create-handlers.ts', from('../ipc/router.ts'), from('../features/auth/index.ts')],
  ['electron/preload.ts', from('./core/x.ts'), from('./shared/bridge.ts')],
  ['electron/config.ts', from('./core/vault.ts'), from('./domain/backoff.ts')],
  ['renderer/lib/x.ts', from('../ui/x.ts'), from('./x.ts')],
  ['renderer/ui/x.ts', from('../features/auth/x.ts'), from('../lib/x.ts')],
  [PAGE, from('../review/x.ts'), from('../session-list/x.ts')],
  [PAGE, `void import('../review/X.vue')`, `void import('../session-list/X.vue')`],
  [PAGE, from('node:fs'), from('vue')],
  [PAGE, from('fs/promises'), from('vue-i18n')],
  [PAGE, from('../../../electron/core/x.ts'), from('../../../electron/shared/result.ts')],
  [PAGE, from(requests), from(requests, 'type { x }')],
  [PAGE, from(ownRequests), from(ownRequests, 'type { x }')],
  [PAGE, from('../../../electron/shared/settings-schemas.ts'), from('../../../electron/shared/settings.ts')],
  [PAGE, `void import('../../../electron/shared/x.ts')`, `void import('../../ui/X.vue')`],
  [PAGE, `body.innerHTML = name`, `body.textContent = name`],
  [PAGE, `document.cookie = 'a=b'`, `document.title = 'a'`],
  [PAGE, `eval(name)`, `evaluate(name)`],
  [PAGE, `void window.sessionDesk.invoke('a')`, `void invoke('a')`],
  ['electron/core/x.ts', from('../shared/bridge.ts'), from('../shared/result.ts')],
  ['electron/main.ts', from('./shared/bridge.ts'), from('./shared/result.ts')],
  ['electron/shared/bridge.ts', from('electron'), `void window.sessionDesk.invoke('a')`],
  [VIEW, `localStorage.clear()`, `sessions.clear()`],
  [VIEW, html('<p v-html="name" />'), html('<p v-text="name" />')],
  [VIEW, html('<AppNotice text="Hello" />'), html(`<p :title="t('a')">{{ name }} · {{ time }}</p>`)],
  [VIEW, html('<p style="color: red" />'), html('<p class="red" @click="go()" />')],
  ['test/support/x.ts', from('../tools/x.ts'), from('./x.ts')],
])('%s may not contain %s', async (file, no, yes) => {
  expect(await broken(file, no)).toHaveLength(1)
  expect(await broken(file, yes)).toEqual([])
})

it.each([
  `Date.now()`,
  `const { now } = Date`,
  `new Date()`,
  `Date()`,
  `Math.random()`,
  `performance.now()`,
  `setTimeout(f, 1)`,
  `globalThis.setTimeout(f, 1)`,
  `setInterval(f, 1)`,
  `setImmediate(f)`,
  `AbortSignal.timeout(1)`,
  `crypto.randomUUID()`,
  `crypto.randomBytes(1)`,
  `crypto.getRandomValues(bytes)`,
  `process.hrtime()`,
  `process.hrtime.bigint()`,
  from('node:crypto', '{ randomUUID }'),
  from('crypto', '{ randomBytes as bytes }'),
  from('node:crypto', 'crypto'),
  from('node:process', '{ hrtime }'),
  from('node:timers', '{ setTimeout as wait }'),
  from('node:timers/promises'),
  from('node:perf_hooks', '{ performance as clock }'),
])('only a port says %s', async (code) => {
  expect(await broken(CORE, code)).toHaveLength(1)
  expect(await broken('electron/platform/start/x.ts', code)).toEqual([])
})

it.each([
  ...['app', 'main', 'platform/start/updates'].map((name) => [name, 0] as const),
  ...['config', 'shared/x', 'platform/domain/x', 'api/transport'].map((name) => [name, 3] as const),
])('electron/%s.ts breaks %s rules when it asks for the time', async (name, count) => {
  const code = `setTimeout(f, Date.now())\nf(new Date())`
  expect(await broken(`electron/${name}.ts`, code)).toHaveLength(count)
})

it.each([
  `new Date(at)`,
  `Date.parse(text)`,
  `queueMicrotask(f)`,
  `process.nextTick(f)`,
  `clock.setTimeout(f, 1)`,
  `const wait = (setTimeout: Timer) => setTimeout(f, 1)`,
  from('node:crypto', '{ createHash }'),
])('main may say %s', async (code) => {
  expect(await broken(CORE, code)).toEqual([])
})
