import type { Account } from '../../../shared/account.ts'
import type { Translate } from '../../../core/domain/translate.ts'

/** What a native dialog asks before something ends: what it is about, what ends and what stays. */
export interface Confirmation {
  message: string
  detail: string
  /** The button that does it; the other one is Cancel, which has the focus. */
  confirmLabel: string
  cancelLabel: string
}

/** Asks in a dialog of the system; true only when a person confirmed. */
export type Confirm = (confirmation: Confirmation) => Promise<boolean>

/** Asks before one session ends. */
export function confirmRevoke(name: string, account: Account, t: Translate): Confirmation {
  return {
    message: t('confirmation.end', { name }),
    detail: t('confirmation.endDetail', { account: accountLabel(account, t) }),
    confirmLabel: t('confirmation.endAction'),
    cancelLabel: t('confirmation.cancel'),
  }
}

/** How many names a dialog can show before it gets taller than a screen. */
export const MAX_DIALOG_NAMES = 12

/** Asks before all other sessions end; `stays` is the name of this device. */
export function confirmRevokeOthers(
  names: readonly string[],
  stays: string,
  account: Account,
  t: Translate,
): Confirmation {
  const n = names.length
  const more = n > MAX_DIALOG_NAMES ? [t('confirmation.more', { n: n - MAX_DIALOG_NAMES })] : []
  return {
    message: t('bulkRevocation.title', { n }, n),
    detail: [
      accountLabel(account, t),
      '',
      ...names.slice(0, MAX_DIALOG_NAMES),
      ...more,
      '',
      t('bulkRevocation.stays', { name: stays }),
    ].join('\n'),
    confirmLabel: t('bulkRevocation.action', { n }, n),
    cancelLabel: t('confirmation.cancel'),
  }
}

/** Asks before all of a user's devices are signed out, this one included. */
export function confirmSignOutEverywhere(account: Account, count: number | null, t: Translate): Confirmation {
  return {
    message: t('confirmation.everywhere', { account: accountLabel(account, t) }),
    detail:
      count === null
        ? t('confirmation.everywhereAll')
        : t('confirmation.everywhereDetail', { n: count }, count),
    confirmLabel: t('account.everywhere'),
    cancelLabel: t('confirmation.cancel'),
  }
}

/** Asks before the app is quit in the middle of something: ends that are not through, or the change of a password. */
export function confirmQuit(left: number, isPasswordSent: boolean, t: Translate): Confirmation | null {
  if (left === 0 && !isPasswordSent) return null
  return {
    message: t('confirmation.quit'),
    detail: [
      ...(left > 0 ? [t('confirmation.quitEnding', { n: left }, left)] : []),
      ...(isPasswordSent ? [t('confirmation.quitPassword')] : []),
    ].join('\n\n'),
    confirmLabel: t('confirmation.quitAction'),
    cancelLabel: t('confirmation.cancel'),
  }
}

/** An account as a dialog or a notification names it: by name and tenant, never by email. */
export function accountLabel({ user }: Account, t: Translate): string {
  const name = user.name.includes('@') ? t('app.name') : user.name
  return user.tenant ? t('tray.account', { name, tenant: user.tenant.name }) : name
}
