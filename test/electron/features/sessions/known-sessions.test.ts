import { describe, expect, it } from 'vitest'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import type { TokenFacts } from '../../../../electron/domain/token-facts.ts'
import type { KnownSessionsDependencies } from '../../../../electron/features/sessions/known-sessions.ts'
import { knownOver, sessionOf } from '../revocation/lists-harness.ts'
import { fakeClock, fakeForgetting } from '../../fakes.ts'

const own = (id: number): ApiSession => sessionOf(id, { isCurrent: true })

function setUp(dependencies: Partial<KnownSessionsDependencies> = {}) {
  const [clock, { on, forget }] = [fakeClock(), fakeForgetting()]
  const known = knownOver(clock, { onAccountForgotten: on, ...dependencies })
  /** Judges a list that was asked for now, or at `askedAt`. */
  function judge(
    account: string,
    sessions: readonly ApiSession[],
    { askedAt = clock.steady(), isPaged = false, isFirstOfToken = false, date = null as number | null } = {},
  ) {
    const fetch = { token: 't', isFirstOfToken, askedAt, answeredAt: clock.steady() }
    const judged = known.judge(account, { sessions: [...sessions], isPaged, date, skew: 0 }, fetch)
    return { ...judged, ids: judged.sessions.map(({ id }) => id), isComparable: judged.comparable !== null }
  }
  return { clock, known, judge, forget }
}

