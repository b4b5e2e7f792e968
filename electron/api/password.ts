import { ok, type Result } from '../shared/result.ts'
import { requireConfirmation, type ApiResponse } from './response.ts'
import type { Transport } from './transport.ts'
import { isUnknownEmailRefusal } from './unknown-email.ts'

/** The payload of a password reset: the recovery token from the email and the address it was sent to. */
export interface PasswordReset {
  token: string
  email: string
  password: string
  passwordConfirmation: string
}

/** A current password and its replacement. */
export interface PasswordChange {
  currentPassword: string
  password: string
  passwordConfirmation: string
}

/**
 * POST /auth/password/forgot: requests a recovery email. A refusal of an unknown address counts as success, so that the
 * outcome does not reveal who has an account. `email` must have a valid form (`isEmail`).
 */
export async function forgotPassword(transport: Transport, email: string): Promise<Result<null>> {
  const isSuccess = isUnknownEmailRefusal
  const call = { method: 'POST', path: '/auth/password/forgot', body: { email }, isSuccess } as const
  const response = await transport.request(call)
  return response.ok && isUnknownEmailRefusal(response.value) ? ok(null) : requireConfirmation(response)
}

/** POST /auth/password/reset: sets a new password by a recovery token. A lost response is `outcomeUnknown`. */
export async function resetPassword(transport: Transport, reset: PasswordReset): Promise<Result<null>> {
  const { token, email, password, passwordConfirmation } = reset
  const body = { token, email, password, password_confirmation: passwordConfirmation }
  return requireConfirmation(await transport.request({ method: 'POST', path: '/auth/password/reset', body }))
}

/**
 * POST /auth/password/change. `responseKind` is the kind of response, which the verdict depends on: none, JSON or another
 * body. A lost response is `outcomeUnknown`: either password may be valid.
 */
export async function changePassword(
  transport: Transport,
  token: string,
  change: PasswordChange,
): Promise<{ result: Result<null>; responseKind: 'nothing' | 'json' | 'other' }> {
  const body = {
    current_password: change.currentPassword,
    password: change.password,
    password_confirmation: change.passwordConfirmation,
  }
  let responseKind: 'nothing' | 'json' | 'other' = 'nothing'
  // Called with each response; the result does not contain the body.
  const isSuccess = ({ json }: ApiResponse): boolean => {
    responseKind = json === undefined ? 'other' : 'json'
    return false
  }
  const call = { method: 'POST', path: '/auth/password/change', token, body, isSuccess } as const
  return { result: requireConfirmation(await transport.request(call)), responseKind }
}
