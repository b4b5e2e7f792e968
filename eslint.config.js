import prettier from 'eslint-config-prettier'
import jsdoc from 'eslint-plugin-jsdoc'
import vue from 'eslint-plugin-vue'
import a11y from 'eslint-plugin-vuejs-accessibility'
import { defineConfig } from 'eslint/config'
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import ts from 'typescript-eslint'

/** The features, by tiers: each may import the features of the tiers before its own. */
export const TIERS = [
  ['auth', 'sessions'],
  ['renewal', 'activity', 'revocation', 'password', 'profile'],
  ['rules', 'review'],
  ['desktop'],
]
const FEATURES = TIERS.flat()
const CORE = ['shared', 'shared/requests', 'domain', 'api', 'core']
/** The packages of rules without I/O. */
const PURE = ['zod', 'node:crypto', 'bowser']
/** The folders of the adapters to Electron and the system; what belongs to a start is open to the others. */
const PLATFORM = ['start', 'storage', 'network', 'window', 'desktop']
const rooms = (names, within = '') => names.map((name) => `features/${name}${within}`)
/** The files of features that import something late. */
const LATE = { review: ['review-report'] }
const featureRooms = TIERS.flatMap((tier, at) => {
  const before = TIERS.slice(0, at).flat()
  return tier.flatMap((name) => [
    [`features/${name}`, { imports: [...CORE, ...rooms(before)], loadsLate: LATE[name] ?? [] }],
    [
      `features/${name}/domain`,
      { imports: ['shared', 'domain', ...rooms(before, '/domain')], packages: PURE },
    ],
  ])
})

/**
 * The folders of electron/, which other folders each may import besides itself and what lies in it, which packages where
 * not all are open to it, whether it knows Electron, owns the IPC or is a port (of time and chance too), and which of its
 * files import something large late, as a start does not need it: the updater without a feed, D-Bus but on
 * Linux, the page of a report. Of a feature the others import its index.ts only. A `domain/` holds rules without I/O.
 */
export const ROOMS = {
  shared: { imports: ['shared/requests'], packages: ['zod'] },
  'shared/requests': { imports: ['shared'], packages: ['zod'] },
  domain: { imports: ['shared'], packages: PURE },
  api: { imports: ['shared', 'domain'] },
  core: { imports: ['shared', 'shared/requests', 'domain', 'api'] },
  ...Object.fromEntries(featureRooms),
  'platform/domain': { imports: ['shared', 'domain'], packages: PURE },
  ...Object.fromEntries(
    PLATFORM.map((name) => [
      `platform/${name}`,
      {
        imports: [
          ...CORE,
          ...rooms(FEATURES),
          'platform/domain',
          ...(name === 'start' ? [] : ['platform/start']),
        ],
        knowsElectron: true,
        isPort: true,
        loadsLate: ['updates', 'bus-flags', 'bus-notifications', 'notifications', 'session-bus'],
      },
    ]),
  ),
  ipc: { imports: [...CORE, ...rooms(FEATURES)], knowsElectron: true, ownsIpc: true },
}

/** The features of the page, by tiers, as above. `session-list` is what all lists of sessions are made of. */
export const PAGE_TIERS = [
  ['session-list'],
  ['revocation', 'rules', 'renewal'],
  ['activity', 'profile'],
  ['review', 'password', 'desktop'],
  ['sessions', 'auth'],
]
const pageFeatures = PAGE_TIERS.flatMap((tier, at) =>
  tier.map((name) => [`features/${name}`, ['lib', 'ui', ...rooms(PAGE_TIERS.slice(0, at).flat())]]),
)

/** The folders of renderer/, and which others each may import. */
export const PAGE_ROOMS = {
  lib: [],
  ui: ['lib'],
  ...Object.fromEntries(pageFeatures),
  app: ['lib', 'ui', ...rooms(PAGE_TIERS.flat())],
}

