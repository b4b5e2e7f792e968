import type { Payload, RequestName } from '../../../electron/contract/requests.ts'

/** A well-formed payload of every request, about an account, a session and a challenge that do not exist. */
export const SAMPLES = {
  'desk:get': null,
  'settings:update': { theme: 'dark', language: 'es', renewal: 'weekly' },
  'keyring:retry': null,
  'account:signIn': {
    server: 'https://nowhere.example',
    email: 'nobody@example.com',
    password: 'not a password',
    deviceName: 'Nothing',
  },
  'account:verify': { challengeId: 'no such challenge', code: '123456' },
  'account:abandon': { challengeId: 'no such challenge' },
  'account:show': { accountId: 'no such account' },
  'account:renew': { accountId: 'no such account' },
  'account:signOut': { accountId: 'no such account' },
  'session:list': { accountId: 'no such account' },
  'session:refresh': { accountId: 'no such account' },
  'session:revoke': { accountId: 'no such account', sessionId: 1 },
  'session:undo': { accountId: 'no such account', sessionId: 1 },
} satisfies { [N in RequestName]: Payload<N> }

/** The requests whose sample names something that must exist: each answers with a `Failure`. */
export const ABOUT_NOTHING = [
  'account:verify',
  'account:show',
  'account:renew',
  'account:signOut',
  'session:list',
  'session:refresh',
  'session:revoke',
  'session:undo',
] as const satisfies readonly RequestName[]

/** Names that are no requests: of events, of Electron and libraries, and of what every object has. */
export const NO_REQUESTS = [
  'desk:changed',
  'sessions:changed',
  'session:settled',
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
  'desk:get ',
  'DESK:GET',
  'desk:get\0',
] as const
