import { ok, type Result } from '../shared/result.ts'
import { requireConfirmation, type ApiResponse } from './reply.ts'
import type { Transport } from './transport.ts'
import { isUnknownEmailRefusal } from './unknown-email.ts'

/** What resets a forgotten password: the recovery token of the mail and the email it was sent to. */
export interface PasswordReset {
  token: string
  email: string
  password: string
  passwordConfirmation: string
}

/** A password and the one that replaces it. */
export interface PasswordChange {
  currentPassword: string
  password: string
  passwordConfirmation: string
}

/**
 * POST /auth/password/forgot: a recovery mail is sent. A refusal because nobody has this address counts as done: the
 * outcome does not say who has an account. `email` has the form of one (`isEmail`).
 */
export async function forgotPassword(transport: Transport, email: string): Promise<Result<null>> {
  const isDone = isUnknownEmailRefusal
  const call = { method: 'POST', path: '/auth/password/forgot', body: { email }, isDone } as const
  const reply = await transport.request(call)
  return reply.ok && isUnknownEmailRefusal(reply.value) ? ok(null) : requireConfirmation(reply)
}

/** POST /auth/password/reset. */
export async function resetPassword(transport: Transport, reset: PasswordReset): Promise<Result<null>> {
  const { token, email, password, passwordConfirmation } = reset
  const body = { token, email, password, password_confirmation: passwordConfirmation }
  return requireConfirmation(await transport.request({ method: 'POST', path: '/auth/password/reset', body }))
}

/**
 * POST /auth/password/change, and what came back to it: the verdict depends on that. A lost answer is `outcomeUnknown`:
 * the password may be either.
 */
export async function changePassword(
  transport: Transport,
  token: string,
  change: PasswordChange,
): Promise<{ result: Result<null>; answered: 'nothing' | 'json' | 'other' }> {
  const body = {
    current_password: change.currentPassword,
    password: change.password,
    password_confirmation: change.passwordConfirmation,
  }
  let answered: 'nothing' | 'json' | 'other' = 'nothing'
  const isDone = ({ json }: ApiResponse): boolean => {
    answered = json === undefined ? 'other' : 'json'
    return false
  }
  const call = { method: 'POST', path: '/auth/password/change', token, body, isDone } as const
  return { result: requireConfirmation(await transport.request(call)), answered }
}
