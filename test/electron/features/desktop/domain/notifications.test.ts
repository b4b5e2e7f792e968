import { describe, expect, it } from 'vitest'
import type { BatchPhase, BatchView, EndView, SettledEnd } from '../../../../../electron/shared/ends.ts'
import type { Failure } from '../../../../../electron/shared/failure.ts'
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
import { endCounts } from '../../../../support/builders.ts'

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
  const asked = { number: 1, cause: 'many', askedAt: 5 } as const
  return { ...asked, phase, counts: endCounts(some), answered: 0, total: 3, msLeft: null, ...part }
}

const SUBJECT = { who: WHO, server: 'a.example' }
const revoked = (
  state: SettledEnd['state'],
  failure: Failure | null = null,
  dropped: SettledEnd['dropped'] = null,
): NotificationContent =>
  revocationNotification({ accountId: A, key: 5, name: 'Phone', state, failure, dropped }, SUBJECT, t)
/** The ends of the first batch that failed this way, beside one of another batch. */
function failuresOf(...failed: Failure[]): EndView[] {
  const end = { name: 'Phone', state: 'refused' as const, dropped: null }
  const own = failed.map((failure, at) => ({ ...end, key: at, failure, batches: [1] }))
  return [...own, { ...end, key: 9, failure: { kind: 'conflict' }, batches: [2] }]
}
const bulk = (phase: BatchPhase, counts: Partial<BatchView['counts']>, ...failed: Failure[]) =>
  bulkRevocationNotification(A, batchIn(phase, counts), () => failuresOf(...failed), SUBJECT, t)
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
const GONE = { kind: 'notFound' } as const
const BUSY = { kind: 'server', status: 503 } as const
const LATE = 'Ana\na.example took too long to answer. Try again in a moment.'
const STILL = "Ana\nIt's still in the list. You can end it again."
const LOOK =
  "Ana\na.example took too long to answer. Try again in a moment. It may still be signed in. Refresh the list, and end it again if it's still there."
const CLOSED = 'Ana\nSession Desk closed before this was done. Nothing is sent until you continue.'
const NOW_THIS = 'Ana\nPhone is this device now.'
const NOT_SURE = "Ana\nIt's unclear whether Phone is still the same session."
const ASKING = { kind: 'asking', why: 'restarted' } as const
const MANY = { ended: 2, refused: 2, stillListed: 1, unclear: 1, gone: 1, dropped: 2 }
const MANY_TITLE = '2 ended, 2 refused, 1 still in the list, 1 not confirmed, 1 no longer signed in, 2 kept'
const PROBLEMS = 'Ana\nThe service is having problems (503). Try again later.'
const TWO = { ended: 1, refused: 2 }
const REST = { ended: 1, gone: 1, dropped: 2 }
const UNDO = 'Open Session Desk to undo or cancel it.'
const DESHACER = 'Abre Session Desk para deshacerlo o cancelarlo.'
const LOST =
  'The connection broke while the sign-in of Ana was being renewed. ' +
  'Sign in again. If an unused session is left in the list, you can end it then.'
const LOCKED =
  "The keyring didn't open, so the saved sign-in of Ana can't be read. " +
  'Nothing is lost. Unlock the keyring and try again, or sign in again.'
const OUT = 'Ana is signed out on this computer. The service no longer accepts the saved sign-in.'
const ENDS = "Ana\nIf it isn't renewed soon, it ends and you'll have to sign in again."
const WAITING = "The service hasn't confirmed that"
const WASNT_YOU = "Ana\nIf it wasn't you, end it and change your password."
const WERENT_YOU = "Ana\nIf one wasn't you, end it and change your password."
const DUE = 'Ana\nSee which sessions are still yours.'
const DELAYED = 'Ana\nIf the request was only delayed, it may still arrive.'
const NOT_SENT = 'Ana\nNothing was sent. The old one still works.'
const OPEN = 'Open Session Desk to see what to do.'
const SIGN_IN = 'A sign-in at example.com was interrupted.'

