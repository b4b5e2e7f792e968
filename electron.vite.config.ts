import vueI18n from '@intlify/unplugin-vue-i18n/vite'
import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin, type PluginOption, type Rolldown } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const PAGE = normalizePath(at('./renderer/index.html'))

type Graph = Rolldown.ChunkingContext

/** The scripts of the page itself. */
const scriptsOf = (graph: Graph): readonly string[] => graph.getModuleInfo(PAGE)?.importedIds ?? []

/** Names the file of what the page's script imports. The script is a file of its own, for which no other file has to wait. */
function nameBase(id: string, graph: Graph): string | null {
  return id === PAGE || scriptsOf(graph).includes(id) ? null : 'base'
}

/** The first screen without an account; with one it is the list of sessions in its frame. */
const SIGN_IN = normalizePath(at('./renderer/features/auth/SignInView.vue'))

/** The file of what a first screen loads and another screen needs too: by whether the sign-in, the list or both load it. */
const SHARED_FILES = ['shared', 'forms', 'list'] as const

/** Names the file `name` of what a first screen loads. */
function createSharedName(name: (typeof SHARED_FILES)[number]) {
  let ofSignIn: ReadonlySet<string> | undefined
  let ofList: ReadonlySet<string> | undefined
  return (id: string, graph: Graph): string | null => {
    ofSignIn ??= modulesOf(
      firstScreens(graph).filter((screen) => screen === SIGN_IN),
      graph,
    )
    ofList ??= modulesOf(
      firstScreens(graph).filter((screen) => screen !== SIGN_IN),
      graph,
    )
    const files = { shared: [true, true], forms: [true, false], list: [false, true] }
    const [inSignIn, inList] = files[name]
    return ofSignIn.has(id) === inSignIn && ofList.has(id) === inList ? name : null
  }
}

/** The first screens, which are what the page's script imports dynamically itself. */
function firstScreens(graph: Graph): readonly string[] {
  return scriptsOf(graph).flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
}

/** These modules and all that they import statically. */
function modulesOf(screens: readonly string[], graph: Graph): Set<string> {
  if (screens.length === 0) throw new Error('The script of the page does not import its first screens')
  const modules = new Set(screens)
  // The loop also visits what it adds.
  for (const id of modules) graph.getModuleInfo(id)?.importedIds.forEach((imported) => modules.add(imported))
  return modules
}

/** The code of a function `refused` that throws, and so does everything that is done with it. */
const REFUSED = `
  function refuse() { throw new Error('Not in the bundle: electron.vite.config.ts says why') }
  const refused = new Proxy(refuse, { apply: refuse, construct: refuse, get: refuse })`
const NO_DEFAULT = `${REFUSED}; export default refused`
const NULL = 'export default null'

/**
 * What libraries import for options that the app does not use, by library and import, with the code in its place: a
 * third of what the services would load.
 */
const UNUSED: Record<string, Record<string, string>> = {
  // The app sends by its own adapter, and no forms.
  axios: {
    './http.js': NULL,
    './xhr.js': NULL,
    './fetch.js': 'export const getFetch = null',
    'form-data': NULL,
  },
  // Schemas, migrations, `watch` and `projectName` of electron-store.
  conf: {
    'ajv/dist/2020.js': `${REFUSED}; export { refused as Ajv2020 }`,
    'ajv-formats': NO_DEFAULT,
    'debounce-fn': NO_DEFAULT,
    'env-paths': NO_DEFAULT,
    semver: NO_DEFAULT,
  },
  // Sends the log to a server, and loads Node's HTTP and TLS. It is off at this level.
  'electron-log': {
    './transports/remote': `${REFUSED}; module.exports = () => Object.assign(() => refuse(), { level: false })`,
  },
  // Reads the interfaces of other programs; the app knows those that it calls.
  '@jellybrick/dbus-next': {
    'fast-xml-parser': `${REFUSED}; export { refused as XMLParser }`,
  },
}

function withoutUnusedImports(): Plugin {
  const prefix = '\0unused:'
  return {
    name: 'without-unused-imports',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const [, library = ''] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(normalizePath(importer)) ?? []
      return UNUSED[library]?.[source] === undefined ? null : `${prefix}${library}:${source}`
    },
    load(id) {
      const [library = '', source = ''] = id.startsWith(prefix) ? id.slice(prefix.length).split(':') : []
      return UNUSED[library]?.[source] ?? null
    },
  }
}

const ICONS = '@lucide/vue'
const ICON_INDEX = at(`./node_modules/${ICONS}/dist/esm/lucide-vue.mjs`)

/**
 * Imports each icon from its own file. Through the library's index every module seems to import all icons, so that the
 * first screens would load those of the other pages.
 */
