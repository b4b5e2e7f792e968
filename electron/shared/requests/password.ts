import { z } from 'zod'
import type { Failure } from '../failure.ts'
import type { PasswordVerdict } from '../password.ts'
import { accountId, ofAccount, secret } from './payloads.ts'
import { typeOf } from './table.ts'

/** The outcome of a password change; `before` and `after` are the numbers of sessions, null when unknown. */
export interface PasswordOutcome {
  verdict: PasswordVerdict
  failure: Failure | null
  before: number | null
  after: number | null
}

const change = z.strictObject({
  accountId,
  currentPassword: secret,
  password: secret,
  passwordConfirmation: secret,
})

/** Changing the password of a signed-in account. */
export const passwordRequests = {
  'password:change': { payload: change, answer: typeOf<PasswordOutcome>() },
  'password:verifyOutcome': { payload: ofAccount, answer: typeOf<PasswordVerdict>() },
  'password:dismiss': { payload: ofAccount, answer: typeOf<null>() },
}
