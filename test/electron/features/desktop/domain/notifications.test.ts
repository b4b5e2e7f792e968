import { describe, expect, it } from 'vitest'
import type { BatchPhase, BatchView, RevocationOutcome } from '../../../../../electron/shared/ends.ts'
import type { PasswordVerdict } from '../../../../../electron/shared/password.ts'
import type { UnconfirmedSession } from '../../../../../electron/shared/session.ts'
import { accountIdOf } from '../../../../../electron/domain/account-id.ts'
import {
  alertNotificationId,
  alertNotifications,
  batchToNotifyOf,
  bulkRevocationNotification,
  passwordNotification,
  renewalNotification,
  reviewNotification,
  revocationNotification,
  ruleNotification,
  statusNotification,
  unconfirmedNotification,
  type NotificationContent,
} from '../../../../../electron/features/desktop/domain/notifications.ts'
import {
  DEFAULT_TARGET,
  parseActivatedId,
  parseNotificationTarget,
} from '../../../../../electron/features/desktop/domain/notification-target.ts'
import { translations } from '../../../translations.ts'
import { newSignIn, unconfirmed } from '../notifications-harness.ts'

const t = translations()
const A = accountIdOf('https://desk.example.com/api/v1', 7)
const WHO = 'Ana'
const failure = { kind: 'timeout' } as const

/** A batch of many in a phase, the first one; `part` overrides that. */
function batchIn(
  phase: BatchPhase,
  some: Partial<BatchView['counts']> = {},
  part: Partial<BatchView> = {},
): BatchView {
  const none = { queued: 0, sent: 0, confirmed: 0, alreadyGone: 0, failed: 0, notConfirmed: 0, cancelled: 0 }
  const asked = { number: 1, cause: 'many', isAlone: false, askedAt: 5 } as const
  return { ...asked, phase, counts: { ...none, ...some }, answered: 0, total: 3, msLeft: null, ...part }
}

const revoked = (outcome: RevocationOutcome): NotificationContent =>
  revocationNotification({ accountId: A, sessionId: 5, name: 'Phone', outcome }, WHO, t)
const bulk = (phase: BatchPhase, counts: Partial<BatchView['counts']>) =>
  bulkRevocationNotification(A, batchIn(phase, counts), WHO, t)
const password = (verdict: PasswordVerdict, canVerify = false, foundAt: number | null = null) =>
  passwordNotification({ accountId: A, verdict, canVerify, foundAt }, WHO, t, (at) => `${at} past two`)
const rule = (count: number, locale: 'en' | 'es') =>
  ruleNotification(
    { accountId: A, afterDays: 90, count },
    WHO,
    translations(() => locale),
  )
const alerts = (...ids: number[]): NotificationContent[] =>
  alertNotifications(
    ids.map((id) => newSignIn(id, A)),
    WHO,
    t,
  )
const left = (part: Partial<UnconfirmedSession>) => unconfirmedNotification(unconfirmed(part), t)

const [REVOCATION, BULK, PASSWORD] = [`revocation-${A}-5`, `bulk-${A}`, `password-${A}`]
const DOUBT = "It's unclear whether the password was changed"
const LOOK = "It may still be signed in. Refresh the list, and end it again if it's still there."
const UNCLEAR = "The service doesn't say which session is this device, so no more sessions are ended."
const ASKING = { kind: 'asking', reason: 'deviceUnclear' } as const
const MANY = { confirmed: 2, failed: 3, notConfirmed: 1, alreadyGone: 1, cancelled: 2 }
const MANY_LINES = "3 couldn't be ended.\n1 isn't confirmed.\n1 is no longer signed in.\n2 weren't sent."
const UNDO = 'Open Session Desk to undo or cancel it.'
const DESHACER = 'Abre Session Desk para deshacerlo o cancelarlo.'
const LOST = 'The connection broke while the sign-in of Ana was being renewed.'
const ENDS = "Ana\nIf it isn't renewed soon, it ends and you'll have to sign in again."
const WAITING = "The service hasn't confirmed that"
const WASNT_YOU = "Ana\nIf it wasn't you, end it."
const DUE = 'Ana\nSee which sessions are still yours.'
const DELAYED = 'Ana\nIf the request was only delayed, it may still arrive.'
const NOT_SENT = 'Ana\nNothing was sent. The old one still works.'
const SIGN_IN = 'A sign-in at example.com was interrupted.'

