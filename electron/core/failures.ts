import type { RequestObserver } from '../api/transport.ts'
import type { Failure } from '../shared/failure.ts'
import { endpointOf, nameOfFailure, recordFailure, type FailureRecord } from '../domain/failure-record.ts'
import type { Clock, Log } from './ports.ts'
import { hostOf } from '../domain/server-address.ts'

/** Records the last failures of this run, in memory and in the log. */
export interface Failures {
  last(): readonly FailureRecord[]
  /** Records and logs a failure of an operation; repeated calls with the same object do nothing. */
  record(operation: string, failure: Failure, baseUrl?: string): void
  /** Records the failed calls of a transport. */
  observe: RequestObserver
}

/** Creates an empty record. */
export function createFailures(clock: Clock, log: Log): Failures {
  let failures: readonly FailureRecord[] = []
  const known = new WeakSet<Failure>()

  function record(operation: string, failure: Failure, baseUrl?: string): void {
    if (known.has(failure)) return
    known.add(failure)
    const host = baseUrl === undefined ? null : hostOf(baseUrl)
    const cause = nameOfFailure(failure)
    failures = recordFailure(failures, { at: clock.now(), operation, cause, host })
    log.info('failure', { operation, cause, ...(host === null ? {} : { host }) })
  }

  return {
    last: () => failures,
    record,
    observe: (endpoint, baseUrl) => (response) => {
      if (!response.ok) record(endpointOf(endpoint), response.failure, baseUrl)
    },
  }
}
