import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Locale } from '../../../electron/shared/settings.ts'
import { createTranslator } from '../../../electron/platform/translator.ts'
import { LOCALES_FOLDER, translations } from '../translations.ts'

describe('the translations of the main process', () => {
  it('use the current language', () => {
    let locale: Locale = 'en'
    const t = translations(() => locale)
    expect(t('settings.title')).toBe('Settings')
    locale = 'es'
    expect(t('settings.title')).toBe('Ajustes')
    locale = 'pt-BR'
    expect(t('settings.title')).toBe('Configurações')
  })

  it('insert values and select the plural form', () => {
    const t = translations()
    expect(t('sessions.count', { n: 1 }, 1)).not.toBe(t('sessions.count', { n: 2 }, 2))
    expect(t('sessions.count', { n: 1234 }, 1234)).toContain('1234')
  })

  it('need the file of a language only once it is used, and keep the language before without it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'locales-'))
    try {
      let locale: Locale = 'es'
      const t = createTranslator(() => locale, folder)
      expect(t('settings.title')).toBe('settings.title')
      copyFileSync(join(LOCALES_FOLDER, 'es.json'), join(folder, 'es.json'))
      expect(t('settings.title')).toBe('Ajustes')
      rmSync(join(folder, 'es.json'))
      expect(t('settings.title')).toBe('Ajustes')
      locale = 'en'
      expect(t('settings.title')).toBe('Ajustes')
      copyFileSync(join(LOCALES_FOLDER, 'en.json'), join(folder, 'en.json'))
      expect(t('settings.title')).toBe('Settings')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
