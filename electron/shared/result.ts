import type { Failure } from './failure.ts'

/** A value or a `Failure`; expected failures are never exceptions. */
export type Result<T, F = Failure> = { ok: true; value: T } | { ok: false; failure: F }

/** Wraps the value of a success. */
export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

/** Wraps the reason of a failure. */
export function failed<F = Failure>(failure: F): { ok: false; failure: F } {
  return { ok: false, failure }
}