const noDetours = {
  regex: '[^./]/\\.\\./|^\\./\\.',
  message: 'Name a file by its shortest path, so that its folder can be seen.',
}
const noBackDoor = {
  regex: '/features/[^/]+/(?!index\\.ts$)',
  message: 'A feature is imported through its index.ts.',
}
const noTests = { regex: '(^|/)test/', message: 'Nobody imports test/.' }
const noBridge = { regex: '/bridge\\.ts$', message: 'The bridge is of the page and its preload.' }
const noElectron = {
  regex: '^electron(/|$)',
  message: 'Electron is imported only in main.ts, app.ts, preload.ts, ipc/ and platform/.',
}
const rawIpc = {
  name: 'electron',
  importNames: ['ipcMain', 'ipcRenderer', 'default'],
  message: 'Raw IPC belongs to ipc/ and preload.ts.',
}
const rawSend = {
  selector: 'CallExpression[callee.property.name=/^(send|sendToFrame|postMessage)$/]',
  message: 'Messages to the window go through ipc/broadcast.ts.',
}
const noDynamicImport = {
  selector: 'ImportExpression',
  message: 'Imports of main are static, so that their boundaries can be seen.',
}

const noOwnTime = 'Time and chance come in through the ports.'
const noPresentDate = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.name='Date']",
  message: noOwnTime,
}
const CHANCE = ['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues', 'webcrypto']
/** The modules with a clock, timers or chance, and of those with more than that the names. */
const TIME_MODULES = {
  timers: undefined,
  'timers/promises': undefined,
  perf_hooks: undefined,
  crypto: [...CHANCE, 'default'],
  process: ['hrtime', 'default'],
}
const noTimeImports = Object.entries(TIME_MODULES).flatMap(([name, importNames]) =>
  ['', 'node:'].map((scheme) => ({
    name: scheme + name,
    ...(importNames && { importNames }),
    message: noOwnTime,
  })),
)
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate']
const TIME_PROPERTIES = {
  Date: ['now'],
  Math: ['random'],
  performance: ['now'],
  process: ['hrtime'],
  AbortSignal: ['timeout'],
  crypto: CHANCE,
}
/** The same input leads to the same result: microtasks are in order and may stay. */
const noTimeRules = {
  'no-restricted-globals': [
    'error',
    { globals: TIMERS.map((name) => ({ name, message: noOwnTime })), checkGlobalObject: true },
  ],
  'no-restricted-properties': [
    'error',
    ...Object.entries(TIME_PROPERTIES).flatMap(([object, names]) =>
      names.map((property) => ({ object, property, message: noOwnTime })),
    ),
  ],
}

/** How a file of a room names the files that it may import of another: of a feature, its index.ts. */
function pathTo(room, other) {
  const path = posix.relative(room, other).replaceAll('.', '\\.')
  return `${path}/${/^features\/[^/]+$/.test(other) ? 'index' : '[^/]+'}\\.ts$`
}

/** What files of main may not import or say; only the owner of the IPC uses it raw, and only a port asks for the time. */
function mainRules(
  files,
  patterns,
  { knowsElectron, ownsIpc, hasBridge, isPort, dynamicImports = [noDynamicImport] },
) {
  return {
    files,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            noTests,
            noDetours,
            ...(knowsElectron ? [] : [noElectron]),
            ...(hasBridge ? [] : [noBridge]),
            ...patterns,
          ],
          paths: [...(ownsIpc ? [] : [rawIpc]), ...(isPort ? [] : noTimeImports)],
        },
      ],
      'no-restricted-syntax': [
        'error',
        ...dynamicImports,
        ...(ownsIpc ? [] : [rawSend]),
        ...(isPort ? [] : [noPresentDate]),
      ],
      ...(isPort ? {} : noTimeRules),
    },
  }
}

