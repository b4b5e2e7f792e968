import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameApart, type GivenName, type Nameable } from '../../../electron/domain/session-naming.ts'

const row = (id: number, base: string, createdAt: number | null = id): Nameable => ({ id, base, createdAt })
const names = (given: Map<number, GivenName>): Record<number, string> =>
  Object.fromEntries([...given].map(([id, { name }]) => [id, name]))

describe('numbering equal names', () => {
  it('goes by age, the oldest without a number, one of unknown age last', () => {
    const rows = [row(3, 'Firefox', 30), row(1, 'Firefox', null), row(2, 'Firefox', 10), row(4, 'Chrome')]
    expect(names(nameApart(rows))).toEqual({ 1: 'Firefox (3)', 2: 'Firefox', 3: 'Firefox (2)', 4: 'Chrome' })
  })

  it('keeps numbers when an older one ends, and gives none of them to a newcomer', () => {
    const first = nameApart([row(1, 'Firefox'), row(2, 'Firefox'), row(3, 'Firefox')])
    const second = nameApart([row(2, 'Firefox'), row(3, 'Firefox'), row(9, 'Firefox')], first)
    expect(names(second)).toEqual({ 2: 'Firefox (2)', 3: 'Firefox (3)', 9: 'Firefox (4)' })
  })

  it('does not run into a name that somebody typed', () => {
    const rows = [row(1, 'Firefox (2)'), row(2, 'Firefox'), row(3, 'Firefox'), row(4, 'Firefox (2)')]
    expect(names(nameApart(rows))).toEqual({
      1: 'Firefox (2)',
      2: 'Firefox',
      3: 'Firefox (3)',
      4: 'Firefox (2) (2)',
    })
  })

  const base = fc.constantFrom('Firefox', 'Firefox (2)', 'Firefox (3)', 'Chrome', 'Chrome (2) (2)', '')
  const sessions = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 40 }),
      base,
      createdAt: fc.option(fc.integer({ min: 0, max: 5 })),
    }),
    { selector: ({ id }) => id, maxLength: 30 },
  )

  it('gives names that are unlike each other, whatever the order and whoever came before', () => {
    fc.assert(
      fc.property(sessions, sessions, (earlier, later) => {
        const before = nameApart(earlier)
        const given = nameApart(later, before)
        expect(new Set(Object.values(names(given))).size).toBe(later.length)
        expect(nameApart(later.toReversed(), before)).toEqual(given)
      }),
    )
  })

  it('lets nobody’s name change because others come or go', () => {
    fc.assert(
      fc.property(sessions, sessions, (all, more) => {
        const before = nameApart(all)
        const left = all.filter((_, index) => index % 2 === 0)
        const known = new Set(all.map(({ id }) => id))
        const after = nameApart([...left, ...more.filter(({ id }) => !known.has(id))], before)
        for (const { id } of left) expect(after.get(id)).toEqual(before.get(id))
      }),
    )
  })
})
