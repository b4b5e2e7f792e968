import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../../electron/shared/failure.ts'
import type { RevocationOutcome } from '../../../../../electron/shared/ends.ts'
import { failed, ok, type Result } from '../../../../../electron/shared/result.ts'
import {
  retryState,
  classifyDelete,
  isTerminal,
  outcomeOf,
  confirmAgainstList,
  type DeleteResult,
  type ListedAs,
} from '../../../../../electron/features/revocation/domain/revocation-state.ts'

const lost: Failure = { kind: 'outcomeUnknown' }
const UNCONFIRMED: Failure = { kind: 'unexpectedAnswer', reason: 'shape' }

function answerOf(deleted: Result<unknown>): DeleteResult {
  const what = classifyDelete(deleted)
  if (what.kind !== 'answered') throw new Error(what.kind)
  return what.answer
}

describe('the answer to a DELETE combined with a list', () => {
  it.each<[string, Result<unknown>, ListedAs, RevocationOutcome]>([
    ['accepted, and the list agrees', ok(null), 'nothing', { kind: 'ended' }],
    ['accepted, and its id is another one’s', ok(null), 'another', { kind: 'ended' }],
    ['accepted, but listed still', ok(null), 'itself', { kind: 'notConfirmed', failure: UNCONFIRMED }],
    ['not found, and the list agrees', failed({ kind: 'notFound' }), 'nothing', { kind: 'alreadyGone' }],
    [
      'not found, but listed',
      failed({ kind: 'notFound' }),
      'itself',
      { kind: 'failed', failure: { kind: 'notFound' } },
    ],
    ['no answer, and not listed any more', failed(lost), 'nothing', { kind: 'ended' }],
    ['no answer, and its id is another one’s', failed(lost), 'another', { kind: 'alreadyGone' }],
    ['no answer, and listed still', failed(lost), 'itself', { kind: 'failed', failure: lost }],
  ])('%s', (_case, deleted, listedAs, outcome) => {
    const state = confirmAgainstList(answerOf(deleted), listedAs, () => false)
    expect([outcomeOf(state), isTerminal(state)]).toEqual([outcome, true])
  })

  it.each<DeleteResult>([{ is: 'gone' }, { is: 'open', failure: lost }, { is: 'earlier', wasSent: true }])(
    'is not gone while its session is listed with another identity, after %j',
    (answer) => {
      const state = confirmAgainstList(answer, 'nothing', () => true)
      expect(outcomeOf(state)).toEqual({ kind: 'failed', failure: { kind: 'conflict' } })
    },
  )

  it('is gone if this app ended it before it was listed with another identity', () => {
    expect(confirmAgainstList({ is: 'done' }, 'nothing', () => true)).toEqual({ is: 'confirmed' })
  })

  it('has no outcome while it is open, or if it was cancelled', () => {
    expect([outcomeOf({ is: 'cancelled' }), outcomeOf({ is: 'queued' })]).toEqual([null, null])
    expect([isTerminal({ is: 'cancelled' }), isTerminal({ is: 'queued' })]).toEqual([true, false])
  })

  it.each([
    ['is done, if it was sent', true, false, 'confirmed'],
    ['is only gone, if nobody knows whether it was sent', false, false, 'alreadyGone'],
    ['waits to be sent', true, true, 'queued'],
    ['waits to be sent, even if nobody knows whether it was', false, true, 'queued'],
  ])('an item from before a restart %s', (_what, wasSent, isListed, is) => {
    expect(
      confirmAgainstList({ is: 'earlier', wasSent }, isListed ? 'itself' : 'nothing', () => false),
    ).toEqual({ is })
  })

  it.each<[string, Failure, string]>([
    ['a pause', { kind: 'rateLimited', retryAt: 5 }, 'notSent'],
    ['no network', { kind: 'offline', reason: 'noNetwork' }, 'notSent'],
    ['a stranger in the line', { kind: 'tls' }, 'notSent'],
    ['a lost service', { kind: 'outcomeUnknown', reason: 'unreachable' }, 'maybeSent'],
    ['a broken connection', { kind: 'outcomeUnknown' }, 'answered'],
    ['an answer that is too large', { kind: 'outcomeUnknown', reason: 'tooLarge' }, 'answered'],
    ['a refusal', { kind: 'forbidden' }, 'refused'],
    ['a full disk', { kind: 'misconfigured', reason: 'storage' }, 'refused'],
    ['a gateway’s error', { kind: 'server', status: 502 }, 'answered'],
    ['a web page', { kind: 'unexpectedAnswer', reason: 'html' }, 'answered'],
  ])('%s is classified', (_case, failure, is) => {
    expect(classifyDelete(failed(failure)).kind).toBe(is)
  })
})

describe('a retry', () => {
  it('sends failed items again, and first checks unconfirmed ones', () => {
    const failure: Failure = { kind: 'timeout' }
    expect(retryState({ is: 'failed', failure })).toEqual({ is: 'queued' })
    expect(retryState({ is: 'notConfirmed', failure })).toEqual({
      is: 'sent',
      answer: { is: 'earlier', wasSent: true },
    })
    expect(retryState({ is: 'confirmed' })).toEqual({ is: 'confirmed' })
  })
})
