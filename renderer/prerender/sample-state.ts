import type { AppState } from '../../electron/shared/app-state.ts'
import { DAY_MS } from '../../electron/shared/dates.ts'
import { DEVICE_KINDS } from '../../electron/shared/device.ts'
import type { LastKnownList } from '../../electron/shared/last-known-list.ts'
import type { Language } from '../../electron/shared/languages.ts'
import { placeholder } from '../../electron/shared/static-document.ts'
import { initialState } from '../app/initial-state.ts'

/** The state of a start without accounts, with placeholders for values that are known at start only. */
export function signInState(locale: Language): AppState {
  const [server, deviceName] = [placeholder('server'), placeholder('deviceName')]
  return initialState({ locale, theme: 'system', server, deviceName })
}

/** The state of a start with one account, with placeholders. */
export function signedInState(locale: Language): AppState {
  const account = {
    id: 'sample',
    name: placeholder('userName'),
    email: '',
    tenant: placeholder('place'),
    baseUrl: 'https://sample.invalid/api/v1',
    timezone: null,
    locale: null,
  }
  return initialState({ locale, theme: 'system', server: '', deviceName: '', account })
}

/** An id and a key that no other number in the page contains. */
const [FIRST_ID, FIRST_KEY] = [987_654_300, 876_543_200]

/** The list of `signedInState`: this device first, then one of each kind. `checkedAt` is `days` before `now`. */
export function sampleList(now: number, days: number): LastKnownList {
  const sessions = [...DEVICE_KINDS.slice(0, 1), ...DEVICE_KINDS].map((kind, index) => ({
    key: FIRST_KEY + index,
    id: FIRST_ID + index,
    name: placeholder('name'),
    kind,
    lastUsedAt: now - DAY_MS,
    createdAt: now - DAY_MS,
    firstSeenAt: now - DAY_MS,
    isCurrent: index === 0,
  }))
  return { checkedAt: now - days * DAY_MS, skew: 0, count: sessions.length, sessions }
}
