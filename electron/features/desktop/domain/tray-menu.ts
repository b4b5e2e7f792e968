import type { Account } from '../../../shared/account.ts'
import { cutText } from '../../../domain/sanitize.ts'
import { datesIn, validTimeZone } from '../../../shared/dates.ts'
import type { RuleDays } from '../../../shared/rules.ts'
import type { Translate } from '../../../shared/translate.ts'

/**
 * A session in the tray menu. `isNew`: its sign-in is not acknowledged. `isWaiting`: it is ended once the service can be
 * reached. `at` is when it was last used, or when it was signed in if it is new or never was used, epoch ms by the service's
 * clock; null when unknown.
 */
export interface TraySession {
  key: number
  id: number
  name: string
  isNew: boolean
  isUsed: boolean
  at: number | null
  isWaiting: boolean
}

/** An account in the tray menu. */
export interface TrayAccount {
  account: Account
  /** The number of sessions, this device included; null before the first list. */
  count: number | null
  /**
   * The sessions that can be ended, new sign-ins first, then the longest unused; empty if the list does not say which
   * session is this device.
   */
  endable: readonly TraySession[]
  /** The keys of the endable sessions unused for `INACTIVE_DAYS`; empty if ages are not reliable. */
  inactive: readonly number[]
  /** Whether the last check of the list failed, or this run made none yet. */
  isStale: boolean
  /** Whether the next review of its sessions is due. */
  isReviewDue: boolean
  /** The service's time, epoch ms. */
  now: number
}

/** All inputs of the tray's menu. */
export interface TrayState {
  accounts: readonly TrayAccount[]
  online: boolean
  /** Whether sign-ins end when the app quits, because their tokens cannot be stored on disk. */
  isLosingSignIns: boolean
  /** The locale of the ages. */
  locale: string
  /** Whether the app is about to quit; the menu then has no other actions. */
  isFinishing: boolean
}

export type TrayAction =
  | { kind: 'open' | 'settings' | 'quit' | 'add' | 'endInactiveInAll' }
  | {
      kind: 'show' | 'review' | 'check' | 'endOthers' | 'endInactive' | 'signOutEverywhere' | 'renew'
      accountId: string
    }
  | { kind: 'end' | 'keep'; accountId: string; key: number }
  | { kind: 'acknowledge'; accountId: string; keys: readonly number[] }

/** One menu item, as data; a `text` item has no action. */
export type TrayItem =
  | { kind: 'separator' }
  | { kind: 'text'; label: string }
  | { kind: 'action'; label: string; action: TrayAction }
  | { kind: 'group'; label: string; items: TrayItem[] }

/** The maximum number of sessions of an account in the menu; the window shows all. */
export const MAX_MENU_SESSIONS = 5

/** The whole days without use after which the menu offers to end a session. */
export const INACTIVE_DAYS: RuleDays = 90

const MAX_LABEL_CHARACTERS = 60
const separator: TrayItem = { kind: 'separator' }

/** Builds the menu. A single account is at the top level, several are submenus. */
export function trayMenu(state: TrayState, t: Translate): TrayItem[] {
  const { accounts, online, isLosingSignIns, locale, isFinishing } = state
  const quit = action(t('tray.quit'), { kind: 'quit' })
  if (isFinishing) return [{ kind: 'text', label: t('finishing.tray') }, separator, quit]
  const [only] = accounts
  const blocks =
    accounts.length === 1 && only
      ? [
          { kind: 'text', label: accountTitle(only, t) } as const,
          { kind: 'text', label: statusText(only, t) } as const,
          ...accountItems(only, locale, t),
        ]
      : accounts.map((entry): TrayItem => ({
          kind: 'group',
          label: submenuTitle(entry, t),
          items: [{ kind: 'text', label: statusText(entry, t) }, ...accountItems(entry, locale, t)],
        }))
  const inactive = accounts.filter((entry) => entry.inactive.length > 0).length
  const notes = [
    ...(online ? [] : [t('connection.offline')]),
    ...(isLosingSignIns ? [t('keyring.closed')] : []),
  ]
  return [
    ...notes.map((label) => ({ kind: 'text', label }) as const),
    ...(notes.length > 0 ? [separator] : []),
    ...blocks,
    ...(blocks.length > 0 ? [separator] : []),
    ...(accounts.length > 1 && inactive > 0
      ? [action(t('tray.endInactiveInAll'), { kind: 'endInactiveInAll' }), separator]
      : []),
    action(t('tray.open'), { kind: 'open' }),
    ...(accounts.length === 0 ? [] : [action(t('account.add'), { kind: 'add' })]),
    action(t('settings.title'), { kind: 'settings' }),
    separator,
    quit,
  ]
}

