import { expect, it } from 'vitest'
import { listTime } from '../../../electron/shared/exact-time.ts'

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
