import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDevice } from '../../../../../electron/features/sessions/domain/device.ts'
import {
  byAge,
  createNumbering,
  distinctNames,
  markedName,
  nameKey,
  numberedName,
  tellApart,
  type Twin,
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

  it('counts names as equal that are equal in one language', () => {
    const agents = ['140.0', '141.0'].map(
      (version) => `Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:${version}) Gecko/20100101 Firefox/${version}`,
    )
    const keyOf = (raw: string): string => nameKey(raw, parseDevice(raw))
    const next = createNumbering([], keyOf)
    expect([...agents, 'Firefox on Ubuntu', 'Ana’s phone'].map(next)).toEqual([1, 2, 3, 1])
  })

  it.each(['Fire\u200Dfox', 'Firefox\u{E0041}', 'Firefox\uFE0F', 'Fi\u2060refox'])(
    'counts what cannot be seen for nothing: %j',
    (raw) => {
      const keyOf = (each: string): string => nameKey(each, parseDevice(each))
      expect(createNumbering([{ name: 'Firefox', number: 1 }], keyOf)(raw)).toBe(2)
      expect(createNumbering([], keyOf, [raw])('Firefox')).toBe(2)
      const shown = distinctNames([raw, 'Firefox'].map((each, id) => ({ id, name: each, isAlias: false })))
      expect([...shown.values()]).toEqual([raw, 'Firefox (2)'])
    },
  )

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
  const ages = [30, null, 10, null].map((createdAt, index) => ({ id: 4 - index, createdAt }))
  expect(byAge(ages).map(({ id }) => id)).toEqual([2, 4, 1, 3])
})

describe('names in one list', () => {
  it('stay as they are unless two are equal, and aliases always stay', () => {
    const names = ['Phone', 'Phone', 'Tablet']
    const distinct = distinctNames(names.map((each, id) => ({ id, name: each, isAlias: id === 1 })))
    expect([0, 1, 2].map((id) => distinct.get(id))).toEqual(['Phone (2)', 'Phone', 'Tablet'])
  })
})

describe('telling equal names apart', () => {
  const dates = { day: (at: number) => `day ${Math.floor(at / 10)}`, moment: (at: number) => `time ${at}` }
  const say = (_key: string, named: Record<string, string | number> = {}): string =>
    `${named['name']} (${named['date']})`
  const keyOf = (): string => 'OkHttp'
  const namesOf = (twins: readonly Twin[]): string[] => {
    const marks = tellApart(twins, keyOf, dates)
    return twins.map((twin) => markedName('OkHttp', marks.get(twin), say))
  }
  const twin = (number: number, signedInAt: number | null, firstSeenAt = 0): Twin => ({
    key: number,
    number,
    signedInAt,
    firstSeenAt,
  })

  it('uses the day, or the time if the day is taken, or else the number', () => {
    expect(namesOf([twin(2, 11), twin(1, 10), twin(3, 12), twin(4, 12), twin(5, null)])).toEqual([
      'OkHttp (day 1)',
      'OkHttp',
      'OkHttp (time 12)',
      'OkHttp (time 12) (4)',
      'OkHttp (5)',
    ])
  })

  it('keeps the first one first though the clock went back', () => {
    expect(namesOf([twin(1, 10, 5), twin(2, 11, 4)])).toEqual(['OkHttp', 'OkHttp (day 1)'])
  })

  it('makes unique names, which later sessions do not change', () => {
    const times = fc.array(fc.option(fc.integer({ min: 0, max: 99 })), { maxLength: 30 })
    fc.assert(
      fc.property(times, times, (first, later) => {
        const all = [...first.map((at) => [at, 0] as const), ...later.map((at) => [at, 1] as const)]
        const twins = all.map(([at, firstSeenAt], index) => twin(index + 1, at, firstSeenAt))
        const names = namesOf(twins)
        expect(new Set(names).size).toBe(names.length)
        expect(names.slice(0, first.length)).toEqual(namesOf(twins.slice(0, first.length)))
      }),
    )
  })
})
