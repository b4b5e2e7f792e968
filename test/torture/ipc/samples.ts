import type { RequestName } from '../../../electron/shared/requests.ts'
import { GOOD } from '../../electron/ipc/requests-harness.ts'

/** A well-formed payload of every request; it names nothing that exists, and does not change start at login. */
export const SAMPLES = { ...GOOD, 'startAtLogin:set': { on: false } }

/** The requests whose sample names something that must exist: each answers with a `Failure`. */
export const ABOUT_NOTHING = [
  'account:verifyTwoFactor',
  'account:select',
  'account:renew',
  'account:signOut',
  'account:signOutEverywhere',
  'password:change',
  'password:verifyOutcome',
  'password:dismiss',
  'profile:refresh',
  'profile:update',
  'session:list',
  'session:refresh',
  'session:revoke',
  'session:keepOrphan',
  'session:annotate',
  'session:undo',
  'session:revokeMany',
  'unsentEnds:dismiss',
  'revocation:get',
  'revocation:undo',
  'revocation:pause',
  'revocation:resume',
  'revocation:cancel',
  'revocation:retry',
  'revocation:dismiss',
  'alert:acknowledge',
  'alert:acknowledgeAll',
  'activity:get',
  'activity:export',
  'activity:clear',
  'rule:get',
  'rule:set',
] as const satisfies readonly RequestName[]

/** Names that are not requests: events, channels of Electron and libraries, and properties of every object. */
export const NO_REQUESTS = [
  'appState:changed',
  'sessions:changed',
  'session:revoked',
  'revocation:changed',
  'vault:read',
  'account:token',
  'electron-store-get-data',
  'ELECTRON_BROWSER_REQUIRE',
  'ELECTRON_BROWSER_GET_BUILTIN',
  'ELECTRON_GUEST_WINDOW_MANAGER_WINDOW_OPEN',
  'BROWSER_SANDBOX_LOAD',
  'BROWSER_PRELOAD_ERROR',
  'REMOTE_BROWSER_GET_GLOBAL',
  'ipc-internal',
  'GUEST_VIEW_MANAGER_CALL',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '*',
  '',
  'appState:get ',
  'APPSTATE:GET',
  'appState:get\0',
] as const
