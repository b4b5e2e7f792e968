import { z } from 'zod'
import { isEmail } from '../email.ts'
import type { RecoveryLink } from '../navigation.ts'
import { line, nothing, ofAccount, secret } from './payloads.ts'
import { typeOf } from './table.ts'

/** The next step of a sign-in: a signed-in account, or a code to enter before `expiresAt` (epoch ms). */
export type SignInStep =
  { kind: 'signedIn'; accountId: string } | { kind: 'twoFactor'; challengeId: string; expiresAt: number }

/**
 * The next step of a registration. `signIn`: the account exists, and the person has to sign in. `mayBeListed`: the
 * service issued a session that could not be used, and its end is not confirmed.
 */
export type RegisterStep = SignInStep | { kind: 'signIn'; mayBeListed?: true }

/**
 * The service's response to a sign-out; the token is removed from this computer in any case. `notAsked`: no request was
 * needed.
 */
export interface SignOutReport {
  service: 'confirmed' | 'refused' | 'unreachable' | 'notAsked'
  /** The names of the sessions whose ends were under way, could not be confirmed, and went with the account. */
  unended?: readonly string[]
}

const temporaryId = z.string().max(100)
const deviceName = z.string().max(255)
/** The second entry of a password; may be empty: the service reports the mismatch. */
const repeated = z.string().max(4096)
/** Printable ASCII, as an HTTP header requires. */
const apiToken = z
  .string()
  .max(4096)
  .regex(/^sk_[\x21-\x7e]+$/)

/** The address of a server, and whether a person typed it, which only the preload says. */
const server = { server: line, isServerTyped: z.boolean().exactOptional() }

const signIn = z.strictObject({ ...server, email: line, password: secret, deviceName })
const registration = z.strictObject({
  ...server,
  name: line,
  email: line,
  password: secret,
  passwordConfirmation: repeated,
  deviceName,
  termsAccepted: z.boolean(),
})
const twoFactor = z.strictObject({ challengeId: temporaryId, code: z.string().regex(/^\d{6}$/) })
// The service's refusal of a malformed address would look like that of an unknown address.
const forgottenPassword = z.strictObject({ ...server, email: line.refine(isEmail) })
const passwordReset = z.strictObject({
  ...server,
  token: secret,
  email: line,
  password: secret,
  passwordConfirmation: repeated,
})

/** Signing in and out, and the recovery of a password. */
export const authRequests = {
  'account:signIn': { payload: signIn, answer: typeOf<SignInStep>() },
  'account:register': { payload: registration, answer: typeOf<RegisterStep>() },
  'account:addApiToken': {
    payload: z.strictObject({ ...server, token: apiToken }),
    answer: typeOf<{ accountId: string }>(),
  },
  'account:verifyTwoFactor': { payload: twoFactor, answer: typeOf<SignInStep>() },
  'account:cancelTwoFactor': {
    payload: z.strictObject({ challengeId: temporaryId }),
    answer: typeOf<null>(),
  },
  'account:select': { payload: ofAccount, answer: typeOf<null>() },
  'account:signOut': { payload: ofAccount, answer: typeOf<SignOutReport>() },
  'account:signOutEverywhere': { payload: ofAccount, answer: typeOf<SignOutReport>() },
  'password:forgot': { payload: forgottenPassword, answer: typeOf<null>() },
  'password:reset': { payload: passwordReset, answer: typeOf<null>() },
  'deepLink:take': { payload: nothing, answer: typeOf<RecoveryLink | null>() },
  'unconfirmedSession:dismiss': { payload: z.strictObject({ id: temporaryId }), answer: typeOf<null>() },
}
