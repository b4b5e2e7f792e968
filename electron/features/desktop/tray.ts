import type { Account } from '../../shared/account.ts'
import type { NavigationTarget } from '../../shared/navigation.ts'
import {
  type Confirm,
  confirmRevoke,
  confirmRevokeOthers,
  confirmSignOutEverywhere,
  accountLabel,
} from './domain/confirmations.ts'
import type { TrayStatus } from './domain/tray-icon.ts'
import { trayMenu, type TrayAction, type TrayItem } from './domain/tray-menu.ts'
import { trayAccount, trayStatus } from './domain/tray-state.ts'
import type { Translate } from '../../core/domain/translate.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Notifications } from './notifications.ts'
import { catchStorageError } from '../../core/catch-storage-error.ts'
import type { Vault } from '../../core/vault.ts'
import { type BulkRevocations, type SingleRevocations, planRevocation } from '../revocation/index.ts'
import type { PublishedLists, SessionLists } from '../sessions/index.ts'
import type { Renewals } from '../renewal/index.ts'
import type { Reviews } from '../review/index.ts'
import type { SignOutEverywhere } from '../auth/index.ts'

/** The tray's current icon, tooltip and menu. */
export interface TrayView {
  status: TrayStatus
  tooltip: string
  items: TrayItem[]
}

/** The content of the tray, and the actions of its menu. */
export interface TrayController {
  view(): TrayView
  /** Runs an action: asks for confirmation before it ends sessions, and notifies of the confirmed outcome. */
  act(action: TrayAction): Promise<void>
}

/** Dependencies; `navigate` opens a page of the window. */
export interface TrayPorts {
  accounts: Accounts
  lists: Pick<SessionLists, 'refresh'>
  publishedLists: Pick<PublishedLists, 'get'>
  vault: Pick<Vault, 'storage'>
  revocations: {
    single: Pick<SingleRevocations, 'revokeNow'>
    bulk: Pick<BulkRevocations, 'start'>
  }
  renewals: Renewals
  reviews: Pick<Reviews, 'isDue'>
  signOutEverywhere: SignOutEverywhere
  notifications: Notifications
  confirm: Confirm
  t: Translate
  isOnline(): boolean
  /** Whether the app is about to quit and finishes its work first. */
  isFinishing(): boolean
  navigate(target: NavigationTarget): void
  open(): void
  quit(): void
}

/** Creates the controller. */
export function createTrayController(ports: TrayPorts): TrayController {
  const { accounts, lists, publishedLists, notifications, t } = ports
  const navigate = (page: NavigationTarget['page'], accountId: string | null): void =>
    ports.navigate({ page, accountId, sessionId: null })

  function notifyAbout(account: Account, title: string, body = accountLabel(account, t)): void {
    const target: NavigationTarget = { page: 'sessions', accountId: account.id, sessionId: null }
    notifications.notify({ id: `tray-${account.id}`, title, body, target })
  }

  async function end(account: Account, sessionId: number): Promise<void> {
    const session = publishedLists.get(account.id).sessions?.find(({ id }) => id === sessionId)
    if (!session || !(await ports.confirm(confirmRevoke(session.name, account, t)))) return
    // A refusal means that the list changed meanwhile, and the menu with it.
    await ports.revocations.single.revokeNow(account.id, session)
  }

  async function endOthers(account: Account): Promise<void> {
    const sessions = publishedLists.get(account.id).sessions ?? []
    const plan = planRevocation(sessions, { kind: 'others' }, false)
    if (!plan.ok) return
    const names = plan.sessions.map(({ name }) => name)
    const current = sessions.find(({ isCurrent }) => isCurrent)?.name ?? ''
    if (!(await ports.confirm(confirmRevokeOthers(names, current, account, t)))) return
    // Revoke exactly the named sessions: others may have appeared while the dialog was open.
    const named = plan.sessions.map(({ id, createdAt }) => ({ id, createdAt }))
    const started = ports.revocations.bulk.start(account.id, { kind: 'these', sessions: named })
    if (!started.ok) notifyAbout(account, t('bulkRevocation.notBegun'))
  }

  async function signOutEverywhere(account: Account): Promise<void> {
    const count = publishedLists.get(account.id).sessions?.length ?? null
    if (!(await ports.confirm(confirmSignOutEverywhere(account, count, t)))) return
    const name = accountLabel(account, t)
    const done = await catchStorageError(() => ports.signOutEverywhere(account.id))
    if (done.ok) notifyAbout(account, t('signOut.everywhere', { name }), t('tray.everywhereDone'))
    else notifyAbout(account, t('tray.everywhereFailed'), name)
  }

  async function renew(account: Account): Promise<void> {
    const done = await catchStorageError(() => ports.renewals.renew(account.id))
    // The sign-in may be revoked; fetching the list detects that and notifies of it.
    await lists.refresh(account.id)
    if (accounts.get(account.id)?.status === 'signedIn')
      notifyAbout(account, done.ok ? t('renewal.done') : t('renewal.failed'))
  }

  function actFor(
    account: Account,
    action: Extract<TrayAction, { accountId: string }>,
  ): Promise<void> | void {
    switch (action.do) {
      case 'show':
        return navigate('sessions', account.id)
      case 'review':
        return navigate('review', account.id)
      case 'end':
        return end(account, action.sessionId)
      case 'endOthers':
        return endOthers(account)
      case 'signOutEverywhere':
        return signOutEverywhere(account)
      case 'renew':
        return renew(account)
    }
  }

  return {
    view() {
      const trayAccounts = accounts
        .all()
        .map((account) =>
          trayAccount(account, publishedLists.get(account.id), ports.reviews.isDue(account.id)),
        )
      const online = ports.isOnline()
      const isFinishing = ports.isFinishing()
      const isLocked = ports.vault.storage().location === 'memory'
      return {
        status: trayStatus(trayAccounts, online, isLocked),
        tooltip: isFinishing ? `${t('app.name')}: ${t('finishing.tray')}` : t('app.name'),
        items: trayMenu({ accounts: trayAccounts, online, isFinishing }, t),
      }
    },
    async act(action) {
      switch (action.do) {
        case 'open':
          return ports.open()
        case 'settings':
          return navigate('settings', null)
        case 'add':
          return navigate('addAccount', null)
        case 'quit':
          return ports.quit()
        default: {
          const account = accounts.get(action.accountId)
          if (account) await actFor(account, action)
        }
      }
    },
  }
}
