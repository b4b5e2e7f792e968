import type { Account } from '../../../shared/account.ts'
import { groupByName, type SharedName } from '../../../shared/same-names.ts'
import type { Translate } from '../../../shared/translate.ts'

/** The texts of a native confirmation dialog. */
export interface Confirmation {
  message: string
  detail: string
  /** The label of the confirming button; Cancel has the focus. */
  confirmLabel: string
  cancelLabel: string
}

/** Shows a native dialog; true only if the person confirmed. */
export type Confirm = (confirmation: Confirmation) => Promise<boolean>

/** Returns the dialog before one session is ended. */
export function confirmRevoke(name: string, account: Account, t: Translate): Confirmation {
  return {
    message: t('confirmation.end', { name }),
    detail: [
      t('confirmation.endDetail', { account: accountLabel(account, t) }),
      // An API token is no session of this device.
      t(account.credential.kind === 'user' ? 'confirmation.staysHere' : 'bulkRevocation.tokenStays'),
    ].join(' '),
    confirmLabel: t('confirmation.endAction'),
    cancelLabel: t('common.cancel'),
  }
}

/** The maximum number of names in a dialog, so that it fits on a screen. */
export const MAX_DIALOG_NAMES = 12

/** Names sessions on so many lines; if they are more, those of one name are on one line. */
function nameLines(sessions: readonly SharedName[], max: number, t: Translate): string[] {
  if (sessions.length <= max) return sessions.map(({ name }) => name)
  const groups = groupByName(sessions)
  const left = groups.slice(max).reduce((sum, group) => sum + group.sessions.length, 0)
  const lines = groups
    .slice(0, max)
    .map(({ name, sessions: own }) =>
      own.length === 1 ? name : t('bulkRevocation.several', { n: own.length, name }),
    )
  return left === 0 ? lines : [...lines, t('confirmation.more', { n: left })]
}

/** What a plan ends in one account; `stays` is this device. */
export interface PlannedAccount {
  account: Account
  ends: readonly SharedName[]
  stays: SharedName | null
}

/** Returns the dialog before a plan is carried out: all others of one account, or sessions of several unused for `inactiveDays`. */
export function confirmRevokeMany(
  plan: readonly PlannedAccount[],
  inactiveDays: number | null,
  t: Translate,
): Confirmation {
  const n = plan.reduce((sum, { ends }) => sum + ends.length, 0)
  const each = Math.max(1, Math.floor(MAX_DIALOG_NAMES / plan.length))
  const blocks = plan.map(({ account, ends }) =>
    [accountLabel(account, t), ...nameLines(ends, each, t)].join('\n'),
  )
  const stays =
    inactiveDays === null
      ? plan.map(({ stays: own }) => t('bulkRevocation.stays', { name: own?.name ?? '' }))
      : [t('confirmation.inactiveDetail', { days: inactiveDays }), t('confirmation.staysHere')]
  return {
    message: t('bulkRevocation.title', { n }, n),
    detail: [...blocks, stays.join(' ')].join('\n\n'),
    confirmLabel: t('bulkRevocation.action', { n }, n),
    cancelLabel: t('common.cancel'),
  }
}

/** Returns the dialog before all devices of a user are signed out, this one included; `count` is null when unknown. */
export function confirmSignOutEverywhere(account: Account, count: number | null, t: Translate): Confirmation {
  return {
    message: t('confirmation.everywhere', { account: accountLabel(account, t) }),
    detail:
      count === null
        ? t('confirmation.everywhereAll')
        : t('confirmation.everywhereDetail', { n: count }, count),
    confirmLabel: t('account.everywhere'),
    cancelLabel: t('common.cancel'),
  }
}

/** Returns the dialog before quitting interrupts revocations or a password change; null if it interrupts nothing. */
export function confirmQuit(left: number, isPasswordSent: boolean, t: Translate): Confirmation | null {
  if (left === 0 && !isPasswordSent) return null
  return {
    message: t('confirmation.quit'),
    detail: [
      ...(left > 0 ? [t('confirmation.quitEnding', { n: left }, left)] : []),
      ...(isPasswordSent ? [t('confirmation.quitPassword')] : []),
    ].join('\n\n'),
    confirmLabel: t('confirmation.quitAction'),
    cancelLabel: t('common.cancel'),
  }
}

/** Returns the label of an account in dialogs and notifications: name and tenant, never the email. */
export function accountLabel({ user }: Account, t: Translate): string {
  const name = user.name.includes('@') ? t('app.name') : user.name
  return user.tenant ? t('tray.account', { name, tenant: user.tenant.name }) : name
}

/** Returns the dialog before the first request to a server that nobody chose. */
export function confirmServer(server: string, t: Translate): Confirmation {
  return {
    message: t('confirmation.server', { server }),
    detail: t('confirmation.serverDetail'),
    confirmLabel: t('confirmation.serverAction'),
    cancelLabel: t('common.cancel'),
  }
}
