import type { Core } from '../core.ts'
import { unauthenticated } from '../errors.ts'
import type { Answer } from '../responses.ts'
import type { Principal } from '../sessions.ts'

/** One request, as a handler receives it. */
export interface Call {
  /** Parsed JSON, not validated yet; undefined when there was none. */
  readonly body: unknown
  /** The `{id}` of the path, as text. */
  readonly id: string | undefined
  readonly userAgent: string | undefined
  readonly principal: Principal | null
}

/** Does the work of one endpoint; throws ApiError to refuse. */
export type Handler = (core: Core, call: Call) => Answer | Promise<Answer>

/** The authenticated caller; throws 401 without one. */
export function signedIn(call: Call): Principal {
  if (call.principal === null) throw unauthenticated()
  return call.principal
}
