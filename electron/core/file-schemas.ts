import { z } from 'zod'
import { ACTIVITY_TYPES, ACTORS } from '../shared/activity.ts'
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

/** The file of accounts as it must be to be believed. */
export const accountsFileSchema = z.object({
  accounts: z.array(account),
  activeAccountId: orNull(z.string()).catch(null),
})

/** The file of settings; a choice that this version does not know falls back to the usual one. */
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
 * The file of the window's place on the screen, in device-independent pixels; null before it was ever closed. On Wayland
 * only its size is known.
 */
export const windowStateSchema = z.object({
  place: orNull(
    z.object({
      x: z.number().int().exactOptional(),
      y: z.number().int().exactOptional(),
      width: z.number().int(),
      height: z.number().int(),
      maximised: z.boolean(),
    }),
  ).catch(null),
})

/** The file of what was said once. */
export const oneTimeHintsSchema = z.object({ tray: z.boolean().catch(false) })

const lostRenewal = z.object({
  at: z.number(),
  session: orNull(z.object({ id: z.number(), name: z.string() })).catch(null),
})

/** The file of renewals that were begun: the token's sequence, when (epoch ms) and whose, by account id. */
export const renewalJournalSchema = z.record(z.string(), lostRenewal.extend({ sequence: z.number() }))

/** The file of renewals that were lost, by account id. */
export const orphansSchema = z.record(z.string(), z.array(lostRenewal))

/**
 * The file of passwords, by account id: the change whose outcome is not known (when, and how far), and apart from it the
 * probes whose sessions may be left over.
 */
export const passwordJournalSchema = z.record(
  z.string(),
  z.object({
    open: orNull(z.object({ at: z.number(), phase: z.enum(['sent', 'probed']) })),
    probes: z.array(z.object({ at: z.number(), madeAt: z.number() })),
  }),
)

const time = z.number()
const doer = z.enum(ACTORS)

const keptSession = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: orNull(time),
  signedInAt: orNull(time),
  lastUsedAt: orNull(z.union([time, z.literal('unknown')])),
  isCurrent: z.boolean(),
  firstSeenAt: time,
  endedAt: orNull(time),
  endedBy: orNull(doer),
  number: z.int().min(1),
  alert: z.enum(['none', 'open', 'mine']),
  mayBeRenewed: z.boolean(),
})

/** The file of the history of one account; times are epoch ms by the service's clock. */
export const historySchema = z.object({
  since: time,
  sessions: z.array(keptSession).readonly(),
  entries: z
    .array(
      z.object({
        at: time,
        type: z.enum(ACTIVITY_TYPES),
        actor: doer,
        sessionId: orNull(z.number()),
        name: orNull(z.string()),
        number: orNull(z.int().min(1)),
        count: z.number().exactOptional(),
      }),
    )
    .readonly(),
})

/** The file of ciphertexts: base64 by account id. */
export const ciphertextsSchema = z.record(z.string(), z.string())

/** The file of tokens that are to be logged out, by their key in the vault; `at` is epoch ms. */
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

/** The file of sessions that may still be signed in; `at` is epoch ms. */
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

/** An id, and the session's `createdAt` where it is known. */
const identities = z.array(z.tuple([z.number(), orNull(time)]))

/** The file of ends that are not through, by account id: when they were asked for (epoch ms), and sessions by state. */
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

/** The file of what people wrote about sessions, by account and session id; `goneAt`: since when it is not listed. */
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
 * The file of rules that end inactive sessions, by account id: what is exempt, since when it is not listed (epoch ms), and
 * the last run by the service's clock and this computer's. Days that this version does not offer are none.
 */
export const rulesSchema = z.record(
  z.string(),
  z.object({
    afterDays: orNull(z.literal(RULE_DAYS)).catch(null),
    exempt: z.array(z.object({ id: z.number(), createdAt: orNull(time), goneAt: orNull(time) })),
    lastRun: orNull(z.object({ service: z.number(), here: z.number() })),
  }),
)
