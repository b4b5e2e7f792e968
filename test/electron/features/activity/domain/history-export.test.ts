import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ActivityEntry } from '../../../../../electron/shared/activity.ts'
import {
  historyAsCsv,
  historyAsJson,
} from '../../../../../electron/features/activity/domain/history-export.ts'
import { accountOf } from '../../../fake-service.ts'
import { formulasIn, HOSTILE_TEXT } from '../../../csv-formulas.ts'

const AT = Date.parse('2026-03-03T14:03:00Z')
const entry = (part: Partial<ActivityEntry> = {}): ActivityEntry => ({
  at: AT,
  type: 'ended',
  actor: 'thisApp',
  sessionId: 4,
  name: 'iPhone',
  ...part,
})
/** A translator that returns the last part of a key, and the count. */
const t = (key: string, named: object = {}): string => [key.split('.').at(-1), ...Object.values(named)].join()

/** The cells of the row of an entry, parsed by RFC 4180. */
function cellsOf(part: Partial<ActivityEntry>): string[] {
  const [, line = ''] = historyAsCsv([entry(part)], t, 'en').split(/^.*notBefore\r\n/)
  const cells = line.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

describe('a history as CSV', () => {
  it('is readable by spreadsheets: a byte order mark, one line each, CRLF', () => {
    const header = 'time,what,by,name,session,notBefore'
    const line = '2026-03-03T14:03:00.000Z,ended,thisApp,"Firefox, ""Ubuntu""",4,'
    expect(historyAsCsv([entry({ name: 'Firefox, "Ubuntu"' })], t, 'en')).toBe(
      `\uFEFF${header}\r\n${line}\r\n`,
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '  =1', '"=1', "'=1", '\u200B=1', '＝1'])(
    'has no formula in %j',
    (name) => expect(cellsOf({ name })[3]).toBe(`'${name}`),
  )

  it.each([
    ['iPhone;=HYPERLINK("x")', 'iPhone;\'=HYPERLINK("x")'],
    ['a;\t=1', "a;'\t'=1"],
    ['\t=1', "'\t'=1"],
    ['\r\n=1', "'\r'\n'=1"],
    ['a;', "a;'"],
    ['a, -1', "a,' -1"],
    ['a\r\n@b', "a\r'\n'@b"],
    ['a;"=1', 'a;\'"=1'],
    ['Ana; Bob, 1-2', 'Ana; Bob, 1-2'],
  ])('has no formula in a part of %j', (name, cell) => expect(cellsOf({ name })[3]).toBe(cell))

  it('contains every name readably, and no formula wherever a spreadsheet splits the file', () => {
    fc.assert(
      fc.property(HOSTILE_TEXT, (name) => {
        const cells = cellsOf({ name })
        expect(cells[3]?.replaceAll("'", '')).toBe(name.replaceAll("'", ''))
        expect(cells).toHaveLength(6)
        expect(formulasIn(historyAsCsv([entry({ name })], t, 'en'))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a history', () => {
  it.each<[string, Partial<ActivityEntry>, cells: string[], string | undefined]>([
    [
      'the number of sessions of a rule’s run',
      { type: 'ruleRan', sessionId: null, name: null, count: 3 },
      ['ruleRan', 'thisApp', 'count,3', '', ''],
      '"count": 3',
    ],
    [
      'the span in which a change happened',
      { after: AT - 3_600_000 },
      ['ended', 'thisApp', 'iPhone', '4', '2026-03-03T13:03:00.000Z'],
      '"after": "2026-03-03T13:03:00.000Z"',
    ],
    ['no name where there is none', { name: null }, ['ended', 'thisApp', '', '4', ''], '"name": null'],
  ])('contains %s, as CSV and as JSON', (_what, part, cells, json) => {
    expect(cellsOf(part).slice(1)).toEqual(cells)
    expect(historyAsJson(accountOf(7), [entry(part)])).toContain(json)
  })

  it('contains as JSON the owner, and values that do not depend on the language', () => {
    const line = {
      at: '2026-03-03T14:03:00.000Z',
      type: 'ended',
      actor: 'thisApp',
      sessionId: 4,
      name: '=1+1',
    }
    expect(JSON.parse(historyAsJson(accountOf(7), [entry({ name: '=1+1' })]))).toEqual({
      service: 'https://chat.example/api/v1',
      user: 'user7@example.com',
      history: [line],
    })
  })
})
