import { isListDoubt, isUnreachable } from '../../../electron/shared/failure.ts'
import { isDeviceKnown } from '../../../electron/shared/this-device.ts'
import { useI18n } from 'vue-i18n'
import { formatWait, MINUTE_MS } from '../../../electron/shared/dates.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import type { SessionList } from '../../../electron/shared/session-list.ts'
import type { PollInterval } from '../../../electron/shared/settings.ts'
import { canReach } from '../../../electron/shared/loopback.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useSessions } from './session-lists.ts'
import type { RequestError } from '../../../electron/shared/bridge.ts'

export type ListState =
  | { kind: 'loading' | 'fresh' | 'stale' | 'offline' }
  | { kind: 'limited'; retryAt: number }
  | { kind: 'failed'; failure: RequestError; isUnclear: boolean }

/** The age at which a list is stale, ms: several polls were missed by then. */
export const STALE_AFTER_MS: Record<PollInterval, number> = {
  '10s': MINUTE_MS,
  '30s': 2 * MINUTE_MS,
  '1min': 3 * MINUTE_MS,
  '5min': 11 * MINUTE_MS,
}

/** Whether several sessions cannot be ended by this list: it, or the last one that was asked for, is unclear. */
export function isListUnsure(list: SessionList | undefined, withToken: boolean): boolean {
  return isDeviceUnclear(list?.sessions ?? [], withToken) || isListDoubt(list?.failure ?? null)
}

/** Whether a list does not say which of its sessions is this device. An API token has no session in the list. */
export function isDeviceUnclear(sessions: readonly DeviceSession[], withToken: boolean): boolean {
  return sessions.length > 0 && !isDeviceKnown(sessions, withToken)
}

/** Returns when the list of an account that waits is checked again, as text; both times are epoch ms by this computer's clock. */
export function useRetryText() {
  const { t, locale } = useI18n()
  return (retryAt: number, now: number): string =>
    retryAt > now
      ? t('sessions.limitedUntil', { when: formatWait(retryAt - now, locale.value) })
      : t('sessions.limitedSoon')
}

/** What is known of the lists of all accounts. */
export function useListStates() {
  const app = useAppStore()
  const sessions = useSessions()

  /** Whether this computer has a network that may lead to an account's service. */
  function isReachable(accountId: string): boolean {
    const account = app.state.accounts.find(({ id }) => id === accountId)
    return canReach(account?.baseUrl ?? '', app.state.online)
  }
  /** The state of an account's list at `now`, epoch ms by this computer's clock. */
  function stateOf(id: string, now: number): ListState {
    const list = sessions.lists.get(id)
    const failure = list?.failure ?? sessions.failures.get(id)
    const isOffline = failure?.kind === 'offline' && failure.reason === 'noNetwork'
    if (!isReachable(id) || isOffline) return { kind: 'offline' }
    if (failure?.kind === 'rateLimited') return { kind: 'limited', retryAt: failure.retryAt }
    if (failure) return { kind: 'failed', failure, isUnclear: list?.isUnclear ?? false }
    if (!list?.sessions || !list.isLive) return { kind: 'loading' }
    // Main checks accounts that are not active at the interval of the tray.
    const interval = id === app.accountId ? app.state.settings.pollInterval : '5min'
    return { kind: now - (list.checkedAt ?? now) > STALE_AFTER_MS[interval] ? 'stale' : 'fresh' }
  }
  /** Whether an account's service cannot be reached, so that ends wait. */
  function endsWait(accountId: string): boolean {
    const list = sessions.lists.get(accountId)
    if (!list?.sessions) return false
    return !list.isLive || !isReachable(accountId) || (list.failure !== null && isUnreachable(list.failure))
  }
  return { isReachable, stateOf, endsWait }
}
