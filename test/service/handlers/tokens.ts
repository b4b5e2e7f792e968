import { notFound } from '../errors.ts'
import { json, notShown, serializeSession, serializeToken } from '../responses.ts'
import { activeSessions, endSessions, newSecret, renewSession } from '../sessions.ts'
import { signedIn, type Handler } from './call.ts'

/** POST /auth/logout: revokes the token of the request, an `sk_` one too. */
export const logout: Handler = (core, call) => {
  const { session, apiToken } = signedIn(call)
  if (session) core.sessions.delete(session.id)
  if (apiToken) core.apiTokens.delete(apiToken)
  return notShown()
}

/** POST /auth/logout-all: revokes all of the user's tokens, this one too; `sk_` tokens stay. */
export const logoutAll: Handler = (core, call) => {
  endSessions(core, signedIn(call).user)
  return notShown()
}

/** POST /auth/refresh: a new token in place of the old one, which gets 401 from now on. */
export const refresh: Handler = (core, call) => {
  const { user, session, apiToken } = signedIn(call)
  const renewed = session ? renewSession(core, user, session) : { token: `sk_${newSecret()}` }
  if (apiToken) apiToken.token = renewed.token
  return json(200, { success: true, message: 'Token refreshed.', data: serializeToken(renewed) })
}

/** GET /auth/sessions. */
export const listSessions: Handler = (core, call) => {
  const { user, session: current } = signedIn(call)
  const sessions = activeSessions(core, user).map((session) => serializeSession(session, current))
  return json(200, { success: true, data: { sessions } })
}

/** DELETE /auth/sessions/{id}: 404 for an unknown id and for another user's. */
export const endSession: Handler = (core, call) => {
  const { user } = signedIn(call)
  const session = core.sessions.get(/^\d+$/.test(call.id ?? '') ? Number(call.id) : 0)
  if (session === undefined || session.userId !== user.id) throw notFound('Session not found.')
  core.sessions.delete(session.id)
  return notShown()
}
