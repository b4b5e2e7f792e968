import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'
import config from './eslint.config.js'

// The rules of `npm run lint` that need no types: the commit hook takes seconds.
export default defineConfig(config, ts.configs.disableTypeChecked, {
  languageOptions: { parserOptions: { projectService: false } },
  // The exceptions of the rules that are off here.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
})
