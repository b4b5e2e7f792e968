import type { Transport } from '../api/transport.ts'
import type { Failure } from '../shared/failure.ts'
import { endpointOf, nameOfFailure, recordFailure, type FailureRecord } from './domain/failure-record.ts'
import type { Clock, Log } from './ports.ts'
import { hostOf } from './domain/server-address.ts'

/** Remembers, in memory, what failed last in this run. */
export interface Failures {
  last(): readonly FailureRecord[]
  /** Notes one failure of something asked; the same object that comes by again, further up, is not noted twice. */
  note(asked: string, failure: Failure, baseUrl?: string): void
  /** The same transport, whose failed calls are noted. */
  recordingFailures(transport: Transport): Transport
}

/** Makes the record; each failure is also a line of the log. */
export function createFailures(clock: Clock, log: Log): Failures {
  let failures: readonly FailureRecord[] = []
  const known = new WeakSet<Failure>()

  function note(asked: string, failure: Failure, baseUrl?: string): void {
    if (known.has(failure)) return
    known.add(failure)
    const host = baseUrl === undefined ? null : hostOf(baseUrl)
    const what = nameOfFailure(failure)
    failures = recordFailure(failures, { at: clock.now(), asked, what, host })
    log.info('failure', { asked, what, ...(host === null ? {} : { host }) })
  }

  return {
    last: () => failures,
    note,
    recordingFailures: (transport) => ({
      ...transport,
      async request(call) {
        const reply = await transport.request(call)
        if (!reply.ok) note(endpointOf(call), reply.failure, transport.baseUrl)
        return reply
      },
    }),
  }
}
