import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findLanguage, LANGUAGES } from '../../../electron/shared/languages.ts'
import { projectRoot } from '../../support/project-root.ts'
import { LOCALES_FOLDER } from '../translations.ts'

it.each(LANGUAGES)('%s is the only one of its primary language, which Intl knows too', (language) => {
  expect(findLanguage(language)).toBe(language)
  expect(Intl.DateTimeFormat.supportedLocalesOf(language)).toEqual([language])
})

it('each has a file of texts, and no other file is there', () => {
  expect(readdirSync(LOCALES_FOLDER).sort()).toEqual(LANGUAGES.map((tag) => `${tag}.json`).sort())
})

it.each([
  ['README.md', (list: string) => `It speaks ${list}.`],
  ['CHANGELOG.md', (list: string) => `- ${list}, in the window`],
])('%s lists them', (file, said) => {
  const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
  const list = new Intl.ListFormat('en-GB').format(LANGUAGES.map((tag) => names.of(tag) ?? tag))
  expect(readFileSync(join(projectRoot(), file), 'utf8')).toContain(said(list))
})