describe('the notification', () => {
  it.each<[title: string, () => NotificationContent | null | undefined, id: string, body: string]>([
    ['Ended Phone', () => revoked('ended'), REVOCATION, 'Ana'],
    ['Phone is no longer signed in', () => revoked('gone'), REVOCATION, 'Ana'],
    ["Phone couldn't be ended", () => revoked('refused', failure), REVOCATION, LATE],
    ["Phone couldn't be ended", () => revoked('stillListed', GONE), REVOCATION, STILL],
    ["Phone couldn't be ended", () => revoked('stillListed'), REVOCATION, STILL],
    ["Phone couldn't be ended", () => revoked('stillListed', failure), REVOCATION, LATE],
    ["Phone wasn't ended", () => revoked('dropped', null, 'cancelled'), REVOCATION, 'Ana'],
    ["Phone wasn't ended", () => revoked('dropped', null, 'thisDevice'), REVOCATION, NOW_THIS],
    ["Phone wasn't ended", () => revoked('dropped', null, 'unclear'), REVOCATION, NOT_SURE],
    [`${WAITING} Phone ended`, () => revoked('unclear', failure), REVOCATION, LOOK],
    ["5 sessions haven't ended yet", () => bulk(ASKING, { waiting: 3, sending: 1, sent: 1 }), BULK, CLOSED],
    [MANY_TITLE, () => bulk({ kind: 'done' }, MANY, BUSY, BUSY), BULK, PROBLEMS],
    ['1 ended, 2 refused', () => bulk({ kind: 'done' }, TWO, BUSY, failure), BULK, 'Ana'],
    ['1 ended, 1 no longer signed in, 2 kept', () => bulk({ kind: 'done' }, REST), BULK, 'Ana'],
    ['Ended 1 session', () => bulk({ kind: 'done' }, { ended: 1 }), BULK, 'Ana'],
    // The same id: the outcome's notification replaces that of the rule.
    ['Ending 1 session not used for 90 days', () => rule(1, 'en'), BULK, `Ana\n${UNDO}`],
    ['Finalizando 2 sesiones sin usar desde hace 90 días', () => rule(2, 'es'), BULK, `Ana\n${DESHACER}`],
    ['New sign-in: Phone 1', () => alerts(1, 2, 3)[0], `alert-${A}-1`, WASNT_YOU],
    ['4 new sign-ins', () => alerts(1, 2, 3, 4)[0], `alerts-${A}`, WERENT_YOU],
    ['Renewal interrupted', () => statusNotification(A, 'renewalLost', WHO, t), `status-${A}`, LOST],
    ['Keyring closed', () => statusNotification(A, 'unreadable', WHO, t), `status-${A}`, LOCKED],
    ['Signed out', () => statusNotification(A, 'signedOut', WHO, t), `status-${A}`, OUT],
    ["A sign-in couldn't be renewed yet", () => renewalNotification(A, WHO, t), `renewal-${A}`, ENDS],
    ['A review of your sessions is due', () => reviewNotification(A, WHO, t), `review-${A}`, DUE],
    ['Password changed', () => password('changed'), PASSWORD, 'Ana'],
    ['Password not changed', () => password('unchanged'), PASSWORD, 'Ana\nThe old one still works.'],
    ['The old password worked at 5 past two', () => password('unchanged', false, 5), PASSWORD, DELAYED],
    ['Password not changed', () => password('notSent'), PASSWORD, NOT_SENT],
    [DOUBT, () => password('unknown', true), PASSWORD, 'Ana\nOpen Session Desk to find out.'],
    [DOUBT, () => password('unknown'), PASSWORD, 'Ana\nWhen you next sign in, try the new password first.'],
    ['Ana Souza may still be signed in at example.com.', () => left({}), 'unconfirmed-u1', OPEN],
    [SIGN_IN, () => left({ cause: 'signIn' }), 'unconfirmed-u1', OPEN],
    [SIGN_IN, () => left({ name: null }), 'unconfirmed-u1', OPEN],
  ])(
    '“%s” has its text, and an id that leads to its page after a restart too',
    (title, content, id, body) => {
      const { newKeys, ...rest } = content() ?? {}
      expect(rest).toEqual({ id, title, body, target: parseNotificationTarget(id) })
      expect(newKeys !== undefined, 'stays').toBe(id.startsWith('alert'))
    },
  )

  it('quotes no service, which may name an email address', () => {
    const refused = { kind: 'forbidden', message: 'Not for ana@example.com' } as const
    const contents = [revoked('refused', refused), bulk({ kind: 'done' }, { refused: 1 }, refused)]
    expect(contents.map((content) => content?.body)).toEqual([
      `${WHO}\nYou don't have permission to do this.`,
      `${WHO}\nYou don't have permission to do this.`,
    ])
  })

  it('of new sign-ins names those that are to be decided on', () => {
    const ids = (...given: number[]) => alerts(...given).map(({ newKeys }) => newKeys)
    expect([ids(1, 2), ids(1, 2, 3, 4)]).toEqual([[[1], [2]], [[1, 2, 3, 4]]])
  })

  it('is not needed while a batch runs, for a signed-in account, and without alerts', () => {
    expect([bulk({ kind: 'going', wait: null }, {}), statusNotification(A, 'signedIn', WHO, t)]).toEqual([
      null,
      null,
    ])
    expect([alerts(), alerts(1, 2, 3).length, alerts(1, 2, 3, 4).length]).toEqual([[], 3, 1])
  })
})