function roomRules([room, { imports, packages, loadsLate = [], ...may }]) {
  const paths = imports.map((other) => pathTo(room, other))
  // The tray, the menus and the dialogs speak in the words of the locales.
  if (room.startsWith('platform/')) paths.push('\\.\\./\\.\\./\\.\\./resources/locales/')
  const patterns = [
    {
      regex: `^(?!${['\\./', ...paths].join('|')})\\.`,
      message: `${room}/ may import only: ${imports.join(', ') || 'itself'}.`,
    },
    { regex: '^\\./index\\.ts$', message: 'The index.ts is for other folders.' },
  ]
  if (packages)
    patterns.push({
      regex: `^(?!\\.|(${packages.join('|')})$)`,
      message: `${room}/ may import only the packages: ${packages.join(', ')}.`,
    })
  const rulesOf = (name, rest) => mainRules([`electron/${room}/${name}.ts`], patterns, { ...may, ...rest })
  return [rulesOf('*'), ...loadsLate.map((name) => rulesOf(name, { dynamicImports: [] }))]
}

/** The files beside the rooms, which put them together: the folders open to each, or closed to it. */
const TOP_FILES = [
  { files: ['config'], open: ['shared', 'domain'] },
  { files: ['preload'], open: ['shared'], knowsElectron: true, ownsIpc: true, hasBridge: true },
  {
    files: ['app'],
    knowsElectron: true,
    isPort: true,
    dynamicImports: [
      {
        ...noDynamicImport,
        selector: String.raw`ImportExpression[source.value!='./platform/start/start-failure.ts']`,
      },
    ],
  },
  { files: ['composition/desktop-ui', 'composition/exports-and-diagnostics'] },
  // The services get what knows Electron as arguments.
  {
    files: ['composition/!(desktop-ui|exports-and-diagnostics)'],
    closed: ['ipc', 'platform'],
  },
  // The window comes first; app.ts loads the features after it. The list of switches loads only for a start that has any, and the
  // words of a failure only for one.
  {
    files: ['main'],
    closed: ['features', 'api'],
    knowsElectron: true,
    isPort: true,
    dynamicImports: [
      {
        ...noDynamicImport,
        selector: String.raw`ImportExpression[source.value!=/^\.\/(app|platform\/start\/(command-line|start-failure))\.ts$/]`,
      },
    ],
  },
]

function topFileRules({ files, open, closed, ...may }) {
  const patterns = [noBackDoor, { regex: '/renderer/', message: 'Main imports nothing of the page.' }]
  if (open)
    patterns.push({ regex: `^\\./(?!(${open.join('|')})/)`, message: `Open are only: ${open.join(', ')}.` })
  if (closed)
    patterns.push({ regex: `^\\.{1,2}/(${closed.join('|')})/`, message: `Closed are: ${closed.join(', ')}.` })
  return mainRules(
    files.map((name) => `electron/${name}.ts`),
    patterns,
    may,
  )
}

const onlyShared = 'The renderer imports only electron/shared.'

/** Matches the paths by which a file of a page room would import a folder that is closed to it. */
function closedPaths(room, imports) {
  const others = Object.keys(PAGE_ROOMS).filter((other) => other !== room && !imports.includes(other))
  const top = new Set(others.map((other) => other.split('/')[0]))
  if (!room.startsWith('features/')) return `^\\..*/(${[...top].join('|') || '$^'})/`
  const features = others.filter((other) => other.startsWith('features/'))
  const paths = features.map((other) => posix.relative(room, other).replaceAll('.', '\\.'))
  return `^\\..*/(app|features)/|^(${paths.join('|')})/[^/]+$`
}

