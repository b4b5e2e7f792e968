import { userByEmail, type Core, type User } from '../core.ts'
import { invalid } from '../errors.ts'
import { hashPassword, isPassword } from '../password-hash.ts'
import { changeBody, forgotBody, parseBody, resetBody } from '../request-bodies.ts'
import { notShown } from '../responses.ts'
import { newSecret } from '../sessions.ts'
import { signedIn, type Handler } from './call.ts'

const RECOVERY_MS = 60 * 60 * 1000

/** POST /auth/password/forgot: a mail in the outbox, and the same reply for an unknown address. */
export const forgotPassword: Handler = (core, call) => {
  const { email } = parseBody(forgotBody, call.body)
  const user = userByEmail(core, email)
  if (user) sendRecovery(core, user)
  return notShown()
}

/** POST /auth/password/reset: the token works once, for an hour, and only for its user. */
export const resetPassword: Handler = async (core, call) => {
  const { email, token, password } = parseBody(resetBody, call.body)
  const user = userByEmail(core, email)
  const recovery = user && core.recoveries.get(user.id)
  const isUsable = recovery && recovery.expiresAt > core.clock() && recovery.token === token
  // At `email`, as in Laravel.
  if (!user || !isUsable) throw invalid({ email: ['This password reset token is invalid.'] }, 'invalid_token')
  // Consumed before the await, so that two concurrent requests cannot both use it.
  core.recoveries.delete(user.id)
  await setPassword(core, user, password)
  return notShown()
}

/** POST /auth/password/change. */
export const changePassword: Handler = async (core, call) => {
  const { user } = signedIn(call)
  const body = parseBody(changeBody, call.body)
  if (!(await isPassword(body.current_password, user.passwordHash))) {
    throw invalid({ current_password: ['The password is incorrect.'] }, 'wrong_password')
  }
  await setPassword(core, user, body.password)
  return notShown()
}

async function setPassword(core: Core, user: User, password: string): Promise<void> {
  user.passwordHash = await hashPassword(password, core.settings.scryptCost)
}

function sendRecovery(core: Core, user: User): void {
  const token = newSecret(64)
  const at = core.clock()
  core.recoveries.set(user.id, { token, expiresAt: at + RECOVERY_MS })
  const link = `session-desk://reset?${new URLSearchParams({ token, email: user.email }).toString()}`
  const mail = { at, to: user.email, subject: 'Reset your password', token, link }
  core.outbox.push(mail)
  core.settings.onMail(mail)
}