/** Returns the words of the icon's status, for its tooltip; null where it has nothing to say. */
export function trayStatusText(state: TrayState, t: Translate): string | null {
  if (state.isFinishing) return t('finishing.tray')
  const n = state.accounts.flatMap(({ endable }) => endable.filter(({ isNew }) => isNew)).length
  if (n > 0) return t('alerts.many', { n }, n)
  if (!state.online) return t('connection.offline')
  return state.isLosingSignIns ? t('keyring.closed') : null
}

/** Returns the items of an account, with a separator before each group. */
function accountItems(entry: TrayAccount, locale: string, t: Translate): TrayItem[] {
  const { account, count, endable, inactive, isReviewDue } = entry
  const { id: accountId, status } = account
  if (status !== 'signedIn') return [action(t('alerts.show'), { kind: 'show', accountId })]
  const isUser = account.credential.kind === 'user'
  const shown = endable.slice(0, MAX_MENU_SESSIONS)
  const end = (session: TraySession): TrayItem =>
    session.isWaiting
      ? action(t('revocation.keep', { name: menuLabel(session.name) }), {
          kind: 'keep',
          accountId,
          key: session.key,
        })
      : action(sessionLabel(session, entry, locale, t), { kind: 'end', accountId, key: session.key })
  const added = shown.filter(({ isNew }) => isNew)
  const unused = shown.filter(({ isNew }) => !isNew)
  const keys = added.map(({ key }) => key)
  const n = inactive.length
  const showAll = count !== null && count > 1 ? t('tray.showAll', { n: count }) : t('alerts.show')
  const groups: TrayItem[][] = [
    isReviewDue ? [action(t('review.tray'), { kind: 'review', accountId })] : [],
    [
      ...added.map(end),
      ...(added.length > 0
        ? [
            action(t(added.length === 1 ? 'alerts.itWasMe' : 'alerts.allMine'), {
              kind: 'acknowledge',
              accountId,
              keys,
            }),
          ]
        : []),
    ],
    unused.length > 0 ? [{ kind: 'text', label: t('tray.endHeading') }, ...unused.map(end)] : [],
    [
      action(showAll, { kind: 'show', accountId }),
      action(t('tray.check'), { kind: 'check', accountId }),
      ...(isUser ? [action(t('renewal.now'), { kind: 'renew', accountId })] : []),
    ],
    [
      ...(n > 0
        ? [action(t('tray.endInactive', { n, days: INACTIVE_DAYS }, n), { kind: 'endInactive', accountId })]
        : []),
      ...(isUser && endable.length > 0
        ? [action(t('tray.endOthers'), { kind: 'endOthers', accountId })]
        : []),
    ],
    // In its own group, because it ends this device's session too.
    isUser ? [action(t('tray.everywhere'), { kind: 'signOutEverywhere', accountId })] : [],
  ]
  return groups.filter((group) => group.length > 0).flatMap((group) => [separator, ...group])
}

/** Returns the label of a session: its name, and when it was last used, or signed in if it is new. */
function sessionLabel(
  { name, isNew, isUsed, at }: TraySession,
  { account, now }: TrayAccount,
  locale: string,
  t: Translate,
): string {
  const named = { name: menuLabel(name) }
  if (at === null) return t(isNew ? 'tray.new' : 'tray.session', named)
  if (!isNew && !isUsed) return t('tray.sessionNeverUsed', named)
  const age = datesIn(locale, validTimeZone(account.user.timezone)).age(at, now)
  return t(isNew ? 'tray.newSignedIn' : 'tray.sessionUsed', { ...named, age })
}

/** Returns the title of an account's submenu: the account, its number of sessions, and that of new ones. */
function submenuTitle(entry: TrayAccount, t: Translate): string {
  const title = accountTitle(entry, t)
  if (entry.count === null) return title
  const n = entry.endable.filter(({ isNew }) => isNew).length
  const counts = n === 0 ? `${entry.count}` : t('tray.countNew', { count: entry.count, n }, n)
  return `${title} (${counts})`
}

function action(label: string, target: TrayAction): TrayItem {
  return { kind: 'action', label, action: target }
}

function accountTitle({ account }: TrayAccount, t: Translate): string {
  const { user } = account
  const name = menuLabel(user.name)
  return user.tenant ? t('tray.account', { name, tenant: menuLabel(user.tenant.name) }) : name
}

function statusText({ account, count, isStale }: TrayAccount, t: Translate): string {
  if (account.status !== 'signedIn') return t(`accountStatus.${account.status}Short`)
  if (count === null) return t('tray.notChecked')
  const number = t('sessions.count', { n: count }, count)
  return isStale ? t('tray.stale', { number }) : number
}

/** Limits the length of a label and doubles ampersands, because a single one marks a shortcut. */
function menuLabel(text: string): string {
  const short = text.length > MAX_LABEL_CHARACTERS ? `${cutText(text, MAX_LABEL_CHARACTERS - 1)}…` : text
  return short.replaceAll('&', '&&')
}
