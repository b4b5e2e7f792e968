import type { EndpointName } from '../endpoints.ts'
import type { Handler } from './call.ts'
import { changePassword, forgotPassword, resetPassword } from './password.ts'
import { showMe, updateMe } from './profile.ts'
import { login, register, twoFactor } from './sign-in.ts'
import { endSession, listSessions, logout, logoutAll, refresh } from './tokens.ts'

/** The handler of each endpoint. */
export const HANDLERS: Readonly<Record<EndpointName, Handler>> = {
  'POST /auth/login': login,
  'POST /auth/two-factor': twoFactor,
  'POST /auth/register': register,
  'GET /auth/me': showMe,
  'PATCH /auth/me': updateMe,
  'POST /auth/logout': logout,
  'POST /auth/logout-all': logoutAll,
  'POST /auth/refresh': refresh,
  'POST /auth/password/forgot': forgotPassword,
  'POST /auth/password/reset': resetPassword,
  'POST /auth/password/change': changePassword,
  'GET /auth/sessions': listSessions,
  'DELETE /auth/sessions/{id}': endSession,
}
