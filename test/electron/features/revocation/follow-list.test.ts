import { expect, it } from 'vitest'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import type { AccountEnds } from '../../../../electron/features/revocation/account-ends.ts'
import { createLedger, type Ledger } from '../../../../electron/features/revocation/domain/ledger.ts'
import type { ItemState } from '../../../../electron/features/revocation/domain/revocation-state.ts'
import { followList, type FollowDependencies } from '../../../../electron/features/revocation/follow-list.ts'
import { EMPTY_LEDGER } from '../../../../electron/features/revocation/ledger-file.ts'
import {
  createRecordedSession,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'
import { fakeClock } from '../../fakes.ts'
import { keyFor, sessionOf, undoMs } from './lists-harness.ts'

const REFUSED: ItemState = { is: 'failed', failure: { kind: 'forbidden' } }
const NOT_CONFIRMED: ItemState = {
  is: 'notConfirmed',
  failure: { kind: 'unexpectedAnswer', reason: 'shape' },
}
const STILL_LISTED: ItemState = { is: 'failed', failure: { kind: 'notFound' } }
const GONE: ItemState = { is: 'alreadyGone' }
const ENDED: ItemState = { is: 'confirmed' }

type Facts = Partial<Pick<RecordedSession, 'endedAt' | 'answer'>>

/** What a result of session 2 becomes by a list with or without it, and by what the record says of it. */
function followed(state: ItemState, isListed: boolean, facts: Facts | null): ItemState {
  const session = sessionOf(2)
  const ledger = createLedger(0, undoMs, EMPTY_LEDGER)
  const sessions = [{ ...session, key: keyFor(2) }]
  ledger.ask({ cause: 'many', sessions, isWaiting: false, isAtOnce: true, askedAt: 0, since: 0 }, 0)
  const [end] = ledger.ends()
  ledger.setState(end!, state)
  followWith(ledger, isListed ? [session] : [], {
    find: () => null,
    byKey: () => facts && { ...createRecordedSession(session, keyFor(2), 0), ...facts },
  })
  return end!.state
}

/** Lets a ledger follow a list. */
function followWith(
  ledger: Ledger,
  listed: readonly ApiSession[],
  record: FollowDependencies['record'],
  isRenewed = false,
): void {
  const runner = { listArrived: () => undefined }
  const ends = { ledger, runner, isRenewed: () => isRenewed, changed: () => true }
  followList('a', ends as unknown as AccountEnds, listed, {
    record,
    clock: fakeClock(),
    nameOf: () => 'Phone',
    serviceNow: () => 0,
    isSynced: () => true,
  })
}

it.each<[string, ItemState, ItemState]>([
  ['ended: its end is not confirmed', ENDED, NOT_CONFIRMED],
  // It may have been refused, and then seemed to be gone.
  ['gone already: it is still there', GONE, STILL_LISTED],
  ['refused', REFUSED, REFUSED],
  ['not confirmed', NOT_CONFIRMED, NOT_CONFIRMED],
])('a session that is listed again was %s', (_what, state, expected) => {
  expect(followed(state, true, { endedAt: null })).toEqual(expected)
  expect(followed(state, true, { endedAt: 5 })).toEqual(state)
  expect(followed(state, false, { endedAt: null })).toEqual(state)
  expect(followed(state, true, null)).toEqual(state)
})

it.each<[string, ItemState, Facts, ItemState]>([
  ['not confirmed, and the service had agreed: it has ended', NOT_CONFIRMED, { answer: 'ended' }, ENDED],
  ['not confirmed, and nobody knows by whom it ended', NOT_CONFIRMED, {}, GONE],
  ['refused: others ended it', REFUSED, {}, GONE],
  ['ended', ENDED, { answer: 'ended' }, ENDED],
])('a session that is gone later was %s', (_what, state, facts, expected) => {
  expect(followed(state, false, { endedAt: 5, ...facts })).toEqual(expected)
  expect(followed(state, true, { endedAt: 5, ...facts })).toEqual(state)
})

it.each<[string, number]>([
  ['that no good list had shown', -2],
  ['of a record that was lost', 7],
])('an end of a session %s gets the key of the record', (_what, key) => {
  const session = sessionOf(2, { createdAt: 5 })
  const ledger = createLedger(0, undoMs, EMPTY_LEDGER)
  const sessions = [session, sessionOf(3), sessionOf(2, { createdAt: 6 })].map((each, at) => ({
    ...each,
    key: at === 0 ? key : -at - 10,
  }))
  ledger.ask({ cause: 'many', sessions, isWaiting: false, isAtOnce: true, askedAt: 0, since: 0 }, 0)
  const recorded = createRecordedSession(session, keyFor(2), 0)
  followWith(ledger, [session], {
    find: (_accountId, { id, createdAt }) => (id === 2 && createdAt === 5 ? recorded : null),
    byKey: () => null,
  })
  expect([...ledger.ends()].map((end) => end.key)).toEqual([keyFor(2), -11, -12])
})

it('an unsent end of a renewed session is over at once, whatever its batch waits for', () => {
  for (const phase of ['undoable', 'going', 'paused'] as const) {
    const ledger = createLedger(0, undoMs, EMPTY_LEDGER)
    const sessions = [{ ...sessionOf(2), key: keyFor(2) }]
    const batch = ledger.ask({ cause: 'many', sessions, isWaiting: false, askedAt: 0, since: 0 }, 0)!
    ledger.enter(batch, phase, 0)
    followWith(ledger, [sessionOf(8)], { find: () => null, byKey: () => null }, true)
    expect([...ledger.ends()].map(({ state }) => state)).toEqual([
      { is: 'failed', failure: { kind: 'conflict' } },
    ])
  }
})
