import { z } from 'zod'
import { ACTIVITY_TYPES, ACTORS } from '../shared/activity.ts'
import { DEVICE_KINDS } from '../shared/device.ts'
import { MAX_LAST_KNOWN_ROWS } from '../shared/last-known-list.ts'
import { UNSENT_REASONS } from '../shared/queued-end.ts'
import { DECISIONS, REVIEW_DAYS, REVIEW_OUTCOMES } from '../shared/review.ts'
import { RULE_DAYS } from '../shared/rules.ts'
import { LOCALES, POLL_INTERVALS, RENEWAL_INTERVALS, THEMES } from '../shared/settings.ts'

const orNull = <T extends z.ZodType>(shape: T) => shape.nullable()

const user = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: orNull(z.string()),
  locale: orNull(z.enum(LOCALES)).catch(null),
  timezone: orNull(z.string()),
  emailVerified: orNull(z.boolean()),
  twoFactorEnabled: orNull(z.boolean()),
  tenant: orNull(z.object({ id: z.number(), name: z.string(), status: z.string() })),
})

const account = z.object({
  id: z.string(),
  baseUrl: z.url(),
  user,
  credential: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user') }),
    z.object({
      kind: z.literal('instance'),
      fingerprint: z.string(),
      maskedToken: z.string(),
      acceptedBy: z.enum(['me', 'sessions']),
    }),
  ]),
  status: z.enum(['signedIn', 'signedOut', 'notPersisted', 'unreadable', 'renewalLost']),
})

/** The accounts file; a file that does not match is not used. */
export const accountsFileSchema = z.object({
  accounts: z.array(account),
  activeAccountId: orNull(z.string()).catch(null),
})

/** The settings file; an unknown choice falls back to its default. */
export const settingsSchema = z.object({
  theme: z.enum(THEMES).catch('system'),
  language: z.enum(['auto', ...LOCALES]).catch('auto'),
  renewal: z.enum(RENEWAL_INTERVALS).catch('never'),
  pollInterval: z.enum(POLL_INTERVALS).catch('10s'),
  keepInTray: z.boolean().catch(true),
  keepWithoutTray: z.boolean().catch(false),
  notifications: z.boolean().catch(true),
  server: z.string().catch(''),
})

/**
 * The window's bounds, in device-independent pixels; null before the first close. On Wayland only the size is known.
 */
export const windowStateSchema = z.object({
  bounds: orNull(
    z.object({
      x: z.number().int().exactOptional(),
      y: z.number().int().exactOptional(),
      width: z.number().int(),
      height: z.number().int(),
      maximised: z.boolean(),
    }),
  ).catch(null),
})

/** The hints that were shown once. */
export const oneTimeHintsSchema = z.object({ tray: z.boolean().catch(false) })

const lostRenewal = z.object({
  at: z.number(),
  session: orNull(z.object({ id: z.number(), name: z.string() })).catch(null),
})

/** The renewals that began, by account id: the token's sequence, the time (epoch ms) and the session it belongs to. */
export const renewalJournalSchema = z.record(z.string(), lostRenewal.extend({ sequence: z.number() }))

/** The lost renewals, by account id. */
export const orphansSchema = z.record(z.string(), z.array(lostRenewal))

/**
 * The password journal, by account id: the change with an unknown outcome, its time (epoch ms) and phase, and the
 * probes whose sessions may still be listed.
 */
export const passwordJournalSchema = z.record(
  z.string(),
  z.object({
    open: orNull(z.object({ at: z.number(), phase: z.enum(['sent', 'probed']) })),
    probes: z.array(z.object({ at: z.number(), madeAt: z.number() })),
  }),
)

const time = z.number()
const actor = z.enum(ACTORS)
const lastUse = orNull(z.union([time, z.literal('unknown')]))

const historySession = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: orNull(time),
  signedInAt: orNull(time),
  lastUsedAt: lastUse,
  isCurrent: z.boolean(),
  firstSeenAt: time,
  endedAt: orNull(time),
  endedAfter: time.exactOptional(),
  endedBy: orNull(actor),
  number: z.int().min(1),
  alert: z.enum(['none', 'open', 'mine']),
  mayBeRenewed: z.boolean(),
})

/** The history of one account; times are epoch ms by the service's clock. */
export const historySchema = z.object({
  since: time,
  checkedAt: orNull(time),
  viewedAt: orNull(time),
  sessions: z.array(historySession).readonly(),
  entries: z
    .array(
      z.object({
        at: time,
        after: time.exactOptional(),
        type: z.enum(ACTIVITY_TYPES),
        actor: actor,
        sessionId: orNull(z.number()),
        name: orNull(z.string()),
        number: orNull(z.int().min(1)),
        count: z.number().exactOptional(),
      }),
    )
    .readonly(),
})

