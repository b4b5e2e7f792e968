import type { Account } from '../../shared/account.ts'
import type { AccountTarget } from '../../shared/ends.ts'
import { mayHaveBeenApplied } from '../../shared/failure.ts'
import { failureText } from '../../shared/failure-text.ts'
import type { NavigationTarget } from '../../shared/navigation.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { planRevocation, type RevocationPlan } from '../../shared/revocation-plan.ts'
import type { DeviceSession } from '../../shared/session.ts'
import {
  type Confirm,
  confirmRevoke,
  confirmRevokeMany,
  confirmSignOutEverywhere,
  accountLabel,
} from './domain/confirmations.ts'
import { notifiedServer } from './domain/notifications.ts'
import type { TrayStatus } from './domain/tray-icon.ts'
import {
  INACTIVE_DAYS,
  trayMenu,
  trayStatusText,
  type TrayAccount,
  type TrayAction,
  type TrayItem,
  type TrayState,
} from './domain/tray-menu.ts'
import { trayAccount, trayStatus } from './domain/tray-state.ts'
import { hostOf } from '../../domain/server-address.ts'
import type { Translate } from '../../shared/translate.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Notifications } from './notifications.ts'
import type { Clock } from '../../core/ports.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { Vault } from '../../core/vault.ts'
import type { Revocations } from '../revocation/index.ts'
import type { PublishedLists, SessionLists } from '../sessions/index.ts'
import type { Renewals } from '../renewal/index.ts'
import type { Alerts } from '../activity/index.ts'
import type { EndRules } from '../rules/index.ts'
import type { Reviews } from '../review/index.ts'
import type { SignOutEverywhere } from '../auth/index.ts'

/** The tray's current icon, tooltip and menu. */
export interface TrayView {
  status: TrayStatus
  tooltip: string
  items: TrayItem[]
}

/** Builds the content of the tray, and runs the actions of its menu. */
export interface TrayController {
  view(): TrayView
  /**
   * Runs an action. Asks for confirmation before it ends sessions; notifies of the outcome of a renewal and of signing out
   * everywhere, and of ends that could not start.
   */
  act(action: TrayAction): Promise<void>
}

/** Dependencies; `navigate` opens a page of the window. */
export interface TrayDependencies {
  accounts: Pick<Accounts, 'get' | 'all'>
  lists: Pick<SessionLists, 'refresh'>
  publishedLists: Pick<PublishedLists, 'get'>
  vault: Pick<Vault, 'storage'>
  revocations: Pick<Revocations, 'revoke' | 'undo' | 'startPlan' | 'view'>
  rules: Pick<EndRules, 'get' | 'wouldEnd'>
  alerts: Pick<Alerts, 'acknowledge'>
  renewals: Pick<Renewals, 'renew'>
  reviews: Pick<Reviews, 'isDue'>
  signOutEverywhere: SignOutEverywhere
  notifications: Pick<Notifications, 'notify'>
  confirm: Confirm
  t: Translate
  /** The current locale of ages. */
  locale(): string
  clock: Pick<Clock, 'now'>
  isOnline(): boolean
  /** Whether the app is about to quit and finishes its work first. */
  isFinishing(): boolean
  navigate(target: NavigationTarget): void
  open(): void
  quit(): void
}

