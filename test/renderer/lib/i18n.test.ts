import { describe, expect, it } from 'vitest'
import { fallbackLocale } from '../../../renderer/lib/i18n.ts'

describe('the language before the state is loaded', () => {
  it.each([
    ['pt-BR', ['pt-PT', 'en']],
    ['es', ['es-MX']],
    ['en', ['de-DE', 'es']],
    ['en', []],
  ])('is %s', (locale, tags) => {
    expect(fallbackLocale(tags)).toBe(locale)
  })
})
