import type { RequestName } from '../../../electron/shared/requests.ts'
import type { Payload } from '../../../electron/shared/schemas.ts'

const ANA = { server: 'chat.example', email: 'ana@example.com' }
const FILTER = { types: ['ended' as const], actor: 'thisApp' as const, from: 0, text: 'phone' }
const PASSWORDS = { password: 'secret-canary', passwordConfirmation: 'secret-canary' }

/** A valid payload for every request of the contract; a missing request does not compile. */
export const GOOD: { [N in RequestName]: Payload<N> } = {
  'appState:get': null,
  'settings:update': { theme: 'dark', language: 'pt-BR' },
  'startAtLogin:get': null,
  'startAtLogin:set': { on: true },
  'keyring:retry': null,
  'app:restart': null,
  'page:failed': { name: 'TypeError', at: 'page.js:1:2' },
  'account:signIn': { ...ANA, password: 'secret-canary', deviceName: 'Desk' },
  'account:register': { ...ANA, ...PASSWORDS, name: 'Ana Souza', deviceName: 'Desk', termsAccepted: true },
  'account:addApiToken': { server: 'chat.example', token: 'sk_secret-canary' },
  'account:verifyTwoFactor': { challengeId: 'c1', code: '123456' },
  'account:cancelTwoFactor': { challengeId: 'c1' },
  'account:confirmOwner': { questionId: 'q1', isSame: true },
  'account:cancelOwner': { questionId: 'q1' },
  'account:select': { accountId: 'a' },
  'account:renew': { accountId: 'a' },
  'account:signOut': { accountId: 'a' },
  'account:signOutEverywhere': { accountId: 'a' },
  'password:change': { accountId: 'a', currentPassword: 'old-secret-canary', ...PASSWORDS },
  'password:verifyOutcome': { accountId: 'a' },
  'password:dismiss': { accountId: 'a' },
  'profile:refresh': { accountId: 'a' },
  'profile:update': { accountId: 'a', change: { name: 'Ana', locale: 'es', timezone: 'UTC' } },
  'password:forgot': ANA,
  'password:reset': { ...ANA, ...PASSWORDS, token: 'recovery-canary' },
  'deepLink:take': null,
  'navigation:take': null,
  'session:list': { accountId: 'a' },
  'activity:acknowledgeAway': { accountId: 'a' },
  'session:refreshAll': null,
  'session:refresh': { accountId: 'a' },
  'session:revoke': { accountId: 'a', session: { id: 2, createdAt: 5 }, isAtOnce: true },
  'unconfirmedSession:dismiss': { id: 'u1' },
  'session:keepOrphan': { accountId: 'a' },
  'session:annotate': { accountId: 'a', sessionId: 2, part: { alias: 'Laptop', note: 'Desk by the window' } },
  'session:undo': { accountId: 'a', sessionId: 2 },
  'session:revokeMany': {
    plan: [
      { accountId: 'a', target: { kind: 'these', sessions: [{ id: 2, createdAt: 5 }] } },
      { accountId: 'b', target: { kind: 'others' } },
    ],
    isAtOnce: true,
  },
  'ends:get': null,
  'ends:control': { accountId: 'a', batch: 3, command: 'pause' },
  'ends:dismissUnsent': { accountId: 'a' },
  'alert:acknowledge': { accountId: 'a', sessionId: 2 },
  'alert:acknowledgeAll': { accountId: 'a' },
  'activity:get': { accountId: 'a' },
  'activity:export': { accountId: 'a', format: 'csv', filter: FILTER },
  'activity:clear': { accountId: 'a' },
  'rule:get': { accountId: 'a' },
  'rule:set': { accountId: 'a', settings: { afterDays: 90, exempt: [2] } },
  'review:get': { accountId: 'a' },
  'review:start': { accountId: 'a' },
  'review:decide': { accountId: 'a', startedAt: 1, keys: [0], decision: 'mine' },
  'review:undo': { accountId: 'a' },
  'review:finish': { accountId: 'a', sessions: [{ id: 2, createdAt: 5 }] },
  'review:discard': { accountId: 'a' },
  'review:schedule': { accountId: 'a', days: 90 },
  'review:saveReport': { accountId: 'a', format: 'pdf' },
  'diagnostics:copy': null,
  'diagnostics:openFolder': null,
}

/** The requests with their valid payloads. */
export const REQUESTS = Object.entries(GOOD) as [RequestName, Record<string, unknown> | null][]

/** The requests that have a payload. */
export const CARRYING = REQUESTS.filter(
  (request): request is [RequestName, Record<string, unknown>] => request[1] !== null,
)
