import { html } from './responses.ts'
import type { Answer } from './responses.ts'
import type { Core } from './core.ts'
import { BASE_PATH, ENDPOINTS } from './endpoints.ts'
import type { EndpointName } from './endpoints.ts'
import { ApiError, forbidden, notFound, renderError, unauthenticated } from './errors.ts'
import type { Call } from './handlers/call.ts'
import { HANDLERS } from './handlers/table.ts'
import { findPrincipal } from './principal.ts'
import type { Principal } from './principal.ts'

/** A parsed request: the call without its principal, and its token. */
export type Incoming = Omit<Call, 'principal'> & { readonly bearer: string | null }

const OPEN_TO_UNVERIFIED: readonly EndpointName[] = [
  'GET /auth/me',
  'POST /auth/logout',
  'POST /auth/logout-all',
]

/** Authenticates, rate-limits, authorises and runs an endpoint; throws ApiError to refuse. */
export function dispatchEndpoint(
  core: Core,
  name: EndpointName,
  incoming: Incoming,
): Answer | Promise<Answer> {
  const { needsToken } = ENDPOINTS[name]
  const principal = needsToken ? findPrincipal(core, incoming.bearer) : null
  core.limits.countRequest(principal ? `user ${principal.user.id}` : 'guest')
  if (needsToken && principal === null) throw unauthenticated()
  if (principal) authorise(core, name, principal)
  return HANDLERS[name](core, { ...incoming, principal })
}

/** Outside the API the service is a web site, with Laravel's page for a POST without a CSRF token. */
export function dispatchUnknown(method: string, path: string): Answer {
  if (path.startsWith(`${BASE_PATH}/`)) throw notFound(`The route ${path.slice(1)} could not be found.`)
  if (method === 'GET')
    return html(path === '/' ? 200 : 404, '<!DOCTYPE html><title>Practice service</title>')
  return html(419, '<!DOCTYPE html><title>Page Expired</title>')
}

/** The reply of `work`, or of the error that it throws, in the service's error shape. */
export async function toResponse(core: Core, work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    return renderError(core.settings.errorShape, factsOf(error))
  }
}

function factsOf(error: unknown): ApiError['facts'] {
  if (error instanceof ApiError) return error.facts
  // A defect of the practice service or Fastify: reported in full, to debug the test.
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return { status, code: 'server_error', message: `Server Error: ${String(error)}` }
}

function authorise(core: Core, name: EndpointName, { user, instanceToken }: Principal): void {
  const open = core.settings.instanceTokenEndpoints
  if (instanceToken && open !== 'all' && !open.includes(name)) {
    throw forbidden('Instance API tokens cannot be used here.')
  }
  const refused = core.settings.unverifiedEmail === 'refused' && !OPEN_TO_UNVERIFIED.includes(name)
  if (refused && !user.emailVerified) {
    throw forbidden('Your email address is not verified.', 'email_not_verified')
  }
}