function separateIcons(): Plugin {
  const fileOf = new Map<string, string>()
  for (const [, exported = '', file = ''] of readFileSync(ICON_INDEX, 'utf8').matchAll(
    /export \{([^}]*)\} from '\.\/([\w/-]+\.mjs)'/g,
  ))
    for (const [, name = ''] of exported.matchAll(/default as (\w+)/g)) fileOf.set(name, file)
  return {
    name: 'separate-icons',
    apply: 'build',
    transform(code) {
      const imports = /import \{([^}]*)\} from ["']@lucide\/vue["'];?/g
      if (!code.includes(ICONS)) return null
      const importOf = (part: string): string => {
        const [name = '', local = name] = part.trim().split(' as ')
        const file = fileOf.get(name) ?? this.error(`${ICONS} has no icon ${name}`)
        return `import ${local} from '${ICONS}/dist/esm/${file}';`
      }
      const separate = (_all: string, names: string): string =>
        names
          .split(',')
          .filter((part) => part.trim() !== '')
          .map(importOf)
          .join('')
      return { code: code.replace(imports, separate), map: null }
    },
  }
}

/** What a library asks in a file that ends so, and the answer. */
type Answer = readonly [file: string, question: string, answer: string]

/** The questions about Vue keep all its exports in the first screens, a seventh of their code. The last one lets a text be a string. */
const ANSWERS_IN_WINDOW: readonly Answer[] = [
  ['/vue-i18n/dist/vue-i18n.runtime.mjs', 'key in Vue', 'false'],
  ['/vue-i18n/dist/vue-i18n.runtime.mjs', 'Vue[key]', 'undefined'],
  ['/reka-ui/dist/shared/useId.js', '"useId" in vue', 'true'],
  ['/core-base/dist/core-base.mjs', 'if (messageCompiler == null)', "if (typeof format === 'string')"],
]
/** No request has a form, and this question makes Node load its whole fetch while the first list waits. */
const ANSWERS_IN_MAIN: readonly Answer[] = [
  ['/axios/lib/utils.js', "typeof G.FormData !== 'undefined'", 'false'],
]

/** Answers what libraries ask of their surroundings. */
function answerLookups(answers: readonly Answer[]): Plugin {
  return {
    name: 'answer-lookups',
    apply: 'build',
    transform(code, id) {
      const asked = answers.filter(([file]) => normalizePath(id).endsWith(file))
      if (asked.length === 0) return null
      let answered = code
      for (const [file, question, answer] of asked) {
        if (!answered.includes(question)) this.error(`${file} does not ask: ${question}`)
        answered = answered.replace(question, answer)
      }
      return { code: answered, map: null }
    },
  }
}

/** Makes a string of each compiled text without values, which are three of four: a language's file is a quarter smaller. */
function plainTexts(): Plugin {
  return {
    name: 'plain-texts',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!/\/locales\/[\w-]+\.json$/.test(id)) return null
      const plain = code.replace(/\{"t":0,"b":\{"t":2,"i":\[\{"t":3\}\],"s":("(?:[^"\\]|\\.)*")\}\}/g, '$1')
      if (plain === code) this.error(`No text of ${id} is plain`)
      return { code: plain, map: null }
    },
  }
}

/** The plugins that compile the components and the texts. */
export function components(): PluginOption[] {
  return [
    vue(),
    // The Content-Security-Policy has no eval: messages are compiled here, and the message compiler is left out.
    vueI18n({
      include: at('./resources/locales/*.json'),
      runtimeOnly: true,
      compositionOnly: true,
      fullInstall: false,
      dropMessageCompiler: true,
    }),
  ]
}

// The targets run on the product's Electron and on the older one that tests may find (test/support/runtime).
export default defineConfig(({ command }) => ({
  main: {
    plugins: [withoutUnusedImports(), answerLookups(ANSWERS_IN_MAIN)],
    build: {
      target: 'node20.18',
      minify: command === 'build',
      license: { fileName: 'licenses.json' },
      externalizeDeps: {
        exclude: [
          '@jellybrick/dbus-next',
          '@intlify/core-base',
          'axios',
          'bowser',
          'electron-log',
          'electron-store',
          'electron-updater',
          'zod',
        ],
      },
      rolldownOptions: {
        input: './electron/main.ts',
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
        },
      },
    },
  },
  preload: {
    build: {
      target: 'node20.18',
      minify: command === 'build',
      externalizeDeps: false,
      rolldownOptions: {
        input: './electron/preload.ts',
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    // Names of this computer are 127.0.0.1 to the app.
    server: { host: '127.0.0.1' },
    define: {
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __INTLIFY_PROD_DEVTOOLS__: 'false',
    },
    build: {
      target: 'chrome130',
      minify: true,
      license: { fileName: 'licenses.json' },
      // A page of local files gains nothing from lists of what each import will load.
      modulePreload: {
        resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
      },
      // The dictionaries of the password meter, fetched when a new password is judged.
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: PAGE,
        output: {
          codeSplitting: {
            // Few files, because many small ones compress badly and each is a request.
            groups: [
              { name: nameBase, debugName: 'base', tags: ['$initial'] },
              ...SHARED_FILES.map((name) => ({
                name: createSharedName(name),
                debugName: name,
                minShareCount: 2,
              })),
              { name: 'icons', test: /@lucide\/vue\/dist\/esm\/icons\//, minShareCount: 2 },
            ],
          },
        },
      },
    },
    plugins: [
      ...components(),
      separateIcons(),
      answerLookups(ANSWERS_IN_WINDOW),
      plainTexts(),
      tailwindcss(),
      command === 'serve' && import('vite-plugin-vue-devtools').then(({ default: devtools }) => devtools()),
    ],
  },
}))
