import type { Account } from '../../../shared/account.ts'
import type { Translate } from '../../../core/domain/translate.ts'

/** A session as the tray offers it; `isNew`: nobody has said yet whose sign-in it was. */
export interface TraySession {
  id: number
  name: string
  isNew: boolean
}

/** An account as the tray shows it. */
export interface TrayAccount {
  account: Account
  /** All sessions, this device included; null until the service told them. */
  count: number | null
  /** Those that can be ended, the ones to look at first coming first; empty when nobody can tell which is this device. */
  endable: readonly TraySession[]
  /** The list cannot be checked now. */
  isStale: boolean
}

/** All that the tray's menu depends on. */
export interface TrayState {
  accounts: readonly TrayAccount[]
  online: boolean
  /** The app is about to quit, and finishes first what is under way: nothing more can be asked of it. */
  isFinishing: boolean
}

/** What a click on an item asks for. */
export type TrayAction =
  | { do: 'open' | 'settings' | 'quit' | 'add' }
  | { do: 'show' | 'endOthers' | 'signOutEverywhere' | 'renew'; accountId: string }
  | { do: 'end'; accountId: string; sessionId: number }

/** One line of the menu, as data; `text` is only to be read. */
export type TrayItem =
  | { kind: 'separator' }
  | { kind: 'text'; label: string }
  | { kind: 'action'; label: string; action: TrayAction }
  | { kind: 'group'; label: string; items: TrayItem[] }

/** How many sessions of an account the menu lists; the others are in the window. */
export const MAX_MENU_SESSIONS = 5

const MAX_LABEL_CHARACTERS = 60
const separator: TrayItem = { kind: 'separator' }

/** The whole menu. One account stands open in it; many are groups. */
export function trayMenu({ accounts, online, isFinishing }: TrayState, t: Translate): TrayItem[] {
  const act = (label: string, action: TrayAction): TrayItem => ({ kind: 'action', label, action })
  const quit = act(t('tray.quit'), { do: 'quit' })
  if (isFinishing) return [{ kind: 'text', label: t('finishing.tray') }, separator, quit]
  const [only] = accounts
  const blocks =
    accounts.length === 1 && only
      ? [
          act(headOf(only, t), { do: 'show', accountId: only.account.id }),
          { kind: 'text', label: stateOf(only, t) } as const,
          ...itemsOf(only, t),
        ]
      : accounts.map((entry): TrayItem => ({
          kind: 'group',
          label: entry.count === null ? headOf(entry, t) : `${headOf(entry, t)} (${entry.count})`,
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

function itemsOf({ account, endable }: TrayAccount, t: Translate): TrayItem[] {
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
  return [...(ends.length > 0 ? [separator, ...ends] : []), ...(all.length > 0 ? [separator, ...all] : [])]
}

function action(label: string, of: TrayAction): TrayItem {
  return { kind: 'action', label, action: of }
}

function headOf({ account }: TrayAccount, t: Translate): string {
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

/** A label of a bearable length; an ampersand would underline the letter after it. */
function plain(text: string): string {
  const short = text.length > MAX_LABEL_CHARACTERS ? `${text.slice(0, MAX_LABEL_CHARACTERS - 1)}…` : text
  return short.replaceAll('&', '&&')
}
