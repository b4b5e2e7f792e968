import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type PluginOption, type Rolldown } from 'vite'
import { LANGUAGES, type Language } from '../../electron/shared/languages.ts'
import {
  escapeHtml,
  placeholder,
  type RowTemplates,
  type SessionsDocument,
  type StaticDocument,
} from '../../electron/shared/static-document.ts'
import type { AppState } from '../../electron/shared/app-state.ts'
import type * as Rendering from './render-app.ts'

/** The folder of the static documents in the output. */
const FOLDER = 'documents'
const ENTRY = fileURLToPath(new URL('render-app.ts', import.meta.url))

type Bundle = Rolldown.OutputBundle

/**
 * Renders the first screens in each language after the build and writes the static documents. `plugins` compile the
 * components and the texts.
 */
export function staticDocuments(plugins: () => PluginOption[]): PluginOption {
  return {
    name: 'static-documents',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('The page has no folder')
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('The build has no page')
      const rendering = await buildRendering(dir, plugins())
      await mkdir(join(dir, FOLDER), { recursive: true })
      for (const locale of LANGUAGES) {
        const create = (screen: Screen): StaticDocument =>
          createDocument(String(page.source), bundle, screen, rendering.recordEarlyInput)
        const write = (name: string, document: StaticDocument): Promise<void> =>
          writeFile(join(dir, FOLDER, `${name}.${locale}.json`), JSON.stringify(document))
        await write('sign-in', create(await renderSignIn(rendering, locale)))
        const { templates, ...screen } = await renderSessions(rendering, locale)
        const sessions: SessionsDocument = { ...create(screen), templates }
        await write('sessions', sessions)
      }
    },
  }
}

/** Builds the components for Vue's server renderer and imports them. */
async function buildRendering(folder: string, plugins: PluginOption[]): Promise<typeof Rendering> {
  const output = await mkdtemp(join(folder, '..', 'rendering-'))
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      plugins,
      define: { __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
      ssr: { noExternal: true },
      build: {
        ssr: ENTRY,
        outDir: output,
        target: 'chrome130',
        minify: true,
        // The file is removed before a dynamic import would load another one.
        rolldownOptions: { output: { entryFileNames: 'rendering.mjs', codeSplitting: false } },
      },
    })
    return (await import(pathToFileURL(join(output, 'rendering.mjs')).href)) as typeof Rendering
  } finally {
    await rm(output, { recursive: true })
  }
}

/** A rendered screen. `attributes` are those of its element; `modules` are the ends of the paths of the modules that it loads first. */
interface Screen {
  locale: Language
  title: string
  html: string
  attributes: string
  modules: readonly string[]
}

async function renderSignIn({ renderApp, signInState }: typeof Rendering, locale: Language): Promise<Screen> {
  const { title, html } = await withPage(signInState(locale), () => renderApp(locale))
  const attributes = `data-server="${placeholder('server')}" data-device-name="${placeholder('deviceName')}"`
  return { locale, title, html, attributes, modules: ['/features/auth/SignInView.vue'] }
}

/** How old the sample list is: an age that no clock rounds. */
const SAMPLE_DAYS = 3

async function renderSessions(
  { renderApp, renderHeads, sampleList, signedInState, templatesOf }: typeof Rendering,
  locale: Language,
): Promise<Screen & { templates: RowTemplates }> {
  const now = Date.now()
  const list = sampleList(now, SAMPLE_DAYS)
  const { title, html, texts, heads } = await withPage(signedInState(locale), async () => ({
    heads: await renderHeads(locale, list),
    ...(await renderApp(locale, list)),
  }))
  return {
    locale,
    title,
    ...templatesOf({ html, heads }, list, texts, now),
    attributes: `inert data-account="${placeholder('account')}" data-last-known="${placeholder('list')}"`,
    modules: ['/app/layout/AppLayout.vue', '/features/sessions/SessionsView.vue'],
  }
}

/** Runs `render` with the page's globals that it uses: the bridge, the root element and the title. */
async function withPage<Rendered>(
  state: AppState,
  render: () => Promise<Rendered>,
): Promise<Rendered & { title: string }> {
  const page = {
    title: '',
    // A hidden page needs no timers.
    hidden: true,
    documentElement: { lang: '', dataset: {} },
    addEventListener: () => undefined,
  }
  const globals = {
    document: page,
    window: {
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      sessionDesk: {
        invoke: (name: string) =>
          name === 'appState:get'
            ? Promise.resolve({ ok: true, value: state })
            : new Promise(() => undefined),
        on: () => () => undefined,
      },
    },
    ResizeObserver: Object,
    // Node has one from 21 on.
    ...('navigator' in globalThis ? {} : { navigator: { userAgent: '' } }),
  }
  Object.assign(globalThis, globals)
  try {
    return { ...(await render()), title: page.title }
  } finally {
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
  }
}

/** Puts a screen into the built page, with its style and the script that loads the rest inline. */
function createDocument(
  page: string,
  bundle: Bundle,
  { locale, title, html, attributes, modules }: Screen,
  record: typeof Rendering.recordEarlyInput,
): StaticDocument {
  const style = textOf(bundle, '.css')
  const files = filesOf(bundle, [...modules, `/locales/${locale}.json`])
  const script = `(${record.toString()})(${JSON.stringify(files)}, (file) => import(file))`
  const parts: [RegExp, string][] = [
    [/<html lang="en">/, `<html lang="${locale}" data-theme="${placeholder('theme')}">`],
    [/<title>.*<\/title>/, `<title>${escapeHtml(title)}</title>`],
    [/\s*<script type="module".*<\/script>/, ''],
    [/\s*<link rel="modulepreload".*>/, ''],
    [/<link rel="stylesheet".*>/, `<style>${style}</style>`],
    [
      /<div id="app"><\/div>/,
      `<div id="app" data-locale="${placeholder('locale')}" ${attributes}>${html}</div><script>${script}</script>`,
    ],
  ]
  return {
    html: parts.reduce(replaceOnce, page),
    scriptHash: hashOf(script),
    styleHash: hashOf(style),
    files,
  }
}

function replaceOnce(text: string, [pattern, part]: [RegExp, string]): string {
  if (!pattern.test(text)) throw new Error(`The built page has no ${String(pattern)}`)
  return text.replace(pattern, () => part)
}

/** The hash of an inline script or style, as a source of the Content-Security-Policy (CSP3, hash-source). */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The text of the only asset whose name ends with `end`. Throws if there is none or more than one. */
function textOf(bundle: Bundle, end: string): string {
  const found = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith(end))
  if (found.length !== 1 || found[0]?.type !== 'asset')
    throw new Error(`${found.length} files end with ${end}`)
  return String(found[0].source)
}

/** The paths of the page's script, then of the modules and of everything that they import statically. */
function filesOf(bundle: Bundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.filter(({ isEntry }) => isEntry)
  const loaded = modules.map((end) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end)))
  const names = new Set([...entry, ...loaded].map((chunk) => chunk?.fileName))
  for (const name of names) {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk) throw new Error(`The build lacks one of ${modules.join(', ')}`)
    // The loop also visits the names that it adds.
    chunk.imports.forEach((file) => names.add(file))
  }
  return [...names].map((name) => `./${name}`)
}
