import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import {
  NO_DOUBTS,
  observe,
  observePartial,
  withLatest,
  type Observation,
} from '../../../../../electron/features/sessions/domain/observations.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'
import { anyApiSession } from '../../../../support/builders.ts'

const rows = (...ids: number[]) => ids.map((id) => sessionOf(id))
const named = (id: number, name: string) => sessionOf(id, { name })

const idsOf = (sessions: readonly { id: number }[]) => sessions.map(({ id }) => id).toSorted((a, b) => a - b)
/** Sessions that are held back since lists that were answered at `firstAt` and `lastAt`. */
const heldOf = (sessions: ApiSession[], firstAt = 9_000, lastAt = firstAt, missedAt: number | null = null) =>
  new Map(sessions.map((session) => [session.id, { session, firstAt, lastAt, missedAt }]))

function look(part: Partial<Observation>) {
  const { sessions, misses, held } = observe({
    fresh: [],
    known: [],
    ...NO_DOUBTS,
    askedAt: 10_000,
    answeredAt: 10_050,
    date: null,
    isLater: true,
    isEnded: () => false,
    isRecorded: () => false,
    ...part,
  })
  return { ids: idsOf(sessions), misses: [...misses], held: [...held.keys()] }
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
    const again = { ...given, misses: new Map(first.misses), held: heldOf([after]), askedAt: 12_000 }
    expect(look(again)).toEqual({ ids: [1, 3], misses: [], held: [] })
    expect(look({ ...again, fresh: [sessionOf(1), before, after] }).ids).toEqual([1, 2, 3])
    expect(look({ ...again, misses: new Map() }).ids).toEqual([1, 2, 3])
    expect(look({ ...again, askedAt: 10_500 }).ids).toEqual([1, 2, 3])
    // A copy counts as another list after a minute, once nothing was missed later.
    const copy = { ...again, isLater: false, known: [...given.known, named(4, 'Tablet')] }
    const since = (at: number) => ({ misses: new Map([2, 4].map((id) => [id, id === 2 ? at : -50_000])) })
    expect([since(-50_000), since(11_000)].map((part) => look({ ...copy, ...part }).ids)).toEqual([
      [1, 3],
      [1, 2],
    ])
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

  it('is there, missed for the first time, if a list lacks it that proves the other one to be gone', () => {
    const again = { misses: new Map([[2, 9_000]]), held: heldOf([after]) }
    const lacking = { ...given, ...again, fresh: [sessionOf(1)] }
    expect(look(lacking)).toEqual({ ids: [1, 3], misses: [[3, 10_050]], held: [] })
    // Nor does it hide what else is missed.
    const tablet = named(5, 'Tablet')
    expect(look({ ...lacking, known: [...given.known, tablet] }).ids).toEqual([1, 3, 5])
    // The other one may still be there.
    const doubtful = { ...lacking, misses: new Map([[2, 9_500]]), held: heldOf([after, named(9, 'Tablet')]) }
    expect(look(doubtful)).toMatchObject({ ids: [1, 2], held: [3, 9] })
    // Its own renewal waits for it.
    const next = look({ ...lacking, fresh: [sessionOf(1), named(4, 'Phone')] })
    expect(next).toMatchObject({ ids: [1, 3], held: [4] })
    // The other one is back, or was listed before: it was no renewal.
    expect(look({ ...lacking, fresh: [sessionOf(1), before] }).ids).toEqual([1, 2])
    expect(look({ ...lacking, held: heldOf([named(3, 'Tablet')]) }).ids).toEqual([1])
  })

  it('appears with all others that may be the renewal of one that is gone, so that none of them is it for certain', () => {
    const began = { createdAt: 500_000 }
    const [one, two] = [sessionOf(3, { name: 'Phone', ...began }), sessionOf(4, { name: 'Phone', ...began })]
    const again = { misses: new Map([[2, 9_000]]), held: heldOf([one, two]), date: 500_001 }
    // The list lacks the young 4, which thus is missed for the first time.
    expect(look({ ...given, ...again, fresh: [sessionOf(1), one] })).toMatchObject({ ids: [1, 3, 4] })
    // A third one, which no list showed before, waits for the end of 4.
    const third = { ...again, fresh: [sessionOf(1), one, named(5, 'Phone')] }
    expect(look({ ...given, ...third })).toMatchObject({ ids: [1, 3, 4], held: [5] })
  })

  it('waits though lists showed it before, if it may be the renewal of another one that waited', () => {
    const next = named(4, 'Phone')
    const lookSince = (firstAt: number) =>
      look({
        ...given,
        fresh: [sessionOf(1), next],
        misses: new Map([[2, 8_000]]),
        held: new Map([...heldOf([after], 8_000, 9_000), ...heldOf([next], firstAt)]),
      })
    expect(lookSince(9_000)).toEqual({ ids: [1, 3, 4], misses: [[3, 10_050]], held: [] })
    expect(lookSince(9_001)).toEqual({ ids: [1, 3], misses: [[3, 10_050]], held: [4] })
  })

  it('is held since the first list that shows it', () => {
    const first = observe({ ...BLANK, ...given, ...NO_DOUBTS, isLater: true })
    const again = { ...BLANK, ...given, ...first, known: given.known, askedAt: 10_500, answeredAt: 10_550 }
    const second = observe({ ...again, fresh: given.fresh, isLater: false })
    expect([...second.held.values()]).toEqual([
      { session: after, firstAt: 0, lastAt: 10_550, missedAt: null },
    ])
  })

  it('is missed since the first good list that lacks it, also while it was held', () => {
    const lacking = { ...BLANK, fresh: [sessionOf(1)], known: given.known, misses: new Map([[2, 9_500]]) }
    const first = observe({ ...lacking, held: heldOf([after]), askedAt: 10_000, answeredAt: 10_050 })
    expect([...first.held.values()]).toMatchObject([{ lastAt: 9_000, missedAt: 10_050 }])
    const second = { ...lacking, ...first, fresh: [sessionOf(1)], known: given.known, askedAt: 10_600 }
    expect(look({ ...second, answeredAt: 10_650 })).toMatchObject({ ids: [1, 3], misses: [[3, 10_050]] })
    // Listed again, it is not missed.
    const back = observe({ ...second, fresh: [sessionOf(1), after], answeredAt: 10_150, isLater: false })
    expect([...back.held.values()]).toMatchObject([{ lastAt: 10_150, missedAt: null }])
  })

  it('is held no longer once it is shown, so that it does not come back with the end of the next of its name', () => {
    const tablet = named(4, 'Tablet')
    const proved = { misses: new Map([[2, 9_000]]), held: heldOf([after]) }
    expect(look({ ...given, ...proved, known: [...given.known, tablet] })).toEqual({
      ids: [1, 3, 4],
      misses: [[4, 10_050]],
      held: [],
    })
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

describe('a session that began within a minute', () => {
  const young = sessionOf(2, { name: 'Phone', createdAt: 500_000 })
  const [known, heir] = [[sessionOf(1), young], named(3, 'Phone')]
  const look1 = { fresh: [sessionOf(1), heir], known, date: 559_999, held: heldOf([heir]) }

  it('is gone only after 5 s without it, and so long what may be its renewal waits', () => {
    const missedSince = (since: number) => look({ ...look1, misses: new Map([[2, since]]) })
    expect(missedSince(5_001)).toEqual({ ids: [1, 2], misses: [[2, 5_001]], held: [3] })
    expect(missedSince(5_000)).toEqual({ ids: [1, 3], misses: [], held: [] })
  })

  it('keeps what has its name too, so that no new one is taken for the only renewal of one of them', () => {
    const older = named(4, 'Phone')
    const both = { ...look1, known: [...known, older] }
    const lookSince = (ms: number) => look({ ...both, misses: new Map([2, 4].map((id) => [id, ms])) }).ids
    expect([lookSince(5_001), lookSince(5_000)]).toEqual([
      [1, 2, 4],
      [1, 3],
    ])
    expect(look({ ...both, misses: new Map([[4, 1]]), isEnded: ({ id }) => id === 4 }).ids).toEqual([1, 2])
  })

  it.each<[string, Partial<Observation>]>([
    ['is older by then', { date: 560_000 }],
    ['began at a time that is unknown', { known: [sessionOf(1), { ...young, createdAt: null }] }],
    ['is in a list without a Date', { date: null }],
    ['was ended by this app', { isEnded: ({ id }) => id === 2 }],
  ])('needs two lists only if it %s', (_what, part) => {
    expect(look({ ...look1, misses: new Map([[2, 9_000]]), ...part }).ids).toEqual([1, 3])
  })
})

describe('a partial list', () => {
  const [before, after] = [named(2, 'Phone'), named(3, 'Phone')]
  const blank = { known: [sessionOf(1), before], ...NO_DOUBTS, answeredAt: 10_000, isRecorded: () => false }
  function lookPartially(sessions: ApiSession[], part: Partial<Parameters<typeof observePartial>[0]> = {}) {
    const listedIds = new Set(sessions.map(({ id }) => id))
    const {
      sessions: shown,
      misses,
      held,
      lacks,
    } = observePartial({ ...blank, fresh: sessions, listedIds, ...part })
    return { ids: idsOf(shown), misses: [...misses.keys()], held: [...held.keys()], lacks: [...lacks] }
  }

  it('proves no session to be gone, and keeps the doubts about what it does not show', () => {
    const doubts = { misses: new Map([1, 4].map((id) => [id, 9_000])), held: heldOf([sessionOf(5)]) }
    expect(lookPartially([sessionOf(1)], doubts)).toMatchObject({ ids: [1], misses: [4], held: [5] })
  })

  it('leaves out what may be the renewal of a session that only it lacks, for 10 s and until good lists judge it', () => {
    const shown = [sessionOf(1), after]
    expect(lookPartially(shown)).toEqual({ ids: [1], misses: [], held: [], lacks: [[2, 10_000]] })
    expect(lookPartially(shown, { lacks: new Map([[2, 1]]) })).toMatchObject({ ids: [1], lacks: [[2, 1]] })
    expect(lookPartially(shown, { lacks: new Map([[2, 0]]) })).toMatchObject({ ids: [1, 3], lacks: [[2, 0]] })
    expect(lookPartially([...shown, before], { lacks: new Map([[2, 1]]) })).toMatchObject({
      ids: [1, 2, 3],
      lacks: [],
    })
    expect(look({ known: [before], fresh: [after] }).held).toEqual([3])
  })

  it('leaves out what may be the renewal of a missed session for 10 s', () => {
    const misses = new Map([[2, 1]])
    const rowsOfIt = [sessionOf(1), after]
    expect(lookPartially(rowsOfIt, { misses })).toEqual({ ids: [1], misses: [2], held: [3], lacks: [] })
    for (const part of [
      { misses: new Map([[2, 0]]) },
      { misses: new Map([[1, 1]]), lacks: new Map([[2, 0]]) },
      { misses, isRecorded: ({ id }: ApiSession) => id === 3 },
      { misses, known: [sessionOf(1), before, after] },
      { misses, fresh: [sessionOf(1), { ...after, isCurrent: true }] },
    ])
      expect(lookPartially(rowsOfIt, { held: heldOf([after]), ...part })).toMatchObject({
        ids: [1, 3],
        held: [],
      })
  })
})

it('shows every session of the list but held ones, and loses none to a single list', () => {
  const session = anyApiSession({ id: fc.integer({ min: 1, max: 6 }), name: fc.constantFrom('A', 'B') })
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
  date: null,
  isLater: true,
  isEnded: () => false,
  isRecorded: () => false,
}
