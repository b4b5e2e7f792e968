import { expect, it } from 'vitest'
import { briefTime, listTime, zoneTitle } from '../../../electron/shared/exact-time.ts'

const AT = Date.UTC(2026, 0, 1, 1, 30)

it.each([
  ['en', 'UTC', AT + 86_400_000, /^Jan 1, 1:30.AM$/],
  ['en', 'America/Sao_Paulo', AT, /^Dec 31, 10:30.PM$/],
  ['en', 'America/Sao_Paulo', AT + 86_400_000, /^Dec 31, 2025, 10:30.PM$/],
  ['pt-BR', 'UTC', AT, /^1 de jan/],
  ['es', 'UTC', AT, /^1 ene/],
])('the time of a list in %s and %s has the year only if now, %i, has another', (locale, zone, now, text) => {
  expect(listTime(AT, now, locale, zone)).toMatch(text)
})

it.each([
  ['en', 'UTC', /^Jan 1, 2026, 1:30.AM$/],
  ['en', 'America/Sao_Paulo', /^Dec 31, 2025, 10:30.PM$/],
  ['pt-BR', 'UTC', /^1 de jan.* 2026, 0?1:30$/],
  ['es', 'UTC', /^1 ene 2026, 1:30$/],
])(
  'a brief time in %s and %s has the year, and leaves the zone to the head of its list',
  (locale, zone, text) => {
    expect(briefTime(locale, zone)(AT)).toMatch(text)
  },
)

it.each([
  ['UTC', AT, 'UTC'],
  ['America/Sao_Paulo', AT, 'America/Sao_Paulo (GMT\u22123)'],
  ['Europe/Madrid', AT, 'Europe/Madrid (GMT+1)'],
  ['Europe/Madrid', Date.UTC(2026, 6, 1), 'Europe/Madrid (GMT+2)'],
])('the zone %s is named with its distance from UTC at %i', (zone, at, text) => {
  expect(zoneTitle(at, zone)).toBe(text)
})
