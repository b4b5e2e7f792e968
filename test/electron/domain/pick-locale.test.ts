import { expect, it } from 'vitest'
import type { ServiceLocale } from '../../../electron/shared/account.ts'
import { pickLanguage, pickLocale, posixRegion } from '../../../electron/domain/pick-locale.ts'

it.each([
  ['es', 'pt-BR', ['en-US'], 'es'],
  ['auto', 'pt-BR', ['es-MX'], 'pt-BR'],
  ['auto', null, ['de-DE', 'es-MX', 'en'], 'es'],
  ['auto', null, ['pt_PT.UTF-8'], 'pt-BR'],
  ['auto', null, ['C', 'ja'], 'en'],
  // The service may have languages that the app does not have.
  ['auto', 'ja' as ServiceLocale, ['es-MX'], 'es'],
  ['auto', null, [], 'en'],
] as const)('pickLanguage chosen %s, profile %s, system %j -> %s', (chosen, profile, system, language) => {
  expect(pickLanguage(chosen, profile, system)).toBe(language)
})

it.each([
  ['en', 'en-US', 'en-US-u-hc-h12'],
  ['en', 'en-GB', 'en-GB-u-hc-h23'],
  ['pt-BR', 'pt-PT', 'pt-PT-u-hc-h23'],
  ['es', 'es-MX', 'es-MX-u-hc-h12'],
  ['en', 'en-BR', 'en-BR-u-hc-h23'],
  // Of another language only the clock.
  ['en', 'de-DE', 'en-u-hc-h23'],
  ['pt-BR', 'en-US', 'pt-BR-u-hc-h12'],
  ['en', 'C', 'en'],
  ['en', '', 'en'],
] as const)('pickLocale %s in the region %s -> %s', (language, region, locale) => {
  expect(pickLocale(language, null, { systemLocales: [], region })).toBe(locale)
})

it.each([
  ['en-GB', { LC_ALL: '', LC_TIME: 'en_GB.UTF-8', LANG: 'en_US.UTF-8' }],
  ['ca-ES', { LANG: 'ca_ES.UTF-8@valencia' }],
  ['C', { LC_ALL: 'C.UTF-8', LC_TIME: 'en_GB.UTF-8' }],
  ['', {}],
])('posixRegion is %s in %j', (region, env) => {
  expect(posixRegion(env)).toBe(region)
})