/** The last known list of one account; `checkedAt` is epoch ms by this computer's clock. */
export const lastKnownListSchema = z.object({
  checkedAt: time,
  skew: time,
  count: z.int().min(0),
  sessions: z
    .array(
      z.object({
        id: z.number(),
        name: z.string(),
        kind: z.enum(DEVICE_KINDS),
        lastUsedAt: lastUse,
        createdAt: orNull(time),
        firstSeenAt: orNull(time),
        isCurrent: z.boolean(),
      }),
    )
    .max(MAX_LAST_KNOWN_ROWS),
})

/** The whole last known list of one account; `name` is the service's own. */
export const wholeListSchema = z.object({
  checkedAt: time,
  skew: time,
  sessions: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      lastUsedAt: lastUse,
      createdAt: orNull(time),
      isCurrent: z.boolean(),
    }),
  ),
})

/** The sessions of one account to end once its service can be reached, and those that were not sent. */
export const queuedEndsSchema = z.object({
  queued: z.array(
    z.object({ id: z.number(), createdAt: orNull(time), name: z.string(), queuedAt: z.number() }),
  ),
  unsent: z.array(
    z.object({ id: z.number(), createdAt: orNull(time), name: z.string(), reason: z.enum(UNSENT_REASONS) }),
  ),
})

/** The encrypted tokens: base64 by account id. */
export const ciphertextsSchema = z.record(z.string(), z.string())

/** The tokens that still have to be logged out, by their key in the vault; `at` is epoch ms. */
export const pendingLogoutsSchema = z.record(
  z.string(),
  z.object({
    accountId: z.string(),
    baseUrl: z.url(),
    userId: z.number(),
    name: orNull(z.string()),
    deviceName: orNull(z.string()),
    at: z.number(),
    isSaved: z.boolean(),
    isAccountListed: z.boolean(),
  }),
)

/** The sessions that may still be signed in; `at` is epoch ms. */
export const unconfirmedSessionsSchema = z.array(
  z.object({
    id: z.string(),
    cause: z.enum(['signOut', 'signIn']),
    baseUrl: z.url(),
    name: orNull(z.string()),
    deviceName: orNull(z.string()),
    at: z.number(),
  }),
)

/** Pairs of a session's id and its `createdAt`, where known. */
const identities = z.array(z.tuple([z.number(), orNull(time)]))

/** The revocations that are not done, by account id: their start (epoch ms), and sessions by state. */
export const revocationsSchema = z.record(
  z.string(),
  z.object({
    startedAt: z.number(),
    queued: identities,
    sent: identities,
    done: identities,
    gone: identities,
    cancelled: identities,
  }),
)

/** The notes on sessions, by account and session id; `goneAt` is when the session left the list, epoch ms. */
export const sessionNotesSchema = z.record(
  z.string(),
  z.record(
    z.string(),
    z.object({
      alias: orNull(z.string()),
      note: orNull(z.string()),
      number: z.int().min(1),
      createdAt: orNull(time),
      goneAt: orNull(time),
    }),
  ),
)

/**
 * The rules that end inactive sessions, by account id: the exempt sessions, when each left the list (epoch ms), and the
 * last run by the service's clock and this computer's. An unknown number of days turns the rule off.
 */
export const rulesSchema = z.record(
  z.string(),
  z.object({
    afterDays: orNull(z.literal(RULE_DAYS)).catch(null),
    exempt: z.array(z.object({ id: z.number(), createdAt: orNull(time), goneAt: orNull(time) })),
    lastRun: orNull(z.object({ service: z.number(), here: z.number() })),
  }),
)

const datedDecision = z.object({ decision: z.enum(DECISIONS), at: time })
const sessionIdentity = z.object({ id: z.number(), createdAt: orNull(time) })

const review = z.object({
  startedAt: time,
  finishedAt: orNull(time),
  server: z.string(),
  version: z.string(),
  items: z
    .array(
      sessionIdentity.extend({
        key: z.int().min(0),
        serviceName: z.string(),
        name: z.string(),
        lastUsedAt: lastUse,
        isCurrent: z.boolean(),
        decided: orNull(datedDecision),
        hasArrived: z.boolean(),
        isGone: z.boolean(),
        isDoubtful: z.boolean(),
        earlier: orNull(datedDecision),
        renewedAs: orNull(sessionIdentity),
        outcome: orNull(z.enum(REVIEW_OUTCOMES)),
      }),
    )
    .readonly(),
})

/**
 * The reviews of one account: the open one, the last that was finished, the days until the next, and the due time (epoch
 * ms by this computer's clock) that the person was notified of.
 */
export const reviewsSchema = z.object({
  open: orNull(review),
  last: orNull(review),
  days: orNull(z.literal(REVIEW_DAYS)).catch(null),
  notifiedFor: orNull(time).catch(null),
})
