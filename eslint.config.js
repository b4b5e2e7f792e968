import prettier from 'eslint-config-prettier'
import jsdoc from 'eslint-plugin-jsdoc'
import vue from 'eslint-plugin-vue'
import a11y from 'eslint-plugin-vuejs-accessibility'
import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'

/** Who may import whom within electron/: each folder names the folders beside it that it may reach (design section 3). */
export const MAY_IMPORT = {
  contract: [],
  domain: ['contract'],
  api: ['contract', 'domain'],
  services: ['contract', 'domain', 'api'],
  ipc: ['contract', 'domain', 'api', 'services'],
  shell: ['contract', 'domain', 'api', 'services'],
}
/** The packages that a folder may import, where not all are open to it. */
export const PACKAGES = { contract: ['zod'], domain: ['zod', 'node:crypto', 'bowser'] }
/** Who speaks to people outside the window, in the words of the locales. */
const TEXTS = { shell: ['\\.\\./resources/locales'] }
/** The folders that may import `electron`. */
export const KNOWS_ELECTRON = ['ipc', 'shell']

const noDetours = {
  regex: '[^./]/\\.\\./|^\\./\\.',
  message: 'Name a file by its shortest path, so that its folder can be seen.',
}
const noTests = { regex: '(^|/)test/', message: 'Nobody imports test/.' }
const noElectron = {
  regex: '^electron(/|$)',
  message: 'Electron is imported only in main.ts, preload.ts, ipc/ and shell/.',
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

function folderRules([folder, others]) {
  const packages = PACKAGES[folder]
  const patterns = [
    {
      regex: `^(\\./)*\\.\\./(?!(${[...others, ...(TEXTS[folder] ?? []), '$^'].join('|')})/)`,
      message: `${folder}/ may import only: ${others.join(', ') || 'itself'}.`,
    },
    noTests,
    noDetours,
    ...(KNOWS_ELECTRON.includes(folder) ? [] : [noElectron]),
    ...(packages
      ? [
          {
            regex: `^(?!\\.|(${packages.join('|')})$)`,
            message: `${folder}/ may import only the packages: ${packages.join(', ')}.`,
          },
        ]
      : []),
  ]
  return {
    files: [`electron/${folder}/**/*.ts`],
    rules: {
      'no-restricted-imports': ['error', { patterns, paths: folder === 'ipc' ? [] : [rawIpc] }],
      'no-restricted-syntax': ['error', noDynamicImport, ...(folder === 'ipc' ? [] : [rawSend])],
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
            'test/support/checks/*.cjs',
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
    files: ['electron/**/*.ts', 'renderer/**/*.ts', 'test/service/**/*.ts', 'test/support/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.d.ts'],
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          contexts: [
            'TSInterfaceDeclaration',
            'TSTypeAliasDeclaration',
            'ExportNamedDeclaration > VariableDeclaration',
          ],
          require: { FunctionDeclaration: true, ClassDeclaration: true },
          enableFixer: false,
        },
      ],
    },
  },
  ...Object.entries(MAY_IMPORT).map(folderRules),
  // Large, and not needed at a start: the updater without a feed, axios before the first call, D-Bus but on Linux.
  {
    files: ['electron/shell/updates.ts', 'electron/shell/tray-host.ts', 'electron/api/transport.ts'],
    rules: { 'no-restricted-syntax': ['error', rawSend] },
  },
  {
    files: ['electron/config.ts'],
    rules: {
      'no-restricted-syntax': ['error', noDynamicImport],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            noTests,
            noDetours,
            noElectron,
            { regex: '^\\./(?!(contract|domain)/)', message: 'config.ts is pure.' },
          ],
        },
      ],
    },
  },
  {
    files: ['electron/preload.ts'],
    rules: {
      'no-restricted-syntax': ['error', noDynamicImport],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            noTests,
            { regex: '^\\./(?!contract/)', message: 'The preload knows the contract only.' },
          ],
        },
      ],
    },
  },
  {
    files: ['electron/main.ts', 'electron/app.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [noTests, noDetours], paths: [rawIpc] }],
      'no-restricted-syntax': ['error', noDynamicImport, rawSend],
    },
  },
  {
    // The window comes first, and what stands behind it later.
    files: ['electron/main.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { ...noDynamicImport, selector: "ImportExpression[source.value!='./app.ts']" },
        rawSend,
      ],
    },
  },
  {
    files: ['renderer/**/*.{ts,vue}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            noTests,
            noElectron,
            { regex: '^node:', message: 'The page has no Node.' },
            { regex: 'electron/(?!contract/)', message: 'The renderer imports only electron/contract.' },
          ],
        },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: 'electron/contract/(schemas|channels)',
              allowTypeImports: true,
              message: 'Schemas and channels are for main: they bring zod into the first screen.',
            },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportExpression[source.value=/electron/]',
          message: 'The renderer imports only electron/contract.',
        },
        {
          selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
          message: 'A text from the service never becomes markup.',
        },
        {
          selector: "MemberExpression[property.name='cookie']",
          message: 'The page stores nothing.',
        },
      ],
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
    ignores: ['renderer/bridge.ts'],
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
  { files: ['electron/shell/log.ts', 'test/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    files: ['eslint.config.js', '**/*.cjs', 'test/support/runtime/default-app/main.js'],
    extends: [ts.configs.disableTypeChecked],
  },
  { files: ['eslint.config.js'], rules: { 'max-lines': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  prettier,
)
