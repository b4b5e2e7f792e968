import type { Failure } from '../contract/failure.ts'

/** On a public endpoint a 404 means that the API is not there: there is nothing else to be found. */
export function asPublic(failure: Failure): Failure {
  return failure.kind === 'notFound' ? { kind: 'misconfigured', reason: 'notTheApi' } : failure
}
