import type { Account } from '../../../../electron/shared/account.ts'
import type { RevocationOutcome } from '../../../../electron/shared/bulk-revocation.ts'
import type { NavigationTarget } from '../../../../electron/shared/navigation.ts'
import { createNotifications } from '../../../../electron/features/desktop/notifications.ts'
import type { Notification } from '../../../../electron/core/ports.ts'
import { translations } from '../../translations.ts'
import { account } from '../../../renderer/fake-bridge.ts'
import { fakeStore, fakeClock } from '../../fakes.ts'

/** Notifications on a desktop that records them; the first account is active. */
export function setUpNotifications(first: Account[] = [account()]) {
  const state = {
    accounts: first,
    isOn: true,
    isFocused: false,
    isOpen: false,
    isRefusing: false,
    clock: fakeClock(),
    shown: [] as Notification[],
    closed: [] as string[],
  }
  const places: NavigationTarget[] = []
  const hints = fakeStore({ tray: false })
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
    isOn: () => state.isOn,
    isFocused: () => state.isFocused,
    isOpen: () => state.isOpen,
    navigate: (place) => void places.push(place),
  })
  const ended = (outcome: RevocationOutcome): void =>
    notifications.ended({ accountId: 'a1', sessionId: 5, createdAt: null, name: 'Old phone', outcome })
  return { state, places, hints, notifications, ended, titles: () => state.shown.map(({ title }) => title) }
}
