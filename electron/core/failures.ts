import type { RequestObserver } from '../api/transport.ts'
import type { Failure } from '../shared/failure.ts'
import { endpointOf, nameOfFailure, recordFailure, type FailureRecord } from './domain/failure-record.ts'
import type { Clock, Log } from './ports.ts'
import { hostOf } from './domain/server-address.ts'

/** Records the latest failures of this run, in memory. */
export interface Failures {
  last(): readonly FailureRecord[]
  /** Records a failure of an operation; the same object is recorded once, although callers pass it on. */
  record(operation: string, failure: Failure, baseUrl?: string): void
  /** Records the failed calls of a transport. */
  observe: RequestObserver
}

/** Creates the record; each failure is also a line of the log. */
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
    observe: (endpoint, baseUrl) => (reply) => {
      if (!reply.ok) record(endpointOf(endpoint), reply.failure, baseUrl)
    },
  }
}
