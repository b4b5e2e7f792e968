import { mayHaveBeenApplied, type Failure } from '../../../shared/failure.ts'
import type { Result } from '../../../shared/result.ts'
import type { EndAnswer } from '../../sessions/domain/record.ts'
import type { State } from './end.ts'

/** What a response to a DELETE means: for the record, which keeps null of one that changed nothing, and for its end. */
export interface Meaning {
  answer: EndAnswer | null
  state: State
}

/** The failures that pass by themselves, and whose requests were certainly not carried out. */
const TEMPORARY: ReadonlySet<Failure['kind']> = new Set(['rateLimited', 'offline', 'tls'])

/**
 * Classifies the response to a DELETE. Success, "not found" and an inconclusive one need a list; without the network the end waits, and
 * a list shows first whether it is there still: DELETE is idempotent (RFC 9110 9.2.2).
 */
export function meaningOf(deleted: Result<unknown>): Meaning {
  if (deleted.ok) return { answer: 'ended', state: { is: 'sent', failure: null } }
  const { failure } = deleted
  if (failure.kind === 'notFound') return { answer: 'gone', state: { is: 'sent', failure } }
  if (failure.kind === 'outcomeUnknown' && failure.reason === 'unreachable')
    return { answer: 'lost', state: { is: 'waiting' } }
  if (mayHaveBeenApplied(failure)) return { answer: 'lost', state: { is: 'sent', failure } }
  return { answer: null, state: TEMPORARY.has(failure.kind) ? { is: 'waiting' } : { is: 'refused', failure } }
}
