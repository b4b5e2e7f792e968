import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDevice } from '../../../../../electron/features/sessions/domain/device.ts'
import {
  byAge,
  createNumbering,
  distinctNames,
  nameKey,
  numberedName,
} from '../../../../../electron/features/sessions/domain/display-names.ts'

const same = (raw: string): string => raw
const name = fc.constantFrom('Firefox', 'Firefox (2)', 'Firefox (3)', 'Chrome', 'Chrome (2) (2)', '')
const known = fc.uniqueArray(fc.record({ name, number: fc.integer({ min: 1, max: 6 }) }), {
  selector: ({ name, number }) => numberedName(name, number),
})

describe('numbering equal names', () => {
  it('assigns the lowest free number, also between known ones', () => {
    const next = createNumbering(
      [1, 3].map((number) => ({ name: 'Firefox', number })),
      same,
    )
    expect(['Firefox', 'Firefox', 'Chrome'].map(next)).toEqual([2, 4, 1])
  })

  it('avoids names that a person typed', () => {
    const next = createNumbering([{ name: 'Firefox (2)', number: 1 }], same, ['Chrome', 'Firefox (4)'])
    expect(['Firefox', 'Firefox', 'Firefox', 'Chrome', 'Firefox (2)'].map(next)).toEqual([1, 3, 5, 2, 2])
  })

  it('counts names as equal that are equal in one language', () => {
    const agents = ['140.0', '141.0'].map(
      (version) => `Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:${version}) Gecko/20100101 Firefox/${version}`,
    )
    const keyOf = (raw: string): string => nameKey(raw, parseDevice(raw))
    const next = createNumbering([], keyOf)
    expect([...agents, 'Firefox on Ubuntu', 'Ana’s phone'].map(next)).toEqual([1, 2, 3, 1])
  })

  it('makes unique names, and never a known one', () => {
    fc.assert(
      fc.property(known, fc.array(name, { maxLength: 30 }), fc.array(name), (kept, newcomers, written) => {
        const next = createNumbering(kept, same, written)
        const given = newcomers.map((raw) => numberedName(raw, next(raw)))
        expect(new Set(given).size).toBe(given.length)
        for (const name of given) {
          expect(kept.map((each) => numberedName(each.name, each.number))).not.toContain(name)
          expect(written).not.toContain(name)
        }
      }),
    )
  })

  it('stays fast if all names are equal', () => {
    const keys: string[] = []
    const next = createNumbering([], (raw) => (keys.push(raw), raw))
    for (let count = 1; count <= 10_000; count++) expect(next('curl')).toBe(count)
    expect(keys).toHaveLength(10_000)
  })
})

it('the order of new sessions is by age, the oldest first, unknown age last', () => {
  const rows = [
    { id: 3, createdAt: 30 },
    { id: 4, createdAt: null },
    { id: 2, createdAt: 10 },
    { id: 1, createdAt: null },
  ]
  expect(byAge(rows).map(({ id }) => id)).toEqual([2, 3, 1, 4])
})

describe('names in one list', () => {
  it('stay as they are unless two are equal, and aliases always stay', () => {
    const rows = [
      { id: 1, name: 'Phone', isAlias: false },
      { id: 2, name: 'Phone', isAlias: true },
      { id: 3, name: 'Tablet', isAlias: false },
    ]
    expect([...distinctNames(rows)].sort()).toEqual([
      [1, 'Phone (2)'],
      [2, 'Phone'],
      [3, 'Tablet'],
    ])
  })
})
