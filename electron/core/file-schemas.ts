import { z } from 'zod'
import { SERVICE_LOCALES } from '../shared/account.ts'
import { ACTIVITY_TYPES, ACTORS } from '../shared/activity.ts'
import { DECISIONS, REVIEW_DAYS } from '../shared/review.ts'
import { RULE_DAYS } from '../shared/rules.ts'
import { sessionFactsSchema } from '../shared/session-facts.ts'

const user = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.nullable(z.string()),
  locale: z.nullable(z.enum(SERVICE_LOCALES)).catch(null),
  timezone: z.nullable(z.string()),
  emailVerified: z.nullable(z.boolean()),
  twoFactorEnabled: z.nullable(z.boolean()),
  tenant: z.nullable(z.object({ id: z.number(), name: z.string(), status: z.string() })),
})

const credential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user') }),
  z.object({
    kind: z.literal('instance'),
    fingerprint: z.string(),
    maskedToken: z.string(),
    acceptedBy: z.enum(['me', 'sessions']),
  }),
])

const account = z.object({
  id: z.string(),
  baseUrl: z.url(),
  user,
  credential,
  status: z.enum(['signedIn', 'signedOut', 'notPersisted', 'unreadable', 'renewalLost']),
})

export const accountsFileSchema = z.object({
  accounts: z.array(account),
  activeAccountId: z.nullable(z.string()).catch(null),
})

/**
 * The window's bounds, in device-independent pixels; null before the first close. On Wayland only the size is known. `zoom` is the
 * factor of its page.
 */
export const windowStateSchema = z.object({
  bounds: z
    .nullable(
      z.object({
        x: z.number().int().exactOptional(),
        y: z.number().int().exactOptional(),
        width: z.number().int(),
        height: z.number().int(),
        maximised: z.boolean(),
      }),
    )
    .catch(null),
  zoom: z.number().positive().catch(1),
})

/**
 * Whether each one-time hint was shown, and the time of the last lost file whose notice the person dismissed, epoch ms by
 * this computer's clock.
 */
export const oneTimeHintsSchema = z.object({
  tray: z.boolean().catch(false),
  lossesSeenAt: z.number().catch(0),
})

const lostRenewal = z.object({
  at: z.number(),
  session: z.nullable(z.object({ id: z.number(), name: z.string() })).catch(null),
})

/**
 * The open renewals, by account id: the old token's sequence and session, and the time, epoch ms by the service's
 * clock.
 */
export const renewalJournalSchema = z.record(z.string(), lostRenewal.extend({ sequence: z.number() }))

/** The lost renewals, by account id. */
export const orphansSchema = z.record(z.string(), z.array(lostRenewal))

/**
 * The password journal, by account id: the change with an unknown outcome and the probes whose sessions may still be
 * listed. Times are epoch ms by this computer's clock.
 */
export const passwordJournalSchema = z.record(
  z.string(),
  z.object({
    open: z.nullable(z.object({ at: z.number(), phase: z.enum(['sent', 'probed']) })),
    probes: z.array(z.object({ at: z.number(), madeAt: z.number() })),
  }),
)

const time = z.number()
const actor = z.enum(ACTORS)

/** The app's own number of a session. */
const key = z.int().min(1)
const facts = sessionFactsSchema.shape

const recordedSession = z.object({
  key,
  ...facts,
  signedInAt: z.nullable(time),
  firstSeenAt: time,
  endedAt: z.nullable(time),
  endedAfter: time.exactOptional(),
  endedBy: z.nullable(actor),
  alert: z.enum(['none', 'open']),
  mark: z.object({ decision: z.enum(['mine', 'notSure']), at: time }).exactOptional(),
  answer: z.enum(['ended', 'gone', 'lost']).exactOptional(),
  alias: z.string().exactOptional(),
  note: z.string().exactOptional(),
  isKept: z.literal(true).exactOptional(),
})

/** The history of one account with the record of its sessions; times are epoch ms by the service's clock. */
export const historySchema = z.object({
  owner: z.string(),
  since: time,
  checkedAt: z.nullable(time),
  skew: time.exactOptional(),
  viewedAt: z.nullable(time),
  nextKey: key,
  sessions: z.array(recordedSession).readonly(),
  entries: z
    .array(
      z.object({
        at: time,
        after: time.exactOptional(),
        type: z.enum(ACTIVITY_TYPES),
        actor: actor,
        sessionId: z.nullable(z.number()),
        name: z.nullable(z.string()),
        key: z.nullable(key),
        count: z.number().exactOptional(),
      }),
    )
    .readonly(),
})

/** The encrypted tokens: base64 by account id. */
export const ciphertextsSchema = z.record(z.string(), z.string())

/** The tokens to log out, by their key in the vault; `at` is epoch ms by this computer's clock. */
export const pendingLogoutsSchema = z.record(
  z.string(),
  z.object({
    accountId: z.string(),
    baseUrl: z.url(),
    userId: z.number(),
    name: z.nullable(z.string()),
    deviceName: z.nullable(z.string()),
    at: z.number(),
    isSaved: z.boolean(),
    isAccountListed: z.boolean(),
  }),
)

/** The sessions that may still be signed in; `at` is epoch ms by this computer's clock. */
export const unconfirmedSessionsSchema = z.array(
  z.object({
    id: z.string(),
    cause: z.enum(['signOut', 'signIn']),
    baseUrl: z.url(),
    name: z.nullable(z.string()),
    deviceName: z.nullable(z.string()),
    at: z.number(),
  }),
)

/**
 * The rules that end inactive sessions, by account id, and the last run by the service's clock and this computer's; epoch ms. An
 * invalid number of days turns the rule off.
 */
export const rulesSchema = z.record(
  z.string(),
  z.object({
    afterDays: z.nullable(z.literal(RULE_DAYS)).catch(null),
    lastRun: z.nullable(z.object({ service: z.number(), here: z.number() })),
  }),
)

const review = z.object({
  startedAt: time,
  finishedAt: time,
  version: z.string(),
  items: z
    .array(
      sessionFactsSchema.extend({
        key: z.int(),
        serviceName: z.string(),
        decided: z.nullable(z.object({ decision: z.enum(DECISIONS), at: time })),
        hasArrived: z.boolean(),
      }),
    )
    .readonly(),
})

/**
 * The reviews of one account: the open one, the finished ones, the days until the next, and the due time that the
 * person was notified of, epoch ms by this computer's clock.
 */
export const reviewsSchema = z.object({
  open: z.nullable(
    z.object({ startedAt: time, since: time, notMine: z.array(z.object({ key, at: time })).readonly() }),
  ),
  finished: z.array(review).readonly(),
  days: z.nullable(z.literal(REVIEW_DAYS)).catch(null),
  notifiedFor: z.nullable(time).catch(null),
})
