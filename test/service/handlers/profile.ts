import { parseBody, profileBody } from '../request-bodies.ts'
import { json, notShown, serializeUser } from '../responses.ts'
import { signedIn, type Handler } from './call.ts'

/** GET /auth/me. */
export const showMe: Handler = (_core, call) =>
  json(200, { success: true, data: { user: serializeUser(signedIn(call).user) } })

/** PATCH /auth/me: name, locale and time zone; omitted fields stay. */
export const updateMe: Handler = (core, call) => {
  const { user } = signedIn(call)
  const body = parseBody(profileBody, call.body)
  user.name = body.name ?? user.name
  user.locale = body.locale ?? user.locale
  user.timezone = body.timezone ?? user.timezone
  return notShown({ user: serializeUser(user) })
}
