import type { Failure } from '../shared/failure.ts'

/**
 * A recorded failure, for support. `at` is the last occurrence, epoch ms by this computer's clock; `host` is null if no
 * server is involved.
 */
export interface FailureRecord {
  at: number
  /** The endpoint or request that failed, without ids. */
  operation: string
  /** The failure's kind, with its reason or status if it has one. */
  cause: string
  host: string | null
  /** The number of occurrences. */
  count: number
}

/** The maximum number of different failures in the record. */
export const MAX_FAILURES = 20

/**
 * Adds a failure at the end. A failure that is already recorded moves there and is counted, so that a long outage does
 * not displace others.
 */
export function recordFailure(
  failures: readonly FailureRecord[],
  next: Omit<FailureRecord, 'count'>,
): readonly FailureRecord[] {
  const isSame = ({ operation, cause, host }: FailureRecord): boolean =>
    operation === next.operation && cause === next.cause && host === next.host
  const count = (failures.find(isSame)?.count ?? 0) + 1
  return [...failures.filter((known) => !isSame(known)), { ...next, count }].slice(-MAX_FAILURES)
}

/** Names a failure, such as `offline proxy` or `server 503`, without text from the service. */
export function nameOfFailure(failure: Failure): string {
  if ('reason' in failure) return `${failure.kind} ${failure.reason}`
  return failure.kind === 'server' ? `${failure.kind} ${failure.status}` : failure.kind
}

/** Names an endpoint without the ids in its path, such as `DELETE /auth/sessions/{id}`. */
export function endpointOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace(/\/\d+(?=\/|$)/g, '/{id}')}`
}