describe('the notification', () => {
  it.each<[title: string, () => NotificationContent | null | undefined, id: string, body: string]>([
    ['Ended Phone', () => revoked({ kind: 'ended' }), REVOCATION, 'Ana'],
    ['Phone is no longer signed in', () => revoked({ kind: 'alreadyGone' }), REVOCATION, 'Ana'],
    ["Phone couldn't be ended", () => revoked({ kind: 'failed', failure }), REVOCATION, 'Ana'],
    [`${WAITING} Phone ended`, () => revoked({ kind: 'notConfirmed', failure }), REVOCATION, LOOK],
    ["5 sessions haven't ended yet", () => bulk(ASKING, { queued: 4, sent: 1 }), BULK, UNCLEAR],
    ['Ended 2 sessions', () => bulk({ kind: 'done' }, MANY), BULK, `Ana\n${MANY_LINES}`],
    ['Ended 1 session', () => bulk({ kind: 'done' }, { confirmed: 1 }), BULK, 'Ana'],
    // The same id: the outcome's notification replaces that of the rule.
    ['Ending 1 session not used for 90 days', () => rule(1, 'en'), BULK, `Ana\n${UNDO}`],
    ['Cerrando 2 sesiones sin usar desde hace 90 días', () => rule(2, 'es'), BULK, `Ana\n${DESHACER}`],
    ['New sign-in: Phone 1', () => alerts(1, 2, 3)[0], `alert-${A}-1`, WASNT_YOU],
    ['New, perhaps renewed: Phone 2', () => alerts(1, 2)[1], `alert-${A}-2`, WASNT_YOU],
    ['4 new sign-ins', () => alerts(1, 2, 3, 4)[0], `alerts-${A}`, 'Ana'],
    ['Renewal interrupted', () => statusNotification(A, 'renewalLost', WHO, t), `status-${A}`, LOST],
    ["A sign-in couldn't be renewed yet", () => renewalNotification(A, WHO, t), `renewal-${A}`, ENDS],
    ['A review of your sessions is due', () => reviewNotification(A, WHO, t), `review-${A}`, DUE],
    ['Password changed', () => password('changed'), PASSWORD, 'Ana'],
    ['Password not changed', () => password('unchanged'), PASSWORD, 'Ana\nThe old one still works.'],
    ['The old password worked at 5 past two', () => password('unchanged', false, 5), PASSWORD, DELAYED],
    ['Password not changed', () => password('notSent'), PASSWORD, NOT_SENT],
    [DOUBT, () => password('unknown', true), PASSWORD, 'Ana\nOpen Session Desk to find out.'],
    [DOUBT, () => password('unknown'), PASSWORD, 'Ana\nWhen you next sign in, try the new password first.'],
    ['Session Desk', () => left({}), 'unconfirmed-u1', 'Ana Souza may still be signed in at example.com.'],
    ['Session Desk', () => left({ cause: 'signIn' }), 'unconfirmed-u1', SIGN_IN],
    ['Session Desk', () => left({ name: null }), 'unconfirmed-u1', SIGN_IN],
  ])(
    '“%s” has its text, and an id that leads to its page after a restart too',
    (title, content, id, body) => {
      const { newSessionIds, ...rest } = content() ?? {}
      expect(rest).toEqual({ id, title, body, target: parseNotificationTarget(id) })
      expect(newSessionIds !== undefined, 'stays').toBe(id.startsWith('alert'))
    },
  )

  it('of new sign-ins names those that are to be decided on', () => {
    const ids = (...given: number[]) => alerts(...given).map(({ newSessionIds }) => newSessionIds)
    expect([ids(1, 2), ids(1, 2, 3, 4)]).toEqual([[[1], [2]], [[1, 2, 3, 4]]])
  })

  it('is not needed while a batch runs, for a signed-in account, and without alerts', () => {
    expect([bulk({ kind: 'running' }, {}), statusNotification(A, 'signedIn', WHO, t)]).toEqual([null, null])
    expect([alerts(), alerts(1, 2, 3).length, alerts(1, 2, 3, 4).length]).toEqual([[], 3, 1])
  })
})

