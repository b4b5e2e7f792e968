import { type Payload, type RequestName, REQUESTS } from '../../../electron/shared/requests.ts'
import { nothing } from '../../../electron/shared/requests/payloads.ts'

const ANA = { server: 'chat.example', email: 'ana@example.com' }
const FILTER = { types: ['ended' as const], actor: 'thisApp' as const, from: 0, to: 5, text: 'phone' }
const PASSWORDS = { password: 'secret-canary', passwordConfirmation: 'secret-canary' }

type Samples = { [N in RequestName]: Payload<N> }
/** The requests whose payload is more than an account; all others have a sample by themselves. */
type Special = { [N in RequestName]: Samples[N] extends null ? never : IfSpecial<N> }[RequestName]
type IfSpecial<N extends RequestName> = { accountId: string } extends Samples[N] ? never : N

/** A valid payload for each of those requests; a missing one does not compile. */
const SPECIAL: Pick<Samples, Special> = {
  'settings:update': { theme: 'dark', language: 'pt-BR' },
  'view:update': {
    view: {
      page: 'activity',
      order: { by: 'name', direction: 'up' },
      filter: { kind: 'inactive', days: 30 },
      columns: [{ name: 'lastUsed', width: null, hidden: true }],
    },
  },
  'startAtLogin:set': { on: true },
  'page:failed': { name: 'TypeError', at: 'page.js:1:2' },
  'account:signIn': { ...ANA, password: 'secret-canary', deviceName: 'Desk' },
  'account:register': { ...ANA, ...PASSWORDS, name: 'Ana Souza', deviceName: 'Desk', termsAccepted: true },
  'account:addApiToken': { server: 'chat.example', token: 'sk_secret-canary' },
  'account:verifyTwoFactor': { challengeId: 'c1', code: '123456' },
  'account:cancelTwoFactor': { challengeId: 'c1' },
  'account:confirmOwner': { questionId: 'q1', isSame: true },
  'account:cancelOwner': { questionId: 'q1' },
  'password:change': { accountId: 'a', currentPassword: 'old-secret-canary', ...PASSWORDS },
  'profile:update': { accountId: 'a', change: { name: 'Ana', locale: 'es', timezone: 'UTC' } },
  'password:forgot': ANA,
  'password:reset': { ...ANA, ...PASSWORDS, token: 'recovery-canary' },
  'session:revoke': { accountId: 'a', session: { id: 2, createdAt: 5 }, isAtOnce: true },
  'unconfirmedSession:dismiss': { id: 'u1' },
  'unmatchedSignIn:forget': { id: 'u1' },
  'session:annotate': { accountId: 'a', sessionId: 2, part: { alias: 'Laptop', note: 'Desk by the window' } },
  'session:undo': { accountId: 'a', sessionId: 2 },
  'session:revokeMany': {
    plan: [
      { accountId: 'a', target: { kind: 'these', sessions: [{ id: 2, createdAt: 5 }] } },
      { accountId: 'b', target: { kind: 'others' } },
    ],
    isAtOnce: true,
  },
  'ends:control': { accountId: 'a', batch: 3, command: 'pause' },
  'activity:ofSession': { accountId: 'a', sessionId: 2 },
  'alert:acknowledge': { accountId: 'a', sessionId: 2 },
  'activity:export': { accountId: 'a', format: 'csv', filter: FILTER },
  'rule:set': { accountId: 'a', settings: { afterDays: 90, exempt: [2] } },
  'review:decide': { accountId: 'a', startedAt: 1, keys: [0], decision: 'mine' },
  'review:finish': { accountId: 'a', sessions: [{ id: 2, createdAt: 5 }] },
  'review:schedule': { accountId: 'a', days: 90 },
  'review:saveReport': { accountId: 'a', format: 'pdf' },
}

export const REQUEST_NAMES = Object.keys(REQUESTS) as RequestName[]

const plainSample = (name: RequestName) => (REQUESTS[name].payload === nothing ? null : { accountId: 'a' })

/** A valid payload for every request. */
export const GOOD = {
  ...Object.fromEntries(REQUEST_NAMES.map((name) => [name, plainSample(name)])),
  ...SPECIAL,
} as Samples

/** The requests with their valid payloads. */
export const CASES = Object.entries(GOOD) as [RequestName, Record<string, unknown> | null][]

/** The requests that have a payload. */
export const CARRYING = CASES.filter(
  (request): request is [RequestName, Record<string, unknown>] => request[1] !== null,
)