/** Creates the controller. */
export function createTrayController(dependencies: TrayDependencies): TrayController {
  const { accounts, lists, publishedLists, notifications, t } = dependencies
  const navigate = (page: NavigationTarget['page'], accountId: string | null): void =>
    dependencies.navigate({ page, accountId, key: null })

  /** Notifies of the outcome of an action; of a failed one, with the reason. */
  function notifyAbout(account: Account, title: string, done: Result<unknown> = ok(null)): void {
    const target: NavigationTarget = { page: 'sessions', accountId: account.id, key: null }
    const why = done.ok ? [] : [failureText(done.failure, notifiedServer(hostOf(account.baseUrl)), t)]
    const body = [accountLabel(account, t), ...why].join('\n')
    notifications.notify({ id: `tray-${account.id}`, title, body, target })
  }

  function trayAccountOf(account: Account): TrayAccount {
    const { id } = account
    const list = publishedLists.get(id)
    const { rules } = dependencies
    const rule = { ...rules.get(id), wouldEnd: rules.wouldEnd(id, INACTIVE_DAYS) }
    const ends = dependencies.revocations.view(id)
    return trayAccount(
      account,
      list,
      ends,
      rule,
      dependencies.clock.now() + list.skew,
      dependencies.reviews.isDue(id),
    )
  }

  /** Who ends of an account's list; `isSingle` as for `planRevocation`. */
  function planOf(
    account: Account,
    keys: readonly number[] | null,
    isSingle = false,
  ): RevocationPlan<DeviceSession> {
    const isApiToken = account.credential.kind === 'instance'
    return planRevocation(publishedLists.get(account.id).sessions ?? [], keys, { isApiToken, isSingle })
  }

  async function end(account: Account, key: number): Promise<void> {
    const [session] = planOf(account, [key], true).ends
    if (!session || !(await dependencies.confirm(confirmRevoke(session.name, account, t)))) return
    const begun = dependencies.revocations.revoke(account.id, key, 'confirmed')
    if (!begun.ok) notifyAbout(account, t('revocation.refused', { name: session.name }), begun)
  }

  /** Ends what is to end in each account, as one plan, after one dialog that names it all. */
  async function endMany(
    of: readonly Account[],
    keysOf: (account: Account) => readonly number[] | null,
    inactiveDays: number | null,
  ): Promise<void> {
    const plan = of
      .map((account) => ({ account, ...planOf(account, keysOf(account)) }))
      .filter(({ obstacle }) => obstacle === null)
    if (plan.length === 0) return
    if (!(await dependencies.confirm(confirmRevokeMany(plan, inactiveDays, t)))) return
    // Revoke exactly the named sessions: others may have appeared while the dialog was open.
    const targets = plan.map(({ account, ends }): AccountTarget => ({
      accountId: account.id,
      keys: ends.map(({ key }) => key),
    }))
    for (const { accountId, failure } of dependencies.revocations.startPlan(targets)) {
      const account = accounts.get(accountId)
      if (account) notifyAbout(account, t('bulkRevocation.notBegun'), failed(failure))
    }
  }

  /** Ends the inactive sessions of the accounts that have some. */
  const endInactive = (of: readonly Account[]): Promise<void> =>
    endMany(of, (account) => [...trayAccountOf(account).inactive], INACTIVE_DAYS)

  async function signOutEverywhere(account: Account): Promise<void> {
    const count = publishedLists.get(account.id).sessions?.length ?? null
    if (!(await dependencies.confirm(confirmSignOutEverywhere(account, count, t)))) return
    const done = await catchStorageError(() => dependencies.signOutEverywhere(account.id))
    if (done.ok) return notifyAbout(account, t('tray.everywhereDone'))
    const key = mayHaveBeenApplied(done.failure) ? 'tray.everywhereUnconfirmed' : 'tray.everywhereFailed'
    notifyAbout(account, t(key), done)
  }

  async function renew(account: Account): Promise<void> {
    const done = await catchStorageError(() => dependencies.renewals.renew(account.id))
    // If the token is revoked, this request detects it, and the account's status is notified of.
    await lists.refresh(account.id)
    if (accounts.get(account.id)?.status === 'signedIn')
      notifyAbout(account, done.ok ? t('renewal.done') : t('renewal.failed'), done)
  }

  async function actFor(account: Account, action: Extract<TrayAction, { accountId: string }>): Promise<void> {
    switch (action.kind) {
      case 'show':
        return navigate('sessions', account.id)
      case 'review':
        return navigate('review', account.id)
      case 'end':
        return end(account, action.key)
      case 'check':
        await lists.refresh(account.id)
        return
      case 'acknowledge':
        return action.keys.forEach((key) => dependencies.alerts.acknowledge(account.id, key))
      case 'keep':
        dependencies.revocations.undo(account.id, action.key)
        return
      case 'endOthers':
        return endMany([account], () => null, null)
      case 'endInactive':
        return endInactive([account])
      case 'signOutEverywhere':
        return signOutEverywhere(account)
      case 'renew':
        return renew(account)
    }
  }

  return {
    view() {
      const all = accounts.all()
      const state: TrayState = {
        accounts: all.map(trayAccountOf),
        online: dependencies.isOnline(),
        isLosingSignIns: all.length > 0 && dependencies.vault.storage().location === 'memory',
        locale: dependencies.locale(),
        isFinishing: dependencies.isFinishing(),
      }
      const status = trayStatusText(state, t)
      return {
        status: trayStatus(state),
        tooltip: status === null ? t('app.name') : `${t('app.name')}: ${status}`,
        items: trayMenu(state, t),
      }
    },
    async act(action) {
      switch (action.kind) {
        case 'open':
          return dependencies.open()
        case 'settings':
          return navigate('settings', null)
        case 'add':
          return navigate('addAccount', null)
        case 'quit':
          return dependencies.quit()
        case 'endInactiveInAll':
          return endInactive(accounts.all())
        default: {
          const account = accounts.get(action.accountId)
          if (account) await actFor(account, action)
        }
      }
    },
  }
}
