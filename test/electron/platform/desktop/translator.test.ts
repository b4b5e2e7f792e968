import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../../electron/shared/languages.ts'
import { createTranslator } from '../../../../electron/platform/desktop/translator.ts'
import { LOCALES_FOLDER, translations } from '../../translations.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const { path } = temporaryFolder()

describe('the translations of the main process', () => {
  it('insert values, with numbers as the language writes them, and select the plural form', () => {
    const t = translations()
    expect(t('sessions.count', { n: 1 }, 1)).not.toBe(t('sessions.count', { n: 2 }, 2))
    const written = LANGUAGES.map((locale) => translations(() => locale)('tray.showAll', { n: 12_345 }))
    expect(written).toEqual(['Show all 12,345…', 'Mostrar todas as 12.345…', 'Mostrar las 12.345…'])
    expect(t('deviceName.unnamed', { id: '12345' })).toContain('12345')
    expect(translations(() => 'es')('failure.tryAgain', { when: '4:28 a. m.' })).toMatch(/ a\. m\.$/)
  })

  it('need the file of a language only once it is used, and keep the language before without it', () => {
    const add = (name: string) => copyFileSync(join(LOCALES_FOLDER, name), path(name))
    let locale: Language = 'es'
    const t = createTranslator(() => locale, path())
    expect(t('settings.title')).toBe('settings.title')
    add('es.json')
    expect(t('settings.title')).toBe('Ajustes')
    rmSync(path('es.json'))
    expect(t('settings.title')).toBe('Ajustes')
    locale = 'en'
    expect(t('settings.title')).toBe('Ajustes')
    add('en.json')
    expect(t('settings.title')).toBe('Settings')
  })
})
