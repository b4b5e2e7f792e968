import { expect, it } from 'vitest'
import type { AppState } from '../../../../electron/shared/app-state.ts'
import { buildAppState } from '../../../../electron/features/desktop/app-state.ts'
import { account, appState, bruno } from '../../../renderer/fake-bridge.ts'

/** The services that this state is made of. */
function sourcesOf(has: AppState) {
  const all = <T>(value: T) => ({ all: () => value })
  return {
    version: has.version,
    runtime: has.runtime,
    hostname: 'ana-laptop',
    locale: () => has.locale,
    accounts: { ...all(has.accounts), active: () => has.accounts[0] ?? null },
    settings: { get: () => has.settings },
    vault: { storage: () => has.tokenStorage },
    passwords: { reports: () => has.passwordReports },
    renewalWarnings: all(has.renewalWarnings),
    alerts: { open: () => has.alerts },
    awaySummaries: all(has.away),
    unconfirmedSessions: all(has.unconfirmedSessions),
    lostFiles: all(has.lostFiles),
    reviews: { isDue: (id: string) => has.dueReviews.includes(id) },
    view: { get: () => has.view },
    isOnline: () => has.online,
    hasTray: () => has.hasTray,
    notifier: { isRefused: () => has.notificationsRefused },
    isFinishing: () => has.isFinishing,
  } as unknown as Parameters<typeof buildAppState>[0]
}

it.each([
  ['of two accounts, one of which has a due review', [account(), bruno()], ['a2'], 'a1'],
  ['without an account', [], [], null],
] as const)(
  'the state of the app %s has the content of all services',
  (_what, accounts, dueReviews, activeAccountId) => {
    const left = {
      cause: 'signIn' as const,
      baseUrl: 'https://chat.example/api/v1',
      name: null,
      deviceName: null,
    }
    const unconfirmedSessions = [{ id: 'u1', ...left, at: 5 }]
    const facts = { unconfirmedSessions, activeAccountId }
    const has = appState({ accounts: [...accounts], dueReviews: [...dueReviews], ...facts })
    expect(buildAppState(sourcesOf(has))).toEqual(has)
  },
)
