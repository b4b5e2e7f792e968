import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../../electron/shared/failure.ts'
import { failed, ok, type Result } from '../../../../../electron/shared/result.ts'
import {
  retryState,
  classifyDelete,
  isTerminal,
  outcomeOf,
  confirmAgainstList,
  type DeleteResult,
} from '../../../../../electron/features/revocation/domain/revocation-state.ts'

const gone: Result<never> = failed({ kind: 'notFound' })
const UNCONFIRMED: Failure = { kind: 'unexpectedAnswer', reason: 'shape' }
const lost: Result<never> = failed({ kind: 'outcomeUnknown' })

function answerOf(deleted: Result<unknown>): DeleteResult {
  const what = classifyDelete(deleted)
  if (what.is !== 'answered') throw new Error(what.is)
  return what.answer
}

describe('the answer to a DELETE combined with a list', () => {
  it.each([
    ['accepted, and the list agrees', ok(null), false, 'ended', null],
    ['accepted, but the list still has it', ok(null), true, 'notConfirmed', UNCONFIRMED],
    ['not found, and the list agrees', gone, false, 'alreadyGone', null],
    ['not found, but the list has it', gone, true, 'failed', { kind: 'notFound' }],
    ['no answer, and the list no longer has it', lost, false, 'ended', null],
    ['no answer, and the list still has it', lost, true, 'failed', { kind: 'outcomeUnknown' }],
  ] as const)('%s', (_case, deleted, isListed, kind, failure) => {
    const state = confirmAgainstList(answerOf(deleted), isListed)
    expect(outcomeOf(state)).toEqual(failure ? { kind, failure } : { kind })
  })

  it('has no outcome while it is open, or if it was cancelled', () => {
    expect([outcomeOf({ is: 'cancelled' }), outcomeOf({ is: 'queued' })]).toEqual([null, null])
  })

  it('an item from before a restart is done, or waits to be sent', () => {
    expect(confirmAgainstList({ is: 'earlier' }, false)).toEqual({ is: 'confirmed' })
    expect(confirmAgainstList({ is: 'earlier' }, true)).toEqual({ is: 'queued' })
  })

  it.each<[string, Failure, string]>([
    ['a pause', { kind: 'rateLimited', retryAt: 5 }, 'notSent'],
    ['no network', { kind: 'offline', reason: 'noNetwork' }, 'notSent'],
    ['a stranger in the line', { kind: 'tls' }, 'notSent'],
    ['a lost service', { kind: 'outcomeUnknown', reason: 'unreachable' }, 'maybeSent'],
    ['a refusal', { kind: 'forbidden' }, 'refused'],
    ['a full disk', { kind: 'misconfigured', reason: 'storage' }, 'refused'],
    ['a gateway’s error', { kind: 'server', status: 502 }, 'answered'],
    ['a web page', { kind: 'unexpectedAnswer', reason: 'html' }, 'answered'],
  ])('%s is classified', (_case, failure, is) => {
    expect(classifyDelete(failed(failure)).is).toBe(is)
  })
})

describe('a retry', () => {
  it('sends failed items again, and first checks unconfirmed ones', () => {
    const failure: Failure = { kind: 'timeout' }
    expect(retryState({ is: 'failed', failure })).toEqual({ is: 'queued' })
    expect(retryState({ is: 'notConfirmed', failure })).toEqual({ is: 'sent', answer: { is: 'earlier' } })
    expect(retryState({ is: 'confirmed' })).toEqual({ is: 'confirmed' })
  })
})

describe('in any sequence', () => {
  const failures = fc.constantFrom<Failure>(
    { kind: 'outcomeUnknown' },
    { kind: 'notFound' },
    { kind: 'server', status: 500 },
    { kind: 'unexpectedAnswer', reason: 'html' },
    { kind: 'timeout' },
  )
  const answers = fc.oneof(fc.constant(ok(null)), failures.map(failed))

  it('only a list without the session confirms it, and every list makes it final', () => {
    fc.assert(
      fc.property(answers, fc.boolean(), (deleted, isListed) => {
        const state = confirmAgainstList(answerOf(deleted), isListed)
        expect(isTerminal(state)).toBe(true)
        const isDone = state.is === 'confirmed' || state.is === 'alreadyGone'
        expect(isDone).toBe(!isListed)
        expect(outcomeOf(state)).not.toBeNull()
      }),
    )
  })
})
