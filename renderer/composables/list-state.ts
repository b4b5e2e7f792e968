import type { DeviceSession, Pace, SessionList } from '../../electron/contract/models.ts'
import type { RequestError } from '../bridge.ts'

/** What there is to say about a list as a whole. */
export type ListState =
  | { kind: 'loading' | 'fresh' | 'stale' | 'offline' }
  | { kind: 'limited'; retryAt: number }
  | { kind: 'failed'; failure: RequestError }

/** After this many ms without a confirmation a list may be out of date: several checks were missed. */
export const STALE_AFTER: Record<Pace, number> = {
  '10s': 60_000,
  '30s': 120_000,
  '1min': 180_000,
  '5min': 660_000,
}

/** Whether a list does not say which of its sessions is this device; an API token is none of them. */
export function isDeviceUnclear(sessions: readonly DeviceSession[], withToken: boolean): boolean {
  const currents = sessions.filter(({ isCurrent }) => isCurrent).length
  return sessions.length > 0 && currents !== 1 && !(withToken && currents === 0)
}

/** Judges a list at `now` (epoch ms, this computer's clock); `trouble` is why it could not even be asked for. */
export function listState(
  list: SessionList | undefined,
  trouble: RequestError | undefined,
  online: boolean,
  now: number,
  pace: Pace,
): ListState {
  const failure = list?.failure ?? trouble
  if (!online || (failure?.kind === 'offline' && failure.reason === 'noNetwork')) return { kind: 'offline' }
  if (failure?.kind === 'rateLimited') return { kind: 'limited', retryAt: failure.retryAt }
  if (failure) return { kind: 'failed', failure }
  if (!list?.sessions) return { kind: 'loading' }
  return { kind: now - (list.checkedAt ?? now) > STALE_AFTER[pace] ? 'stale' : 'fresh' }
}
