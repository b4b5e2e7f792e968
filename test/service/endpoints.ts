/** Path of the API below the origin, the version segment included. */
export const BASE_PATH = '/api/v1'

/** Every endpoint, and whether it needs a bearer token. */
export const ENDPOINTS = {
  'POST /auth/login': { needsToken: false },
  'POST /auth/two-factor': { needsToken: false },
  'POST /auth/register': { needsToken: false },
  'GET /auth/me': { needsToken: true },
  'PATCH /auth/me': { needsToken: true },
  'POST /auth/logout': { needsToken: true },
  'POST /auth/logout-all': { needsToken: true },
  'POST /auth/refresh': { needsToken: true },
  'POST /auth/password/forgot': { needsToken: false },
  'POST /auth/password/reset': { needsToken: false },
  'POST /auth/password/change': { needsToken: true },
  'GET /auth/sessions': { needsToken: true },
  'DELETE /auth/sessions/{id}': { needsToken: true },
} as const

/** `METHOD /path` as electron/api/README.md writes it, for example `DELETE /auth/sessions/{id}`. */
export type EndpointName = keyof typeof ENDPOINTS

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[]

/** The endpoint's route: its method and its URL with `:id` for `{id}`. */
export function routeOf(name: EndpointName): { method: string; url: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method, url: BASE_PATH + path.replace('{id}', ':id') }
}
