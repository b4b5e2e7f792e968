import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  NO_DOUBTS,
  observe,
  withLatest,
  withShown,
  type Observation,
} from '../../../../../electron/features/sessions/domain/observations.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'

const rows = (...ids: number[]) => ids.map((id) => sessionOf(id))
const named = (id: number, name: string) => sessionOf(id, { name })

function look(part: Partial<Observation>) {
  const { sessions, misses, held } = observe({
    fresh: [],
    known: [],
    ...NO_DOUBTS,
    askedAt: 10_000,
    answeredAt: 10_050,
    isLater: true,
    isEnded: () => false,
    isRecorded: () => false,
    ...part,
  })
  return { ids: sessions.map(({ id }) => id).toSorted((a, b) => a - b), misses: [...misses], held: [...held] }
}

describe('a good list that lacks a known session', () => {
  const known = rows(1, 2)

  it.each<[string, Partial<Observation>, boolean]>([
    ['for the first time', {}, true],
    ['again, and was asked for at once', { misses: new Map([[2, 9_001]]) }, true],
    ['again, and was asked for a second later', { misses: new Map([[2, 9_000]]) }, false],
    ['again, in a copy of the list before', { misses: new Map([[2, 9_000]]), isLater: false }, true],
    ['again, after a minute with one Date', { misses: new Map([[2, -50_000]]), isLater: false }, false],
    ['that this app ended before', { isEnded: ({ id }) => id === 2 }, false],
    ['that was this device', { known: [sessionOf(1), sessionOf(2, { isCurrent: true })] }, true],
  ])('%s', (_what, part, isShown) => {
    const { ids, misses } = look({ fresh: rows(1), known, ...part })
    expect(ids).toEqual(isShown ? [1, 2] : [1])
    expect(misses).toEqual(isShown ? [[2, part.misses?.get(2) ?? 10_050]] : [])
  })

  it('proves that a new session replaced this device’s own, but not that another known one was this device before', () => {
    const [own, next] = [sessionOf(2, { isCurrent: true }), sessionOf(3, { isCurrent: true })]
    expect(look({ fresh: [sessionOf(1), next], known: [sessionOf(1), own] }).ids).toEqual([1, 3])
    const marked = sessionOf(1, { isCurrent: true })
    const seen = { ...BLANK, fresh: [marked], known: [sessionOf(1), own] }
    expect(observe(seen).sessions.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  it('does not miss a session whose id another one has now', () => {
    const [before, after] = [sessionOf(2, { createdAt: 1 }), sessionOf(2, { createdAt: 2 })]
    expect(look({ fresh: [after], known: [before] })).toMatchObject({ ids: [2], misses: [] })
  })
})

it('shows a missed session in its place', () => {
  const [old, own] = [sessionOf(2, { lastUsedAt: 5 }), sessionOf(3, { isCurrent: true })]
  const fresh = [own, sessionOf(1, { lastUsedAt: 3 })]
  const { sessions } = observe({ ...BLANK, fresh, known: [...fresh, old] })
  expect(sessions.map(({ id }) => id)).toEqual([3, 2, 1])
})

describe('a new session with the name of one that a list lacks', () => {
  const [before, after] = [named(2, 'Phone'), named(3, 'Phone')]
  const given = { fresh: [sessionOf(1), after], known: [sessionOf(1), before] }

  it('is left out when it is first seen, and shown the second time, whether the other one returned or not', () => {
    const first = look(given)
    expect(first).toEqual({ ids: [1, 2], misses: [[2, 10_050]], held: [3] })
    const again = { ...given, misses: new Map(first.misses), held: new Set(first.held), askedAt: 12_000 }
    expect(look(again)).toEqual({ ids: [1, 3], misses: [], held: [] })
    expect(look({ ...again, fresh: [sessionOf(1), before, after] }).ids).toEqual([1, 2, 3])
    expect(look({ ...again, misses: new Map() }).ids).toEqual([1, 2, 3])
    // A copy of the first list shows nothing a second time.
    expect(look({ ...again, isLater: false })).toEqual({ ...first, misses: [[2, 10_050]] })
  })

  it.each<[string, Partial<Observation>]>([
    ['it is this device', { fresh: [sessionOf(1), { ...after, isCurrent: true }] }],
    ['the history has it', { isRecorded: ({ id }) => id === 3 }],
    ['it was listed before', { known: [sessionOf(1), before, after] }],
    ['none of its name is missed', { fresh: [sessionOf(1), named(3, 'Tablet')] }],
  ])('is shown at once if %s', (_what, part) => {
    expect(look({ ...given, ...part }).ids).toContain(3)
  })

  it('takes the place of another one with its id at once', () => {
    const reused = { ...after, createdAt: 2 }
    const known = [sessionOf(1), before, sessionOf(3, { createdAt: 1 })]
    expect(look({ fresh: [sessionOf(1), reused], known }).ids).toEqual([1, 2, 3])
  })
})

it('keeps the later one of two sign-ins with one id, with the mark of the list', () => {
  const at = (createdAt: number | null, part = {}) => sessionOf(2, { createdAt, ...part })
  const later = at(5, { name: 'Later' })
  expect(withLatest([sessionOf(1), at(4, { isCurrent: true })], [later])).toEqual([
    sessionOf(1),
    { ...later, isCurrent: true },
  ])
  for (const row of [at(5), at(6), at(null)]) {
    const rows = [sessionOf(1), row]
    expect(withLatest(rows, [later])).toBe(rows)
    expect(withLatest(rows, [at(null)])).toBe(rows)
  }
})

it('keeps the doubts about what a partial list does not show', () => {
  const misses = new Map([2, 3].map((id) => [id, 9_000]))
  const { misses: left, held } = withShown({ misses, held: new Set([4]) }, rows(1, 3))
  expect([[...left.keys()], [...held]]).toEqual([[2], [4]])
})

it('shows every session of the list but held ones, and loses none to a single list', () => {
  const session = fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    name: fc.constantFrom('A', 'B'),
    lastUsedAt: fc.constant(null),
    createdAt: fc.constant(null),
    isCurrent: fc.constant(false),
  })
  const list = fc.uniqueArray(session, { selector: ({ id }) => id, maxLength: 6 })
  fc.assert(
    fc.property(list, list, list, (known, fresh, second) => {
      const first = observe({ ...BLANK, fresh, known })
      const ids = new Set(first.sessions.map(({ id }) => id))
      expect(ids.size).toBe(first.sessions.length)
      for (const { id } of [...known, ...fresh]) expect(ids.has(id) || first.held.has(id)).toBe(true)
      const later = { askedAt: 2_000, answeredAt: 2_000 }
      const next = observe({ ...BLANK, ...first, ...later, fresh: second, known: first.sessions })
      const shown = new Set(next.sessions.map(({ id }) => id))
      for (const { id } of second) if (fresh.some((each) => each.id === id)) expect(shown.has(id)).toBe(true)
    }),
  )
})

const BLANK: Observation = {
  fresh: [],
  known: [],
  ...NO_DOUBTS,
  askedAt: 0,
  answeredAt: 0,
  isLater: true,
  isEnded: () => false,
  isRecorded: () => false,
}
