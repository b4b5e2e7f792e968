import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ShownEntry } from '../../../../electron/shared/activity.ts'
import { dayStart } from '../../../../electron/shared/dates.ts'
import { historyRows } from '../../../../renderer/features/activity/history-rows.ts'

const entry = (at: number): ShownEntry => ({
  at,
  type: 'ended',
  actor: 'rule',
  sessionId: 2,
  key: 7,
  name: 'Phone',
})
const time = fc.integer({ min: Date.UTC(2025, 9, 1), max: Date.UTC(2026, 3, 1) })

it('groups the history by the days of a zone, each with one heading', () => {
  fc.assert(
    fc.property(
      fc.array(time),
      fc.constantFrom('UTC', 'America/Sao_Paulo', 'Europe/Madrid'),
      (times, zone) => {
        const entries = times.toSorted((a, b) => b - a).map(entry)
        const rows = historyRows(entries, zone)
        expect(rows.flatMap((row) => (row.kind === 'entry' ? [row.entry] : []))).toEqual(entries)
        const days = rows.flatMap((row) => (row.kind === 'day' ? [row.at] : []))
        expect(days).toEqual([...new Set(entries.map(({ at }) => dayStart(at, 0, zone)))])
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
        for (const row of rows) if (row.kind === 'entry') expect(row.at).toBe(dayStart(row.entry.at, 0, zone))
      },
    ),
  )
})

it('keeps the keys of its rows when a new entry comes first', () => {
  const [now, before] = [Date.UTC(2026, 2, 20, 12), Date.UTC(2026, 2, 20, 11)]
  const keys = historyRows([entry(before), entry(before)], 'UTC').map(({ key }) => key)
  const more = historyRows([entry(now), entry(before), entry(before)], 'UTC').map(({ key }) => key)
  expect(more.slice(2)).toEqual(keys.slice(1))
})
