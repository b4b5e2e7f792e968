import { ok, type Result } from '../shared/result.ts'
import { requiresTwoFactor, parseGrant, hasGrant, type Grant } from './parse-responses.ts'
import { requireConfirmation, type ApiResponse } from './response.ts'
import type { Transport } from './transport.ts'

/** A person's sign-in data; `deviceName` becomes the session's name; if it is empty, the service chooses one. */
export interface Credentials {
  email: string
  password: string
  deviceName: string
}

/** The data of a new user; the service compares the two passwords. */
export interface Registration extends Credentials {
  name: string
  passwordConfirmation: string
  termsAccepted: boolean
}

/** The next step after a login or registration: a token, or the second step. */
export type LoginResult = { kind: 'granted'; grant: Grant } | { kind: 'twoFactor' }

/** POST /auth/login. A 401 means a wrong email or password, not a signed-out account. */
export async function login(transport: Transport, credentials: Credentials): Promise<Result<LoginResult>> {
  const response = await post(transport, '/auth/login', bodyOf(credentials))
  if (!response.ok) return response
  if (requiresTwoFactor(response.value)) return ok({ kind: 'twoFactor' })
  const grant = parseGrant(response.value)
  return grant.ok ? ok({ kind: 'granted', grant: grant.value }) : grant
}

/** POST /auth/two-factor: the credentials again, with the six-digit code. */
export async function verifyTwoFactor(
  transport: Transport,
  credentials: Credentials,
  code: string,
): Promise<Result<Grant>> {
  const response = await post(transport, '/auth/two-factor', { ...bodyOf(credentials), code })
  return response.ok ? parseGrant(response.value) : response
}

/**
 * POST /auth/register: returns a token, the second step, or null for a confirmation without a token. Any other response
 * is `unexpectedAnswer`: the user may exist.
 */
export async function register(
  transport: Transport,
  registration: Registration,
): Promise<Result<LoginResult | null>> {
  const response = await post(transport, '/auth/register', {
    name: registration.name,
    ...bodyOf(registration),
    password_confirmation: registration.passwordConfirmation,
    terms_accepted: registration.termsAccepted,
  })
  if (!response.ok) return response
  if (requiresTwoFactor(response.value)) return ok({ kind: 'twoFactor' })
  const grant = parseGrant(response.value)
  return grant.ok ? ok({ kind: 'granted', grant: grant.value }) : requireConfirmation(response)
}

function post(transport: Transport, path: string, body: unknown): Promise<Result<ApiResponse>> {
  return transport.request({ method: 'POST', path, body, isSuccess: hasGrant })
}

function bodyOf({ email, password, deviceName }: Credentials): Record<string, string> {
  return { email, password, ...(deviceName === '' ? {} : { device_name: deviceName }) }
}
