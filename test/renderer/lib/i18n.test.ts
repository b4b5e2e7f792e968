import { describe, expect, it } from 'vitest'
import { createAppI18n, fallbackLocale, setLocale } from '../../../renderer/lib/i18n.ts'

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

it.each([
  ['en', 'End 12,345 sessions'],
  ['pt-BR', 'Encerrar 12.345 sessões'],
  ['es', '12.345'],
])('numbers in texts are as people write them: %s', async (locale, text) => {
  const { global } = createAppI18n()
  await setLocale(global, locale)
  expect(global.t('bulkRevocation.action', { n: 12_345 }, 12_345)).toContain(text)
  expect(global.t('bulkRevocation.action', 12_345)).toContain(text)
})

it('a text is of the language that is shown, also after it was read in another one', async () => {
  const { global } = createAppI18n()
  const texts: string[] = []
  for (const locale of ['en', 'es', 'es', 'en']) {
    await setLocale(global, locale)
    texts.push(global.t('signIn.title'))
  }
  expect(texts).toEqual(['Sign in', 'Iniciar sesión', 'Iniciar sesión', 'Sign in'])
})

it('a time at the end of a sentence has one full stop, and a name keeps its own', async () => {
  const { global } = createAppI18n()
  await setLocale(global, 'es')
  const when = `a las ${new Date(0).toLocaleTimeString('es-MX', { timeStyle: 'short', hour12: true })}`
  expect(global.t('passwordReport.unknown', { name: 'A..b', when })).toMatch(/ A\.\.b .* [ap]\.\s?m\.$/u)
})
