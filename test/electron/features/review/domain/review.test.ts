import { describe, expect, it } from 'vitest'
import type { EndState } from '../../../../../electron/shared/ends.ts'
import type { ReviewItem } from '../../../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../../../electron/shared/session.ts'
import { countsOf, itemsOf, outcomeOf } from '../../../../../electron/features/review/domain/review.ts'
import { observedSession, reviewItem } from '../../../../support/builders.ts'
import { row } from '../review-harness.ts'

/** When the review began. */
const SINCE = 100
type Mark = { decision: 'mine' | 'notSure'; at: number }
/** What a review shows of one session. */
function itemOf(part: Partial<DeviceSession>, drafts: number[], mark: Mark | null): ReviewItem {
  const session = row(2, part)
  const notMine = drafts.map((at) => ({ key: session.key, at }))
  return itemsOf({ startedAt: 0, since: SINCE, notMine }, [session], () => mark)[0]!
}
const mine = (at: number): Mark => ({ decision: 'mine', at })
const notSure = (at: number): Mark => ({ decision: 'notSure', at })
const notMine = (at: number) => ({ decision: 'notMine' as const, at })

describe('what a review shows of a session', () => {
  it('is what the list has of it, without a decision', () => {
    const session = row(2, { serviceName: 'Firefox/140', name: 'Laptop', lastUsedAt: 7, firstSeenAt: 100 })
    const { key, id, name, serviceName, createdAt } = session
    expect(itemsOf({ startedAt: 0, since: SINCE, notMine: [] }, [session], () => null)).toEqual([
      {
        ...{ key, id, name, serviceName, createdAt, lastUsedAt: 7, isCurrent: false },
        ...{ decided: null, hasArrived: false, earlier: null, outcome: null },
      },
    ])
  })

  it.each<[string, Partial<DeviceSession>, number[], Mark | null, Partial<ReviewItem>]>([
    ['a draft', {}, [110], null, { decided: notMine(110), earlier: null }],
    ['a mark of this review', {}, [], notSure(110), { decided: notSure(110), earlier: null }],
    ['a mark of its first moment', {}, [], mine(100), { decided: mine(100), earlier: null }],
    ['a mark from before', {}, [], mine(99), { decided: null, earlier: mine(99) }],
    ['a draft over a mark from before', {}, [110], mine(99), { decided: notMine(110), earlier: mine(99) }],
    ['a draft over an earlier mark', {}, [110], mine(105), { decided: notMine(110), earlier: null }],
    ['a draft over a mark of the same moment', {}, [110], mine(110), { decided: notMine(110) }],
    ['a mark over an earlier draft', {}, [110], mine(111), { decided: mine(111), earlier: null }],
    ['no decision on this device', { isCurrent: true }, [110], mine(110), { decided: null }],
    ['that it arrived', { firstSeenAt: 101 }, [], null, { hasArrived: true }],
    ['that it was there', { firstSeenAt: 100 }, [], null, { hasArrived: false }],
  ])('is %s', (_what, part, drafts, mark, expected) => {
    expect(itemOf(part, drafts, mark)).toMatchObject(expected)
  })
})

describe('a review', () => {
  const items = [
    reviewItem({ id: 1, isCurrent: true }),
    reviewItem({ id: 2, decided: mine(1) }),
    reviewItem({ id: 3, decided: notSure(1) }),
    reviewItem({ id: 4, decided: notMine(1) }),
    reviewItem({ id: 5, decided: notMine(1) }),
  ]

  it('counts its decisions, and needs none on this device', () => {
    const counts = { mine: 1, notMine: 2, notSure: 1 }
    expect(countsOf(items)).toEqual({ decided: 4, total: 4, counts, ended: 0, openEnds: 0 })
    const more = [...items, reviewItem({ id: 6 })]
    expect(countsOf(more)).toMatchObject({ decided: 4, total: 5, counts })
  })

  it.each<[EndState | null, Parameters<typeof outcomeOf>[0], EndState | null]>([
    ['waiting', observedSession(), 'waiting'],
    ['waiting', observedSession({ endedAt: 5, endedBy: 'elsewhere' }), 'sending'],
    ['waiting', null, 'sent'],
    // It went while a DELETE of it was out.
    ['waiting', observedSession({ endedAt: 5, endedBy: null }), null],
    ['stillListed', observedSession(), null],
    ['unclear', observedSession(), 'unclear'],
    ['ended', observedSession({ endedAt: 5, endedBy: 'review' }), 'unclear'],
    ['ended', observedSession({ endedAt: 5, endedBy: 'review' }), null],
    ['ended', observedSession({ endedAt: 5, endedBy: 'thisApp' }), null],
    ['gone', observedSession({ endedAt: 5, endedBy: 'elsewhere' }), null],
    ['gone', observedSession({ endedAt: 5, endedBy: 'unknown' }), null],
    [null, null, null],
  ])('tells that a session is %s: %o, with its end %s', (outcome, session, end) => {
    expect(outcomeOf(session, end)).toBe(outcome)
  })

  it('counts as ended what is gone, whoever ended it', () => {
    const outcomes = ['waiting', 'ended', 'gone', 'stillListed', 'unclear', null] as const
    const rows = outcomes.map((outcome) => reviewItem({ outcome }))
    expect(countsOf(rows)).toMatchObject({ ended: 2, openEnds: 3 })
  })
})
