import type { Core } from './core.ts'
import { BASE_PATH, ENDPOINTS, type EndpointName } from './endpoints.ts'
import { ApiError, notFound, renderError, unauthenticated } from './errors.ts'
import type { Call, Handler } from './handlers/call.ts'
import { changePassword, forgotPassword, resetPassword } from './handlers/password.ts'
import { showMe, updateMe } from './handlers/profile.ts'
import { login, register, twoFactor } from './handlers/sign-in.ts'
import { endSession, listSessions, logout, logoutAll, refresh } from './handlers/tokens.ts'
import { html, type Answer } from './responses.ts'
import { findPrincipal } from './sessions.ts'

const HANDLERS: Readonly<Record<EndpointName, Handler>> = {
  'POST /auth/login': login,
  'POST /auth/two-factor': twoFactor,
  'POST /auth/register': register,
  'GET /auth/me': showMe,
  'PATCH /auth/me': updateMe,
  'POST /auth/logout': logout,
  'POST /auth/logout-all': logoutAll,
  'POST /auth/refresh': refresh,
  'POST /auth/password/forgot': forgotPassword,
  'POST /auth/password/reset': resetPassword,
  'POST /auth/password/change': changePassword,
  'GET /auth/sessions': listSessions,
  'DELETE /auth/sessions/{id}': endSession,
}

/** Authenticates, rate-limits, authorises and runs an endpoint; throws ApiError to refuse. */
export function dispatchEndpoint(
  core: Core,
  name: EndpointName,
  { bearer, ...call }: Omit<Call, 'principal'> & { readonly bearer: string | null },
): Answer | Promise<Answer> {
  const { needsToken } = ENDPOINTS[name]
  const principal = needsToken ? findPrincipal(core, bearer) : null
  core.limits.countRequest(principal ? `user ${principal.user.id}` : 'guest')
  if (needsToken && principal === null) throw unauthenticated()
  return HANDLERS[name](core, { ...call, principal })
}

/** Outside the API the service is a web site, with Laravel's page for a POST without a CSRF token. */
export function dispatchUnknown(method: string, path: string): Answer {
  if (path.startsWith(`${BASE_PATH}/`)) throw notFound(`The route ${path.slice(1)} could not be found.`)
  if (method === 'GET')
    return html(path === '/' ? 200 : 404, '<!DOCTYPE html><title>Practice service</title>')
  return html(419, '<!DOCTYPE html><title>Page Expired</title>')
}

/** The reply of `work`, or of the error that it throws, in the service's error shape. */
export async function toResponse(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    return renderError('laravel', factsOf(error))
  }
}

function factsOf(error: unknown): ApiError['facts'] {
  if (error instanceof ApiError) return error.facts
  // A defect of the practice service or Fastify: reported in full, to debug the test.
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return { status, code: 'server_error', message: `Server Error: ${String(error)}` }
}
