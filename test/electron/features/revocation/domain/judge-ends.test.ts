import { expect, it } from 'vitest'
import { judgeEnds, listing } from '../../../../../electron/features/revocation/domain/judge-ends.ts'
import { createLedger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import type { ItemState } from '../../../../../electron/features/revocation/domain/revocation-state.ts'
import { EMPTY_LEDGER } from '../../../../../electron/features/revocation/ledger-file.ts'
import type { Failure } from '../../../../../electron/shared/failure.ts'
import { apiSession } from '../../../../support/builders.ts'
import { keyFor, undoMs } from '../lists-harness.ts'

const failure: Failure = { kind: 'notFound' }
const LISTED = 2

/** The state of the end of session 2 after a list has judged it. */
function judged(
  state: ItemState,
  ids: readonly number[],
  part: { isRenewed?: boolean; isLast?: boolean } = {},
) {
  const ledger = createLedger(0, undoMs, EMPTY_LEDGER)
  const sessions = [{ ...apiSession({ id: LISTED }), key: keyFor(LISTED) }]
  ledger.ask({ cause: 'one', sessions, isWaiting: false, isAtOnce: true, askedAt: 0, since: 0 }, 0)
  const [end] = ledger.ends()
  ledger.setState(end!, state)
  const listedAs = listing(ids.map((id) => apiSession({ id })))
  const isLast = part.isLast
  judgeEnds(
    ...([ledger, [end!], listedAs, () => part.isRenewed ?? false] as const),
    ...(isLast === undefined ? [] : [() => isLast]),
  )
  return end!.state
}

it.each<[string, ItemState]>([
  ['unsent', { is: 'queued' }],
  ['not answered', { is: 'sent', answer: null }],
  ['cancelled', { is: 'cancelled' }],
  ['refused', { is: 'failed', failure }],
])('leaves an end that is %s as it is', (_what, state) => {
  expect(judged(state, [])).toEqual(state)
  expect(judged(state, [LISTED])).toEqual(state)
})

it.each<[string, ItemState]>([
  ['not confirmed', { is: 'sent', answer: { is: 'done' } }],
  ['failed', { is: 'sent', answer: { is: 'gone' } }],
])('calls a listed one %s at the last look only', (_what, state) => {
  expect(judged(state, [LISTED], { isLast: false })).toEqual(state)
  expect(judged(state, [LISTED], { isLast: true }).is).toBe(_what === 'failed' ? 'failed' : 'notConfirmed')
  expect(judged(state, [LISTED])).toEqual(judged(state, [LISTED], { isLast: true }))
})

it('sends a listed one again that may not have been sent, at any look', () => {
  const earlier: ItemState = { is: 'sent', answer: { is: 'earlier', wasSent: true } }
  expect(judged(earlier, [LISTED], { isLast: false })).toEqual({ is: 'queued' })
})

it('says at once what became of an unlisted one', () => {
  expect(judged({ is: 'sent', answer: { is: 'done' } }, [3], { isLast: false })).toEqual({ is: 'confirmed' })
  const gone: ItemState = { is: 'sent', answer: { is: 'gone' } }
  expect(judged(gone, [3], { isLast: false })).toEqual({ is: 'alreadyGone' })
  expect(judged(gone, [3], { isRenewed: true })).toEqual({ is: 'failed', failure: { kind: 'conflict' } })
})

it('does not take another session with the id for it', () => {
  const listedAs = listing([apiSession({ id: 2, createdAt: 1_000_000 }), apiSession({ id: 3 })])
  const listed = apiSession({ id: 2, createdAt: 2_000_000 })
  expect([listedAs(listed), listedAs(apiSession({ id: 3 })), listedAs(apiSession({ id: 4 }))]).toEqual([
    'another',
    'itself',
    'nothing',
  ])
})
