import type { NavigationTarget, RecoveryLink } from '../shared/navigation.ts'
import { findRecoveryLink } from '../domain/deep-link.ts'
import { parseSwitches } from '../domain/parse-switches.ts'

/** Keeps one value in memory until the window takes it; a later value replaces it. */
export interface LatestValue<T> {
  offer(value: T): void
  /** Returns the value and removes it. */
  take(): T | null
  /** Sets the listener that runs at each offer. */
  onReceived(listener: () => void): void
}

/** The last recovery link that the app received; secret. */
export type PendingDeepLink = LatestValue<RecoveryLink>

/** The page that the tray or a notification opens. */
export type PendingNavigation = LatestValue<NavigationTarget>

/** Creates a holder without a value. */
export function createLatestValue<T extends object>(): LatestValue<T> {
  let pending: T | null = null
  let listener = (): void => undefined
  return {
    offer(value) {
      pending = value
      listener()
    },
    take() {
      const taken = pending
      pending = null
      return taken
    },
    onReceived: (next) => void (listener = next),
  }
}

/** The pages that a start can name, as the actions of the app's icon do. */
const START_PAGES = ['sessions', 'review'] as const

/** Offers the page of the active account that a command line names last with `--page`, if it is one of `START_PAGES`. */
export function offerPage(
  pending: PendingNavigation,
  argv: readonly string[],
  platform: NodeJS.Platform,
): void {
  const named = parseSwitches(argv, platform).findLast(({ name }) => name === 'page')
  const page = START_PAGES.find((each) => each === named?.value)
  if (page) pending.offer({ page, accountId: null, key: null })
}

/** Offers the recovery link of a command line, if there is one. */
export function offerDeepLink(pending: PendingDeepLink, argv: readonly string[]): void {
  const link = findRecoveryLink(argv)
  if (link) pending.offer(link)
}
