import type { Failure } from './failure.ts'

/** The answer of everything that can fail in an expected way: a value or a `Failure`, never an exception. */
export type Result<T, F = Failure> = { ok: true; value: T } | { ok: false; failure: F }

/** Wraps a value that was reached. */
export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

/** Wraps the reason why it was not. */
export function failed<F = Failure>(failure: F): { ok: false; failure: F } {
  return { ok: false, failure }
}