describe('the batch to notify of', () => {
  const PHASES = {
    undoable: { kind: 'undoable', until: 9 },
    queued: { kind: 'queued' },
    running: { kind: 'running' },
    paused: { kind: 'paused' },
    waiting: { kind: 'waiting', until: 9, reason: { kind: 'rateLimited', retryAt: 9 } },
    asking: ASKING,
    done: { kind: 'done' },
  } as const satisfies Record<BatchPhase['kind'], BatchPhase>
  type Given = keyof typeof PHASES | `${keyof typeof PHASES} alone`

  /** The number of the batch to notify of, of these, the oldest first. */
  function numberOf(given: readonly Given[]): number | null {
    const batches = given.map((which, at) => {
      const isAlone = which.endsWith(' alone')
      const phase = PHASES[which.replace(' alone', '') as keyof typeof PHASES]
      return batchIn(phase, {}, { number: at + 1, isAlone, cause: isAlone ? 'one' : 'many' })
    })
    return batchToNotifyOf(batches)?.number ?? null
  }

  it.each<[string, Given[], number | null]>([
    ['none without any', [], null],
    ['the newest that asks', ['asking', 'asking', 'done'], 2],
    ['the one that asks, though others are under way', ['running', 'asking', 'undoable', 'waiting'], 2],
    ['the newest if all are over', ['done', 'done'], 2],
    ['none while one can be undone', ['done', 'undoable'], null],
    ['none while one runs', ['running', 'done'], null],
    ['none while one is paused', ['paused', 'done'], null],
    ['none while one has to wait', ['waiting', 'done'], null],
    ['never what waits for the network', ['queued'], null],
    ['the newest that is over, though another waits for the network', ['done', 'queued'], 1],
    ['never the end of one session', ['done alone', 'running alone', 'queued alone'], null],
    ['the newest that is over, though the end of one session is not', ['done', 'running alone'], 1],
    ['the newest of many, though the end of one session failed later', ['done', 'done alone'], 1],
  ])('is %s: %j', (_which, given, number) => {
    expect(numberOf(given)).toBe(number)
  })
})

describe('a notification of an earlier run', () => {
  const list = { page: 'sessions', accountId: A, sessionId: null } as const

  it.each([
    [`alert-${A}`, list],
    [`revocation-${A}-7`, list],
    ['tray', DEFAULT_TARGET],
    ['', DEFAULT_TARGET],
    ['unconfirmed-3dc1b1a8-41a9-4d50-9f5b-4a3a1d1a7c11', DEFAULT_TARGET],
    ['alert-<script>-1', DEFAULT_TARGET],
  ])('%j opens its page, or the active account', (id, target) => {
    expect(parseNotificationTarget(id)).toEqual(target)
  })

  it('gets its whole id from Windows, which keeps at most 64 characters', () => {
    const longest = alertNotificationId(A, Number.MAX_SAFE_INTEGER)
    expect(longest.length).toBeLessThanOrEqual(64)
    expect(`unconfirmed-${crypto.randomUUID()}`.length).toBeLessThanOrEqual(64)
    const activations = [`type=click&tag=${longest}`, 'type=click', '', 'tag=']
    expect(activations.map(parseActivatedId)).toEqual([longest, null, null, null])
  })
})