function pageRules([room, imports]) {
  const regex = closedPaths(room, imports)
  const isFeature = room.startsWith('features/')
  const message = `${room}/ may import only: ${imports.join(', ') || 'itself'}.`
  return {
    files: [`renderer/${room}/${isFeature ? '' : '**/'}*.{ts,vue}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            noTests,
            noElectron,
            { regex, message },
            { regex: `^(node:|(${builtinModules.join('|')})$)`, message: 'The page has no Node.' },
            { regex: 'electron/(?!shared/)', message: onlyShared },
            {
              regex: 'electron/shared/(requests(/|\\.ts$)|settings-schemas|session-facts)',
              allowTypeImports: true,
              message:
                'Of the requests the page has the types only: their schemas bring zod into the first screen.',
            },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ImportExpression[source.value=/electron/]', message: onlyShared },
        { selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\u002f')}/]`, message },
        {
          selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
          message: 'A text from the service never becomes markup.',
        },
        {
          selector: "MemberExpression[property.name='cookie']",
          message: 'The page stores nothing.',
        },
      ],
    },
  }
}

export default defineConfig(
  { ignores: ['node_modules/', 'out/', 'dist/', 'shots/', 'test-results/', 'playwright-report/'] },
  ts.configs.strictTypeChecked,
  vue.configs['flat/recommended'],
  a11y.configs['flat/recommended'],
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            'eslint.config.js',
            'eslint.staged.config.js',
            'test/support/checks/*.cjs',
            'test/tools/code-cache/*.cjs',
            'test/bench/*.cjs',
            'test/bench/bare/*.cjs',
            'test/support/runtime/default-app/*.js',
          ],
        },
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 350, skipBlankLines: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all' },
      ],
      // Services are objects of closures: none of their methods has a `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  { files: ['**/*.vue'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    files: [
      'electron/**/*.ts',
      'renderer/**/*.ts',
      'test/service/**/*.ts',
      'test/support/**/*.ts',
      'test/tools/**/*.ts',
    ],
    ignores: ['**/*.test.ts', '**/*.d.ts'],
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          // What has behaviour needs a docstring: functions, those in a constant too, and classes.
          require: {
            FunctionDeclaration: true,
            ClassDeclaration: true,
            ArrowFunctionExpression: true,
            FunctionExpression: true,
          },
          enableFixer: false,
        },
      ],
    },
  },
  ...Object.entries(ROOMS).flatMap(roomRules),
  ...TOP_FILES.map(topFileRules),
  ...Object.entries(PAGE_ROOMS).map(pageRules),
  {
    files: ['renderer/**/*.{ts,vue}'],
    rules: {
      'no-eval': 'error',
      'vue/no-v-html': 'error',
      // Every text is in the locales.
      'vue/no-bare-strings-in-template': [
        'error',
        { attributes: { '/.+/': ['aria-label', 'title', 'placeholder', 'alt', 'label', 'text', 'detail'] } },
      ],
      // The Content-Security-Policy forbids both.
      'vue/no-restricted-static-attribute': ['error', 'style', '/^on/'],
      'vuejs-accessibility/label-has-for': ['error', { required: { some: ['nesting', 'id'] } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/define-props-declaration': 'error',
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
    },
  },
  {
    files: ['renderer/**/*.{ts,vue}'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['window', 'globalThis', 'self'].flatMap((object) => [
          { object, property: 'sessionDesk', message: 'Only bridge.ts touches window.sessionDesk.' },
          ...['localStorage', 'sessionStorage', 'indexedDB'].map((property) => ({ object, property })),
        ]),
      ],
      'no-restricted-globals': [
        'error',
        { name: 'sessionDesk', message: 'Only bridge.ts touches window.sessionDesk.' },
        'localStorage',
        'sessionStorage',
        'indexedDB',
      ],
    },
  },
  { files: ['electron/platform/storage/log.ts', 'test/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    files: ['test/support/**/*.ts', 'test/service/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '/tools/', message: 'Tools stand on test/support/, not the reverse.' }] },
      ],
    },
  },
  {
    files: ['eslint*.config.js', '**/*.cjs', 'test/support/runtime/default-app/main.js'],
    extends: [ts.configs.disableTypeChecked],
  },
  { files: ['eslint.config.js'], rules: { 'max-lines': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  prettier,
)
