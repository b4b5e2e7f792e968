import type { Failure } from '../../shared/failure.ts'

/** A failure as it is remembered for support. `at` is epoch ms of the last time, `host` null where none is concerned. */
export interface FailureRecord {
  at: number
  /** An endpoint or a request's name, without ids. */
  asked: string
  /** Its kind, with its reason or status where it has one. */
  what: string
  host: string | null
  /** How often in a row. */
  times: number
}

/** How many different failures are remembered. */
export const MAX_FAILURES = 20

/** Adds a failure at the end. One that is there already moves and counts on, so that a long outage leaves room for others. */
export function recordFailure(
  failures: readonly FailureRecord[],
  next: Omit<FailureRecord, 'times'>,
): readonly FailureRecord[] {
  const isSame = ({ asked, what, host }: FailureRecord): boolean =>
    asked === next.asked && what === next.what && host === next.host
  const times = (failures.find(isSame)?.times ?? 0) + 1
  return [...failures.filter((one) => !isSame(one)), { ...next, times }].slice(-MAX_FAILURES)
}

/** A failure in two words, such as `offline proxy` or `server 503`; nothing of what the service said. */
export function nameOfFailure(failure: Failure): string {
  if ('reason' in failure) return `${failure.kind} ${failure.reason}`
  return failure.kind === 'server' ? `${failure.kind} ${failure.status}` : failure.kind
}

/** An endpoint without the ids in its path: `DELETE /auth/sessions/{id}`. */
export function endpointOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace(/\/\d+(?=\/|$)/g, '/{id}')}`
}
