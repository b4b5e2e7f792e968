// The public interface of this feature; other folders import only this file.
export { type AuthHandlerDependencies, createAuthHandlers } from './handlers.ts'
export { createAddApiToken } from './api-token.ts'
export {
  type PendingLogouts,
  type PendingLogoutsFile,
  createPendingLogouts,
  ownerOf,
} from './pending-logouts.ts'
export { createRecovery } from './recovery.ts'
export { createRegistration } from './registration.ts'
export { createServerCheck } from './server-check.ts'
export { createSignIn } from './sign-in.ts'
export { type SignOutEverywhere, createSignOutEverywhere } from './sign-out-everywhere.ts'
export { type SignOut, createSignOut } from './sign-out.ts'
export { createGrants } from './grants.ts'
export {
  type UnconfirmedSessions,
  type UnconfirmedSessionsFile,
  createUnconfirmedSessions,
} from './unconfirmed-sessions.ts'
