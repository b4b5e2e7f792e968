import type { NavigationTarget, RecoveryLink } from '../shared/navigation.ts'
import { findRecoveryLink } from './domain/deep-link.ts'

/** Holds one thing for the window, in memory, until it takes it; what comes later replaces it. */
export interface Mailbox<T> {
  offer(value: T): void
  /** Returns it once. */
  take(): T | null
  /** Calls back at each offer, which may have come from anywhere outside the window. */
  onReceived(listener: () => void): void
}

/** The recovery link that was opened last. */
export type PendingDeepLink = Mailbox<RecoveryLink>

/** Where a click in the tray or on a notification leads to. */
export type PendingNavigation = Mailbox<NavigationTarget>

/** An empty mailbox. */
export function createMailbox<T extends object>(): Mailbox<T> {
  let held: T | null = null
  let listener = (): void => undefined
  return {
    offer(value) {
      held = value
      listener()
    },
    take() {
      const taken = held
      held = null
      return taken
    },
    onReceived: (next) => void (listener = next),
  }
}

/** Offers the recovery link in a command line, if there is one; anything else in it changes nothing. */
export function offerDeepLink(pending: PendingDeepLink, argv: readonly string[]): void {
  const link = findRecoveryLink(argv)
  if (link) pending.offer(link)
}
