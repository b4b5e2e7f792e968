import { describe, expect, it } from 'vitest'
import type { Locale } from '../../../electron/shared/settings.ts'
import { createTranslator } from '../../../electron/platform/translator.ts'

describe('the translations of the main process', () => {
  it('use the current language', () => {
    let locale: Locale = 'en'
    const t = createTranslator(() => locale)
    expect(t('settings.title')).toBe('Settings')
    locale = 'es'
    expect(t('settings.title')).toBe('Ajustes')
    locale = 'pt-BR'
    expect(t('settings.title')).toBe('Configurações')
  })

  it('insert values and select the plural form', () => {
    const t = createTranslator(() => 'en')
    expect(t('sessions.count', { n: 1 }, 1)).not.toBe(t('sessions.count', { n: 2 }, 2))
    expect(t('sessions.count', { n: 1234 }, 1234)).toContain('1234')
  })
})
