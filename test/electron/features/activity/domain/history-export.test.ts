import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ActivityEntry } from '../../../../../electron/shared/activity.ts'
import {
  escapeCsvCell,
  historyAsCsv,
  historyAsJson,
} from '../../../../../electron/features/activity/domain/history-export.ts'
import { accountOf } from '../../../fake-service.ts'

const AT = Date.parse('2026-03-03T14:03:00Z')
const entry = (name: string): ActivityEntry => ({
  at: AT,
  type: 'ended',
  actor: 'thisApp',
  sessionId: 4,
  name,
})
const t = (key: string): string => key.split('.').at(-1) ?? ''

/** Parses the cells of a CSV file by RFC 4180. */
function read(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('a history as CSV', () => {
  it('is readable by spreadsheets: a byte order mark, one line each, CRLF', () => {
    expect(historyAsCsv([entry('Firefox, "Ubuntu"')], t)).toBe(
      '\uFEFFtime,what,by,name,session,notBefore\r\n2026-03-03T14:03:00.000Z,ended,thisApp,"Firefox, ""Ubuntu""",4,\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '"=1', "'=1", '\u200B=1', '＝1'])(
    'has no formula in %j',
    (name) => {
      const [, row] = read(historyAsCsv([entry(name)], t).slice(1))
      expect(row?.[3]).toBe(`'${name}`)
    },
  )

  it('contains the number of sessions of a rule’s run', () => {
    const run: ActivityEntry = {
      at: AT,
      type: 'ruleRan',
      actor: 'thisApp',
      sessionId: null,
      name: null,
      count: 3,
    }
    const csv = historyAsCsv([run], (key, _named, n) => `${t(key)}${n ?? ''}`)
    expect(read(csv.slice(1))[1]?.slice(1)).toEqual(['ruleRan', 'thisApp', 'count3', '', ''])
    expect(historyAsJson(accountOf(7), [run])).toContain('"count": 3')
  })

  it('contains the start of the span in which a change happened, if it is a span', () => {
    const spanned = { ...entry('iPhone'), after: AT - 3_600_000 }
    expect(read(historyAsCsv([spanned], t).slice(1))[1]?.at(-1)).toBe('2026-03-03T13:03:00.000Z')
    expect(historyAsJson(accountOf(7), [spanned])).toContain('"after": "2026-03-03T13:03:00.000Z"')
    expect(historyAsJson(accountOf(7), [entry('iPhone')])).not.toContain('after')
  })

  it('contains every name unchanged, and no formula', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('=', '+', '-', '@', ' ', '\t', '\r', '\n', '"', ',', 'a') }),
    )
    fc.assert(
      fc.property(names, (name) => {
        const [, row] = read(historyAsCsv([entry(name)], t).slice(1))
        const cell = row?.[3] ?? ''
        expect([name, `'${name}`]).toContain(cell)
        expect(cell.trimStart()).not.toMatch(/^[=+\-@\t\r]/)
        expect(row).toHaveLength(6)
      }),
    )
  })

  it('leaves harmless text as it is', () => {
    expect(['Firefox on Ubuntu', 'curl/8.5', 'a=b', ''].map(escapeCsvCell)).toEqual([
      'Firefox on Ubuntu',
      'curl/8.5',
      'a=b',
      '',
    ])
  })
})

describe('a history as JSON', () => {
  it('contains the owner, and values that do not depend on the language', () => {
    expect(JSON.parse(historyAsJson(accountOf(7), [entry('=1+1')]))).toEqual({
      service: 'https://chat.example/api/v1',
      user: 'user7@example.com',
      history: [
        { at: '2026-03-03T14:03:00.000Z', type: 'ended', actor: 'thisApp', sessionId: 4, name: '=1+1' },
      ],
    })
  })
})