describe('the batch to notify of', () => {
  const PHASES = {
    undoable: { kind: 'undoable', until: 9 },
    waiting: { kind: 'waiting' },
    going: { kind: 'going', wait: null },
    paused: { kind: 'paused' },
    held: { kind: 'going', wait: { until: 9, reason: { kind: 'rateLimited', retryAt: 9 } } },
    asking: ASKING,
    done: { kind: 'done' },
  } as const satisfies Record<BatchPhase['kind'] | 'held', BatchPhase>
  type Given = keyof typeof PHASES | `${keyof typeof PHASES} alone`

  /** The number of the batch to notify of, of these, the oldest first. */
  function numberOf(given: readonly Given[]): number | null {
    const batches = given.map((which, at) => {
      const isAlone = which.endsWith(' alone')
      const phase = PHASES[which.replace(' alone', '') as keyof typeof PHASES]
      return batchIn(phase, {}, { number: at + 1, cause: isAlone ? 'one' : 'many' })
    })
    return batchToNotifyOf(batches)?.number ?? null
  }

  it.each<[string, Given[], number | null]>([
    ['none without any', [], null],
    ['the newest that asks', ['asking', 'asking', 'done'], 2],
    ['the one that asks, though others are under way', ['going', 'asking', 'undoable', 'held'], 2],
    ['the newest if all are over', ['done', 'done'], 2],
    ['none while one can be undone', ['done', 'undoable'], null],
    ['none while one runs', ['going', 'done'], null],
    ['none while one is paused', ['paused', 'done'], null],
    ['none while one has to wait', ['held', 'done'], null],
    ['never what waits for the network', ['waiting'], null],
    ['the newest that is over, though another waits for the network', ['done', 'waiting'], 1],
    ['never the end of one session', ['done alone', 'going alone', 'waiting alone'], null],
    ['the end of one session that asks', ['asking alone', 'done'], 1],
    ['the newest that is over, though the end of one session is not', ['done', 'going alone'], 1],
    ['the newest of many, though the end of one session failed later', ['done', 'done alone'], 1],
  ])('is %s: %j', (_which, given, number) => {
    expect(numberOf(given)).toBe(number)
  })
})

describe('a notification of an earlier run', () => {
  const list = { page: 'sessions', accountId: A, key: null } as const

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
