import { expect, it } from 'vitest'
import { briefTime } from '../../../../../electron/features/review/domain/report-times.ts'

const AT = Date.UTC(2026, 0, 1, 1, 30)

it.each([
  ['en', 'UTC', /^Jan 1, 2026, 1:30.AM$/],
  ['en', 'America/Sao_Paulo', /^Dec 31, 2025, 10:30.PM$/],
  ['pt-BR', 'UTC', /^1 jan 2026, 0?1:30$/],
  ['es', 'UTC', /^1 ene 2026, 1:30$/],
])(
  'a brief time in %s and %s has the year, and leaves the zone to the head of its list',
  (locale, zone, text) => {
    expect(briefTime(locale, zone)(AT)).toMatch(text)
  },
)
