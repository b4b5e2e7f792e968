import type { Account } from '../../../../electron/shared/account.ts'
import type { NewSignIn } from '../../../../electron/shared/activity.ts'
import type { EndView } from '../../../../electron/shared/ends.ts'
import type { NavigationTarget } from '../../../../electron/shared/navigation.ts'
import type { UnconfirmedSession } from '../../../../electron/shared/session.ts'
import { createNotifications } from '../../../../electron/features/desktop/notifications.ts'
import type { Notification } from '../../../../electron/core/ports.ts'
import { translations } from '../../translations.ts'
import { account } from '../../../renderer/fake-bridge.ts'
import { fakeStore, fakeClock } from '../../fakes.ts'

/** A new sign-in of a phone. */
export function newSignIn(key: number, accountId = 'a1'): NewSignIn {
  const name = `Phone ${key}`
  return { accountId, key, name, at: 5 }
}

/** A sign-out that the service did not confirm. */
export function unconfirmed(over: Partial<UnconfirmedSession> = {}): UnconfirmedSession {
  const baseUrl = 'https://example.com/api/v1'
  return { id: 'u1', cause: 'signOut', baseUrl, name: 'Ana Souza', deviceName: null, at: 5, ...over }
}

/** Notifications on a desktop that records them; the first account is active. */
export function setUpNotifications(first: Account[] = [account()]) {
  const state = {
    accounts: first,
    isOn: true,
    isFocused: false,
    isOpen: false,
    isRefusing: false,
    ends: [] as EndView[],
    clock: fakeClock(),
    shown: [] as Notification[],
    closed: [] as string[],
  }
  const places: NavigationTarget[] = []
  const acknowledged: [accountId: string, key: number][] = []
  const hints = fakeStore({ tray: false, lossesSeenAt: 0 })
  const notifications = createNotifications({
    notifier: {
      show(notification) {
        state.shown.push(notification)
        if (!state.isRefusing) notification.arrived?.()
      },
      close: (id) => void state.closed.push(id),
      isRefused: () => state.isRefusing,
    },
    accounts: {
      all: () => state.accounts,
      get: (id: string) => state.accounts.find((each) => each.id === id),
      active: () => state.accounts[0] ?? null,
    } as never,
    hints,
    t: translations(),
    locale: () => 'en',
    clock: state.clock,
    endsOf: () => state.ends,
    isOn: () => state.isOn,
    isFocused: () => state.isFocused,
    isOpen: () => state.isOpen,
    navigate: (place) => void places.push(place),
    acknowledge: (accountId, key) => void acknowledged.push([accountId, key]),
  })
  return {
    state,
    places,
    acknowledged,
    hints,
    notifications,
    titles: () => state.shown.map(({ title }) => title),
  }
}
