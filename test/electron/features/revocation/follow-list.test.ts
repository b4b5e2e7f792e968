import { expect, it } from 'vitest'
import type { AccountEnds } from '../../../../electron/features/revocation/account-ends.ts'
import { createLedger } from '../../../../electron/features/revocation/domain/ledger.ts'
import type { ItemState } from '../../../../electron/features/revocation/domain/revocation-state.ts'
import { followList } from '../../../../electron/features/revocation/follow-list.ts'
import { EMPTY_LEDGER } from '../../../../electron/features/revocation/ledger-file.ts'
import {
  createRecordedSession,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'
import { fakeClock } from '../../fakes.ts'
import { sessionOf, undoMs } from './lists-harness.ts'

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
  const sessions = [{ ...session, key: null }]
  ledger.ask({ cause: 'many', sessions, isWaiting: false, isAtOnce: true, askedAt: 0, since: 0 }, 0)
  const [end] = ledger.ends()
  ledger.setState(end!, state)
  const runner = { listArrived: () => undefined }
  followList(
    'a',
    { ledger, runner, changed: () => true } as unknown as AccountEnds,
    isListed ? [session] : [],
    {
      record: { resolve: () => facts && { ...createRecordedSession(session, 1, 0), ...facts } },
      clock: fakeClock(),
      nameOf: () => 'Phone',
      serviceNow: () => 0,
      isSynced: () => true,
    },
  )
  return end!.state
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
