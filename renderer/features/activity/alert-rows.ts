import type { AccountAlerts, NewSignIn } from '../../../electron/shared/activity.ts'

/** A new sign-in in the notice of several accounts; `isOpen` is false once it is acknowledged, being ended or gone. */
export interface AlertRow extends NewSignIn {
  isOpen: boolean
}

/** Identifies a sign-in among those of all accounts. */
export const alertKey = ({ accountId, key }: NewSignIn): string => `${accountId} ${key}`

/** The alerts without the sign-ins for which `isEnding`, and without accounts that have no other. */
export function openAlerts(
  all: readonly AccountAlerts[],
  isEnding: (accountId: string, alert: NewSignIn) => boolean,
): AccountAlerts[] {
  const open = all.map(({ accountId, count, newest }) => {
    const left = newest.filter((alert) => !isEnding(accountId, alert))
    return { accountId, count: count - (newest.length - left.length), newest: left }
  })
  return open.filter(({ count }) => count > 0)
}

/** The sign-ins of several accounts: first the newest one of each, then the others; each part begins with the newest. */
export function alertRows(alerts: readonly AccountAlerts[]): AlertRow[] {
  const ranked = alerts.flatMap(({ newest }) => newest.map((signIn, rank) => ({ signIn, rank })))
  return ranked
    .toSorted((a, b) => a.rank - b.rank || b.signIn.at - a.signIn.at)
    .map(({ signIn }) => ({ ...signIn, isOpen: true }))
}

/** The `shown` rows in their places, of which only those that are among the `open` ones are still open. */
export function holdAlertRows(shown: readonly AlertRow[], open: readonly AlertRow[]): AlertRow[] {
  const now = new Map(open.map((row) => [alertKey(row), row]))
  return shown.map((row) => now.get(alertKey(row)) ?? { ...row, isOpen: false })
}
