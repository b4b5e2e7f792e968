import { addUser, userByEmail, type Core, type User } from '../core.ts'
import { invalid } from '../errors.ts'
import { hashPassword, isPassword } from '../password-hash.ts'
import { loginBody, parseBody, registerBody, twoFactorBody } from '../request-bodies.ts'
import { json, serializeBriefUser, serializeToken, type Answer } from '../responses.ts'
import { issueSession, sessionName } from '../sessions.ts'
import { acceptCode } from '../two-factor.ts'
import type { Handler } from './call.ts'

/** POST /auth/login. */
export const login: Handler = async (core, call) => {
  const body = parseBody(loginBody, call.body)
  const user = await checkPassword(core, body.email, body.password)
  if (user.twoFactorSecret !== null) return codeWanted()
  return tokenAnswer(core, user, sessionName(body.device_name, call.userAgent), 'Login successful.')
}

/** POST /auth/two-factor: the same as login with the code; an accepted code is refused when sent again. */
export const twoFactor: Handler = async (core, call) => {
  const body = parseBody(twoFactorBody, call.body)
  const user = await checkPassword(core, body.email, body.password)
  if (!acceptCode(user, body.code, core.clock()))
    throw invalid({ code: ['The provided two-factor code was invalid.'] }, 'invalid_code')
  return tokenAnswer(core, user, sessionName(body.device_name, call.userAgent), 'Login successful.')
}

/** POST /auth/register: a new user in a tenant of their own. */
export const register: Handler = async (core, call) => {
  const body = parseBody(registerBody, call.body)
  const passwordHash = await hashPassword(body.password, core.settings.scryptCost)
  // Checked after the await, so that two concurrent registrations cannot both find the address free.
  if (userByEmail(core, body.email)) throw invalid({ email: ['The email has already been taken.'] })
  const user = addUser(core, {
    name: body.name,
    email: body.email,
    tenant: `${body.name} (${body.email})`,
    role: 'admin',
    emailVerified: false,
    twoFactorSecret: null,
    locale: 'en',
    timezone: 'UTC',
    passwordHash,
  })
  return tokenAnswer(
    core,
    user,
    sessionName(body.device_name, call.userAgent),
    'Registration successful.',
    201,
  )
}

function codeWanted(): Answer {
  return json(200, { success: true, two_factor_required: true, message: 'Two-factor code required.' })
}

/** The user of a correct e-mail and password. */
async function checkPassword(core: Core, email: string, password: string): Promise<User> {
  const user = userByEmail(core, email)
  if (user === undefined || !(await isPassword(password, user.passwordHash)))
    throw invalid({ email: ['These credentials do not match our records.'] }, 'invalid_credentials')
  return user
}

function tokenAnswer(core: Core, user: User, name: string, message: string, status = 200): Answer {
  const data = { user: serializeBriefUser(user), ...serializeToken(issueSession(core, user, name)) }
  return json(status, { success: true, message, data })
}
