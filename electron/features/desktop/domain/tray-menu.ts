import type { Account } from '../../../shared/account.ts'
import type { Translate } from '../../../core/domain/translate.ts'

/** A session in the tray menu; `isNew`: its sign-in is not acknowledged yet. */
export interface TraySession {
  id: number
  name: string
  isNew: boolean
}

/** An account in the tray menu. */
export interface TrayAccount {
  account: Account
  /** The number of sessions, this device included; null before the first list. */
  count: number | null
  /**
   * The sessions that can be ended, new sign-ins first; empty if the list does not say which session is this device.
   */
  endable: readonly TraySession[]
  /** Whether the last check of the list failed. */
  isStale: boolean
  /** Whether the next review of its sessions is due. */
  isReviewDue: boolean
}

/** All inputs of the tray's menu. */
export interface TrayState {
  accounts: readonly TrayAccount[]
  online: boolean
  /** Whether the app is about to quit; the menu then has no other actions. */
  isFinishing: boolean
}

/** The action of a menu item. */
export type TrayAction =
  | { do: 'open' | 'settings' | 'quit' | 'add' }
  | { do: 'show' | 'review' | 'endOthers' | 'signOutEverywhere' | 'renew'; accountId: string }
  | { do: 'end'; accountId: string; sessionId: number }

/** One menu item, as data; a `text` item has no action. */
export type TrayItem =
  | { kind: 'separator' }
  | { kind: 'text'; label: string }
  | { kind: 'action'; label: string; action: TrayAction }
  | { kind: 'group'; label: string; items: TrayItem[] }

/** The maximum number of sessions of an account in the menu; the window shows all. */
export const MAX_MENU_SESSIONS = 5

const MAX_LABEL_CHARACTERS = 60
const separator: TrayItem = { kind: 'separator' }

/** Builds the menu. A single account is at the top level, several are submenus. */
export function trayMenu({ accounts, online, isFinishing }: TrayState, t: Translate): TrayItem[] {
  const act = (label: string, action: TrayAction): TrayItem => ({ kind: 'action', label, action })
  const quit = act(t('tray.quit'), { do: 'quit' })
  if (isFinishing) return [{ kind: 'text', label: t('finishing.tray') }, separator, quit]
  const [only] = accounts
  const blocks =
    accounts.length === 1 && only
      ? [
          act(titleOf(only, t), { do: 'show', accountId: only.account.id }),
          { kind: 'text', label: stateOf(only, t) } as const,
          ...itemsOf(only, t),
        ]
      : accounts.map((entry): TrayItem => ({
          kind: 'group',
          label: entry.count === null ? titleOf(entry, t) : `${titleOf(entry, t)} (${entry.count})`,
          items: [
            { kind: 'text', label: stateOf(entry, t) },
            act(t('tray.show'), { do: 'show', accountId: entry.account.id }),
            ...itemsOf(entry, t),
          ],
        }))
  return [
    ...(online ? [] : [{ kind: 'text', label: t('tray.offline') } as const, separator]),
    ...blocks,
    ...(blocks.length > 0 ? [separator] : []),
    act(t('tray.open'), { do: 'open' }),
    ...(accounts.length === 0 ? [] : [act(t('tray.add'), { do: 'add' })]),
    act(t('tray.settings'), { do: 'settings' }),
    separator,
    quit,
  ]
}

function itemsOf({ account, endable, isReviewDue }: TrayAccount, t: Translate): TrayItem[] {
  const { id } = account
  if (account.status !== 'signedIn') return []
  const isUser = account.credential.kind === 'user'
  const ends = endable.slice(0, MAX_MENU_SESSIONS).map((session): TrayItem => {
    const label = t(session.isNew ? 'tray.endNew' : 'tray.end', { name: plain(session.name) })
    return { kind: 'action', label, action: { do: 'end', accountId: id, sessionId: session.id } }
  })
  const all: TrayItem[] = [
    ...(isUser && endable.length > 0
      ? [action(t('tray.endOthers'), { do: 'endOthers', accountId: id })]
      : []),
    ...(isUser ? [action(t('tray.everywhere'), { do: 'signOutEverywhere', accountId: id })] : []),
    ...(isUser ? [action(t('tray.renew'), { do: 'renew', accountId: id })] : []),
  ]
  const review = isReviewDue ? [action(t('review.tray'), { do: 'review', accountId: id })] : []
  return [
    ...review,
    ...(ends.length > 0 ? [separator, ...ends] : []),
    ...(all.length > 0 ? [separator, ...all] : []),
  ]
}

function action(label: string, target: TrayAction): TrayItem {
  return { kind: 'action', label, action: target }
}

function titleOf({ account }: TrayAccount, t: Translate): string {
  const { user } = account
  const name = plain(user.name)
  return user.tenant ? t('tray.account', { name, tenant: plain(user.tenant.name) }) : name
}

function stateOf({ account, count, isStale }: TrayAccount, t: Translate): string {
  if (account.status !== 'signedIn') return t(`accountStatus.${account.status}Short`)
  if (count === null) return t('tray.notChecked')
  const number = t('sessions.count', { n: count }, count)
  return isStale ? t('tray.stale', { number }) : number
}

/** A label of limited length; `&&` shows an ampersand, a single one would mark a shortcut. */
function plain(text: string): string {
  const short = text.length > MAX_LABEL_CHARACTERS ? `${text.slice(0, MAX_LABEL_CHARACTERS - 1)}…` : text
  return short.replaceAll('&', '&&')
}
