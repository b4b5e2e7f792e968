import { z } from 'zod'
import { SERVICE_LOCALES } from './account.ts'
import { ACTIVITY_TYPES, ACTORS, EXPORT_FORMATS } from './activity.ts'
import { BATCH_COMMANDS } from './ends.ts'
import { isEmail } from './email.ts'
import { settingsChange } from './settings-schemas.ts'
import { MAX_EXEMPT, RULE_DAYS } from './rules.ts'
import { DECISIONS, REPORT_FORMATS, REVIEW_DAYS } from './review.ts'
import type { RequestName } from './requests.ts'

const accountId = z.string().min(1).max(100)
const sessionId = z.number().int().nonnegative()
/** The limit is longer than any real password; it keeps a compromised page from flooding main. */
const secret = z.string().min(1).max(4096)
/** Printable ASCII, as an HTTP header requires. */
const instanceToken = z
  .string()
  .max(4096)
  .regex(/^sk_[\x21-\x7e]+$/)
const line = z.string().max(2048)
/** The second entry of a password; may be empty: the service reports the mismatch. */
const repeated = z.string().max(4096)

/** The limits of `createdAt` are those of a JavaScript date. */
const sessionIdentity = z.strictObject({
  id: sessionId,
  createdAt: z.number().int().min(-8.64e15).max(8.64e15).nullable(),
})

/** Above the number of accounts that anybody has. */
const MAX_ACCOUNTS = 1_000
/** Above the number of sessions that a list can have. */
const MAX_SESSIONS = 100_000

const revocationTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('others') }),
  z.strictObject({ kind: z.literal('these'), sessions: z.array(sessionIdentity).min(1).max(MAX_SESSIONS) }),
])

const ruleDays = z.literal(RULE_DAYS)

/** Accepts plain objects only; otherwise an Error with a `name` would pass. */
const plain = z.custom<object>(
  (value) => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype,
)

