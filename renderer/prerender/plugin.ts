import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type PluginOption, type Rolldown } from 'vite'
import { LOCALES, type Locale } from '../../electron/shared/settings.ts'
import { escapeHtml, placeholder, type StaticDocument } from '../../electron/shared/static-document.ts'
import type * as Rendering from './render-sign-in.ts'

/** The folder of the static documents in the output. */
const FOLDER = 'documents'
const ENTRY = fileURLToPath(new URL('render-sign-in.ts', import.meta.url))

type Bundle = Rolldown.OutputBundle

/**
 * Renders the sign-in screen in each language after the build and writes the static documents. `plugins` compile the
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
      for (const locale of LOCALES) {
        const screen = await renderScreen(rendering, locale)
        const document = createDocument(String(page.source), bundle, screen, rendering.recordEarlyInput)
        await writeFile(join(dir, FOLDER, `sign-in.${locale}.json`), JSON.stringify(document))
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

interface Screen {
  locale: Locale
  title: string
  html: string
}

/** Renders the screen with the page's globals that it uses: the bridge, and the element and title that it sets. */
async function renderScreen({ renderApp, signInState }: typeof Rendering, locale: Locale): Promise<Screen> {
  const state = signInState(locale)
  const bridge = {
    invoke: async (name: string) => ({ ok: true, value: name === 'appState:get' ? state : null }),
    on: () => () => undefined,
  }
  const document = { title: '', documentElement: { lang: '', dataset: {} } }
  Object.assign(globalThis, { window: { sessionDesk: bridge }, document })
  try {
    const html = await renderApp(locale)
    return { locale, title: document.title, html }
  } finally {
    Reflect.deleteProperty(globalThis, 'window')
    Reflect.deleteProperty(globalThis, 'document')
  }
}

/** Puts a screen into the built page, with its style and the script that loads the rest inline. */
function createDocument(
  page: string,
  bundle: Bundle,
  { locale, title, html }: Screen,
  record: typeof Rendering.recordEarlyInput,
): StaticDocument {
  const style = textOf(bundle, '.css')
  const files = filesOf(bundle, ['/features/auth/SignInView.vue', `/locales/${locale}.json`])
  const script = `(${record.toString()})(${JSON.stringify(files)}, (file) => import(file))`
  const attributes = [
    `data-locale="${locale}"`,
    `data-server="${placeholder('server')}"`,
    `data-device-name="${placeholder('deviceName')}"`,
  ].join(' ')
  const parts: [RegExp, string][] = [
    [/<html lang="en">/, `<html lang="${locale}" data-theme="${placeholder('theme')}">`],
    [/<title>.*<\/title>/, `<title>${escapeHtml(title)}</title>`],
    [/\s*<script type="module".*<\/script>/, ''],
    [/\s*<link rel="modulepreload".*>/, ''],
    [/<link rel="stylesheet".*>/, `<style>${style}</style>`],
    [/<div id="app"><\/div>/, `<div id="app" ${attributes}>${html}</div><script>${script}</script>`],
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

/** The text of the only asset whose name ends so. */
function textOf(bundle: Bundle, end: string): string {
  const found = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith(end))
  if (found.length !== 1 || found[0]?.type !== 'asset')
    throw new Error(`${found.length} files end with ${end}`)
  return String(found[0].source)
}

/** The paths of the page's script, then of these modules and of all that they import statically. */
function filesOf(bundle: Bundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.filter(({ isEntry }) => isEntry)
  const loaded = modules.map((end) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end)))
  const names = new Set([...entry, ...loaded].map((chunk) => chunk?.fileName))
  for (const name of names) {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk) throw new Error(`The build lacks one of ${modules.join(', ')}`)
    // The loop also visits what it adds.
    chunk.imports.forEach((file) => names.add(file))
  }
  return [...names].map((name) => `./${name}`)
}