describe('what is known of the sessions of an account', () => {
  it('is forgotten with the account', () => {
    const { judge, forget } = setUp()
    judge('a', [own(1), sessionOf(2)])
    expect(judge('a', [own(8)]).doubt).toBe('listForeign')
    forget('a')
    expect(judge('a', [own(8)]).doubt).toBeNull()
  })

  it('says at once that a session is gone if its DELETE was answered before the list was asked for, not after', () => {
    const { known, judge, clock } = setUp()
    const all = [own(1), sessionOf(2, { createdAt: 5 }), sessionOf(3)]
    judge('a', all)
    const before = clock.steady()
    clock.jumpSteady(10)
    known.answered('a', { id: 2, createdAt: 5 }, 'ended')
    expect(judge('a', [own(1), sessionOf(3)], { askedAt: before })).toMatchObject({
      ids: [1, 3, 2],
      missedIds: new Set([2]),
    })
    expect(judge('a', [own(1), sessionOf(3)])).toMatchObject({ ids: [1, 3], missedIds: new Set() })
    known.answered('a', { id: 3, createdAt: 9 }, 'ended')
    judge('a', [own(1), sessionOf(3, { createdAt: 10 })])
    expect([...judge('a', [own(1)]).missedIds]).toEqual([3])
  })

  it('lets the mark follow a renewed token until a good list came, though the first one was of a server behind', () => {
    const { judge } = setUp()
    const all = [own(1), sessionOf(2)]
    judge('a', all)
    const first = { isFirstOfToken: true }
    expect(judge('a', [sessionOf(1), sessionOf(2)], first).doubt).toBe('listUnclear')
    // Nothing else tells that it is ours: a second list has to repeat it.
    expect(judge('a', [own(4), sessionOf(2)]).doubt).toBe('listUnclear')
    expect(judge('a', [own(4), sessionOf(2)])).toMatchObject({ doubt: null, ids: [4, 2] })
    expect(judge('a', [own(5), sessionOf(2)]).doubt).toBe('listPartial')
  })

  it.each([
    [9_999, null],
    [10_000, 'listForeign'],
  ])(
    'lets it follow after a good list that still had the session before, %i ms after the renewal: %s',
    (ms, doubt) => {
      const facts = { service: 's', id: null, grantedAt: 0, origin: 'renewal', deviceName: null } as const
      const { judge } = setUp({ describeToken: () => facts })
      const desk = (id: number, isCurrent = true) => sessionOf(id, { name: 'Desk', createdAt: 0, isCurrent })
      judge('a', [desk(1)])
      expect(judge('a', [desk(1)], { isFirstOfToken: true, date: ms }).doubt).toBeNull()
      expect(judge('a', [desk(4)], { date: ms }).doubt).toBe(doubt)
      expect(judge('a', [desk(5)], { date: ms + 1 }).doubt).toBe('listForeign')
    },
  )

  it('proves nothing by the answer to a DELETE 10 s after which the session is still listed', () => {
    for (const [ms, ids] of [
      [10_000, [1]],
      [10_001, [1, 2]],
    ] as const) {
      const { known, judge, clock } = setUp()
      judge('a', [own(1), sessionOf(2)])
      known.answered('a', { id: 2, createdAt: null }, 'ended')
      clock.jumpSteady(ms)
      judge('a', [own(1), sessionOf(2)])
      expect(judge('a', [own(1)]).ids).toEqual(ids)
    }
  })

  it('does not take a session with the id of an ended one for ended', () => {
    const { known, judge } = setUp()
    judge('a', [own(1), sessionOf(2)])
    known.answered('a', { id: 2, createdAt: null }, 'ended')
    expect(judge('a', [own(1)]).ids).toEqual([1])
    judge('a', [own(1), sessionOf(2)])
    expect(judge('a', [own(1)]).ids).toEqual([1, 2])
  })

  it('finds out that this device has another session if lists lack it for a minute', () => {
    let token: TokenFacts = { service: 's', id: null, grantedAt: null, origin: null, deviceName: null }
    const { judge, clock } = setUp({ describeToken: () => token })
    const desk = (id: number) => sessionOf(id, { name: 'Desk' })
    judge('a', [{ ...desk(1), isCurrent: true }, desk(3), sessionOf(2)])
    token = { ...token, id: 3, origin: 'renewal' }
    const look = (ms: number, isFirstOfToken = false) => {
      clock.jumpSteady(ms)
      return judge('a', [desk(3), sessionOf(2)], { isFirstOfToken }).doubt
    }
    expect([look(1, true), look(59_999), look(1, true), look(59_999)]).toEqual(Array(4).fill('listPartial'))
    judge('a', [])
    expect([look(1), look(59_999), look(1)]).toEqual(['listPartial', 'listPartial', null])
    expect(judge('a', [desk(3)]).sessions[0]).toMatchObject({ id: 3, isCurrent: true })
  })

  it('includes that the tokens of a service have the ids of sessions, for all of its accounts', () => {
    const ids: Record<string, [string, number]> = { a: ['s', 1], b: ['s', 11], c: ['other', 21] }
    const { judge } = setUp({
      describeToken(account) {
        const [service, id] = ids[account]!
        return { service, id, grantedAt: null, origin: null, deviceName: null }
      },
    })
    judge('a', [own(1), sessionOf(2)])
    for (const [account, id, isOwn] of [
      ['b', 11, true],
      ['c', 21, false],
    ] as const) {
      const { sessions } = judge(account, [sessionOf(id), own(id + 1)])
      // Without that, two rows may be this device.
      expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(isOwn ? 1 : 2)
    }
  })

  it.each<[string, number | null, number | null, boolean]>([
    ['of the same second', 5_000, 5_000, true],
    ['of before', 5_000, 4_000, true],
    ['of later', 5_000, 6_000, false],
    ['without a Date', 5_000, null, false],
    ['after one without a Date', null, 5_000, false],
  ])('keeps a session that two lists lack if the second is one %s', (_what, first, second, isKept) => {
    const { judge, clock } = setUp()
    const [all, left] = [[own(1), sessionOf(2)], [own(1)]]
    judge('a', all)
    judge('a', left, { date: first })
    clock.jumpSteady(1_000)
    expect(judge('a', left, { date: second }).ids.includes(2)).toBe(isKept)
  })

  it('leaves out a new session with the name of a missed one, unless the history has it', () => {
    const [before, after] = [sessionOf(2, { name: 'Phone' }), sessionOf(3, { name: 'Phone' })]
    for (const isRecorded of [false, true]) {
      const { judge } = setUp({ isRecorded: (account, { id }) => isRecorded && account === 'a' && id === 3 })
      judge('a', [own(1), before])
      expect(judge('a', [own(1), after]).ids.includes(3)).toBe(isRecorded)
    }
  })

  it('begins with what a first partial list shows, which is compared with nothing before a good one', () => {
    const { judge } = setUp()
    expect(judge('a', [sessionOf(2)], { isPaged: true })).toMatchObject({ ids: [2], isComparable: false })
    expect(judge('a', [sessionOf(3)], { isPaged: true }).doubt).toBe('listForeign')
    expect(judge('a', [sessionOf(2), sessionOf(4)], { isPaged: true }).isComparable).toBe(false)
    expect(judge('a', [own(1), sessionOf(4)])).toMatchObject({ ids: [1, 4, 2], isComparable: true })
    expect(judge('a', [own(1), sessionOf(4)], { isPaged: true }).isComparable).toBe(true)
  })

  it('leaves open whether a sudden mark is on this device until a second list has it too', () => {
    const { judge } = setUp()
    judge('a', [sessionOf(1), sessionOf(2)])
    const read = (sessions: readonly ApiSession[]) => {
      const { doubt, comparable } = judge('a', sessions)
      return [
        doubt,
        comparable
          ?.map(({ id, isCurrent }) => `${id}${isCurrent ? '*' : ''}`)
          .toSorted()
          .join(' '),
      ]
    }
    // Session 4 is new, whoever is this device; session 3 may be it.
    const sudden = [sessionOf(1), sessionOf(2), own(3), sessionOf(4)]
    expect(read(sudden)).toEqual(['listUnclear', '1 2 4'])
    expect(read([sessionOf(1), own(2), sessionOf(4)])).toEqual(['listUnclear', '1 2 4'])
    expect(read([sessionOf(1), sessionOf(2), sessionOf(3), sessionOf(4)])).toEqual([null, '1 2 3 4'])
    read(sudden)
    expect(read(sudden)).toEqual([null, '1 2 3* 4'])
  })

  it('allows another own session after a sign-in, until a good list showed it', () => {
    const { known, judge } = setUp()
    judge('a', [own(1), sessionOf(2)])
    known.signedIn('a')
    expect(judge('a', [own(1)], { isPaged: true }).doubt).toBe('listPaged')
    expect(judge('a', [own(8)]).doubt).toBe('listUnclear')
    expect(judge('a', [own(8)]).doubt).toBeNull()
    expect(judge('a', [own(9)]).doubt).toBe('listForeign')
  })
})
