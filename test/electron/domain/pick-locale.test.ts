import { expect, it } from 'vitest'
import type { ServiceLocale } from '../../../electron/shared/account.ts'
import { pickLocale } from '../../../electron/domain/pick-locale.ts'

it.each([
  ['es', 'pt-BR', ['en-US'], 'es'],
  ['auto', 'pt-BR', ['es-MX'], 'pt-BR'],
  ['auto', null, ['de-DE', 'es-MX', 'en'], 'es'],
  ['auto', null, ['pt_PT.UTF-8'], 'pt-BR'],
  ['auto', null, ['C', 'ja'], 'en'],
  // The service may have languages that the app does not have.
  ['auto', 'ja' as ServiceLocale, ['es-MX'], 'es'],
  ['auto', null, [], 'en'],
] as const)('pickLocale chosen %s, profile %s, system %j -> %s', (chosen, profile, system, locale) => {
  expect(pickLocale(chosen, profile, system)).toBe(locale)
})