/** The schema of each request's payload; the router parses the payload before a handler runs. */
export const PAYLOAD_SCHEMAS = {
  'appState:get': z.null(),
  'settings:update': settingsChange,
  'startAtLogin:get': z.null(),
  'startAtLogin:set': z.strictObject({ on: z.boolean() }),
  'keyring:retry': z.null(),
  'app:restart': z.null(),
  /** An uncaught error of the page: its name, file, line and column; no message. */
  'page:failed': z.strictObject({ name: z.string().max(100), at: z.string().max(200) }),
  'account:signIn': z.strictObject({
    server: line,
    email: line,
    password: secret,
    deviceName: z.string().max(255),
  }),
  'account:register': z.strictObject({
    server: line,
    name: line,
    email: line,
    password: secret,
    passwordConfirmation: repeated,
    deviceName: z.string().max(255),
    termsAccepted: z.boolean(),
  }),
  'account:addApiToken': z.strictObject({ server: line, token: instanceToken }),
  'account:verifyTwoFactor': z.strictObject({
    challengeId: z.string().max(100),
    code: z.string().regex(/^\d{6}$/),
  }),
  'account:cancelTwoFactor': z.strictObject({ challengeId: z.string().max(100) }),
  /** With `isSame` false the data of the person before are deleted. */
  'account:confirmOwner': z.strictObject({ questionId: z.string().max(100), isSame: z.boolean() }),
  'account:cancelOwner': z.strictObject({ questionId: z.string().max(100) }),
  'account:select': z.strictObject({ accountId }),
  'account:renew': z.strictObject({ accountId }),
  'account:signOut': z.strictObject({ accountId }),
  'account:signOutEverywhere': z.strictObject({ accountId }),
  'password:change': z.strictObject({
    accountId,
    currentPassword: secret,
    password: secret,
    passwordConfirmation: secret,
  }),
  'password:verifyOutcome': z.strictObject({ accountId }),
  'password:dismiss': z.strictObject({ accountId }),
  'profile:refresh': z.strictObject({ accountId }),
  'profile:update': z.strictObject({
    accountId,
    change: plain.pipe(
      z
        .strictObject({
          name: line.exactOptional(),
          locale: z.enum(SERVICE_LOCALES).exactOptional(),
          timezone: z.string().max(100).exactOptional(),
        })
        .refine((change) => Object.keys(change).length > 0),
    ),
  }),
  // The service's refusal of a malformed address would look like that of an unknown address.
  'password:forgot': z.strictObject({ server: line, email: line.refine(isEmail) }),
  'password:reset': z.strictObject({
    server: line,
    token: secret,
    email: line,
    password: secret,
    passwordConfirmation: repeated,
  }),
  'deepLink:take': z.null(),
  'navigation:take': z.null(),
  'session:list': z.strictObject({ accountId }),
  'activity:acknowledgeAway': z.strictObject({ accountId }),
  'session:refresh': z.strictObject({ accountId }),
  'session:refreshAll': z.null(),
  'session:revoke': z.strictObject({
    accountId,
    session: sessionIdentity,
    isAtOnce: z.boolean().exactOptional(),
  }),
  'unconfirmedSession:dismiss': z.strictObject({ id: z.string().max(100) }),
  'session:keepOrphan': z.strictObject({ accountId }),
  'session:annotate': z.strictObject({
    accountId,
    sessionId,
    part: plain.pipe(
      z
        .strictObject({
          alias: z.string().max(200).nullable().exactOptional(),
          note: z.string().max(1000).nullable().exactOptional(),
        })
        .refine((part) => Object.keys(part).length > 0),
    ),
  }),
  'session:undo': z.strictObject({ accountId, sessionId }),
  'session:revokeMany': z.strictObject({
    plan: z
      .array(z.strictObject({ accountId, target: revocationTarget }))
      .min(1)
      .max(MAX_ACCOUNTS),
    isAtOnce: z.boolean().exactOptional(),
  }),
  'ends:get': z.null(),
  'ends:control': z.strictObject({
    accountId,
    batch: z.number().int().min(1),
    command: z.enum(BATCH_COMMANDS),
  }),
  'ends:dismissUnsent': z.strictObject({ accountId }),
  'alert:acknowledge': z.strictObject({ accountId, sessionId }),
  'alert:acknowledgeAll': z.strictObject({ accountId }),
  'activity:get': z.strictObject({ accountId }),
  'activity:export': z.strictObject({
    accountId,
    format: z.enum(EXPORT_FORMATS),
    filter: plain.pipe(
      z.strictObject({
        types: z.array(z.enum(ACTIVITY_TYPES)).max(ACTIVITY_TYPES.length).nullable(),
        actor: z.enum(ACTORS).nullable(),
        from: z.number().nullable(),
        text: z.string().max(300),
      }),
    ),
  }),
  'activity:clear': z.strictObject({ accountId }),
  'rule:get': z.strictObject({ accountId, previewDays: ruleDays.exactOptional() }),
  'rule:set': z.strictObject({
    accountId,
    settings: z.strictObject({ afterDays: ruleDays.nullable(), exempt: z.array(sessionId).max(MAX_EXEMPT) }),
  }),
  'review:get': z.strictObject({ accountId }),
  'review:start': z.strictObject({ accountId }),
  'review:decide': z.strictObject({
    accountId,
    startedAt: z.int().nonnegative().max(8.64e15),
    keys: z.array(z.int().nonnegative()).min(1).max(MAX_SESSIONS),
    decision: z.enum(DECISIONS),
  }),
  'review:undo': z.strictObject({ accountId }),
  /** The sessions that the person confirmed to end; none if the review ends none. */
  'review:finish': z.strictObject({ accountId, sessions: z.array(sessionIdentity).max(MAX_SESSIONS) }),
  'review:discard': z.strictObject({ accountId }),
  'review:schedule': z.strictObject({ accountId, days: z.literal(REVIEW_DAYS).nullable() }),
  'review:saveReport': z.strictObject({ accountId, format: z.enum(REPORT_FORMATS) }),
  'diagnostics:copy': z.null(),
  'diagnostics:openFolder': z.null(),
} satisfies Record<RequestName, z.ZodType>

/** The parsed payload of a request. */
export type Payload<N extends RequestName> = z.output<(typeof PAYLOAD_SCHEMAS)[N]>
