import { describe, expect, it, vi } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import type { AccountTarget, EndsView, RefusedTarget } from '../../../../electron/shared/ends.ts'
import type { NavigationTarget } from '../../../../electron/shared/navigation.ts'
import type { SignOutReport } from '../../../../electron/shared/requests/auth.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import type { TokenStorage } from '../../../../electron/shared/token-storage.ts'
import type { Confirmation } from '../../../../electron/features/desktop/domain/confirmations.ts'
import type { NotificationContent } from '../../../../electron/features/desktop/domain/notifications.ts'
import type { TrayAction } from '../../../../electron/features/desktop/domain/tray-menu.ts'
import { createTrayController } from '../../../../electron/features/desktop/tray.ts'
import { translations } from '../../translations.ts'
import { account, bruno, list, session, singleEnd } from '../../../renderer/fake-bridge.ts'
import { keyOf } from '../../../support/builders.ts'

const DAY_MS = 86_400_000
const TIMEOUT = failed({ kind: 'timeout' } as const)

function setUp() {
  const state = {
    accounts: [account()] as Account[],
    list: list({
      sessions: [session(1, 'This laptop', { isCurrent: true }), session(2, 'Old phone', { createdAt: 5 })],
    }),
    ends: {} as Record<string, EndsView>,
    inactive: [] as number[],
    due: [] as string[],
    yes: true,
    isFinishing: false,
    location: 'keyring' as TokenStorage['location'],
    answer: ok(null) as Result<null>,
    signedOut: ok({ service: 'confirmed' }) as Result<SignOutReport>,
    /** The accounts where a plan is refused. */
    refusing: [] as string[],
  }
  const questions: Confirmation[] = []
  const notified: NotificationContent[] = []
  const calls = {
    revoke: vi.fn(() => state.answer),
    undo: vi.fn(() => ok(null)),
    startPlan: vi.fn((plan: readonly AccountTarget[]) =>
      plan
        .filter(({ accountId }) => state.refusing.includes(accountId))
        .map(({ accountId }): RefusedTarget => ({ accountId, failure: { kind: 'conflict' } })),
    ),
    view: (accountId: string): EndsView => state.ends[accountId] ?? { accountId, batches: [], ends: [] },
    everywhere: vi.fn(async () => state.signedOut),
    renew: vi.fn(async () => state.answer),
    refresh: vi.fn(async () => ok([])),
    acknowledge: vi.fn(),
    go: vi.fn<(place: NavigationTarget) => void>(),
    open: vi.fn(),
    quit: vi.fn(),
  }
  const controller = createTrayController({
    accounts: {
      get: (id: string) => state.accounts.find((each) => each.id === id) ?? null,
      all: () => state.accounts,
    },
    lists: { refresh: calls.refresh },
    rules: {
      get: () => ({ afterDays: null, lastEndedAt: null, nextRunAt: null, blockedBy: null }),
      wouldEnd: () => state.inactive.map((id) => keyOf({ id })),
    },
    alerts: { acknowledge: calls.acknowledge },
    clock: { now: () => 100 * DAY_MS },
    publishedLists: { get: () => state.list },
    vault: { storage: () => ({ location: state.location, reason: null, backend: 'x' }) },
    revocations: calls,
    renewals: { renew: calls.renew },
    reviews: { isDue: (id: string) => state.due.includes(id) },
    signOutEverywhere: calls.everywhere,
    notifications: { notify: (content: NotificationContent) => notified.push(content) },
    confirm: async (question: Confirmation) => (questions.push(question), state.yes),
    t: translations(),
    locale: () => 'en',
    isOnline: () => true,
    isFinishing: () => state.isFinishing,
    navigate: calls.go,
    open: calls.open,
    quit: calls.quit,
  })
  /** Runs an action, of the first account unless it names another. */
  const act = (action: object): Promise<void> => controller.act({ accountId: 'a1', ...action } as TrayAction)
  const messages = (): string[] => questions.map(({ message }) => message)
  return { ...calls, controller, state, questions, notified, act, messages }
}

const KEY = keyOf({ id: 2 })
/** A plan that ends the phone in these accounts. */
const phoneIn = (...ids: string[]) => ids.map((accountId) => ({ accountId, keys: [KEY] }))
const LATE = 'Ana Souza, Acme\ndesk.example.com took too long to answer. Try again in a moment.'
const DENIED = "Ana Souza, Acme\nYou don't have permission to do this."
const CHANGED = 'Ana Souza, Acme\nSomething changed in the meantime. Refresh and try again.'
const noted = (title: string, body = 'Ana Souza, Acme') => [
  { id: 'tray-a1', title, body, target: { page: 'sessions', accountId: 'a1', key: null } },
]

describe('the tray', () => {
  it('ends a session, and all others, after a dialog that names each of them', async () => {
    const { act, questions, revoke, startPlan } = setUp()
    await act({ kind: 'end', key: KEY })
    expect(revoke).toHaveBeenCalledExactlyOnceWith('a1', KEY, 'confirmed')
    await act({ kind: 'endOthers' })
    expect(startPlan.mock.calls).toEqual([[phoneIn('a1')]])
    expect(questions).toMatchObject([
      { message: 'End Old phone?' },
      { detail: expect.stringMatching(/\nOld phone\n\nThis laptop stays signed in/) },
    ])
  })

  it('ends the inactive sessions of one account, or of all, after one dialog that names them', async () => {
    const { act, state, questions, messages, startPlan } = setUp()
    state.accounts.push(bruno())
    await act({ kind: 'endInactive' })
    expect(questions).toEqual([])
    state.inactive = [2]
    await act({ kind: 'endInactive' })
    expect(startPlan.mock.calls).toEqual([[phoneIn('a1')]])
    await act({ kind: 'endInactiveInAll' })
    expect(messages()).toEqual(['End 1 session?', 'End 2 sessions?'])
    expect(questions[1]?.detail).toContain('Ana Souza, Acme\nOld phone\n\nBruno Lima\nOld phone\n\n')
    // As one plan, so that they are asked for at one time.
    expect(startPlan.mock.calls.slice(1)).toEqual([[phoneIn('a1', 'a2')]])
  })

  it.each(['endOthers', 'endInactive'])('says that %s could not start', async (what) => {
    const { act, state, notified } = setUp()
    state.inactive = [2]
    await act({ kind: what })
    expect(notified).toEqual([])
    state.refusing = ['a1']
    await act({ kind: what })
    expect(notified).toEqual(noted("These sessions couldn't be ended", CHANGED))
  })

  it('says in which accounts the inactive sessions could not be ended', async () => {
    const { act, state, startPlan, notified } = setUp()
    state.accounts.push(bruno())
    Object.assign(state, { inactive: [2], refusing: ['a1'] })
    await act({ kind: 'endInactiveInAll' })
    expect(startPlan).toHaveBeenCalledOnce()
    expect(notified).toEqual(noted("These sessions couldn't be ended", CHANGED))
  })

  it('says that a session could not be ended, and nothing if it was', async () => {
    const { act, state, notified } = setUp()
    await act({ kind: 'end', key: KEY })
    expect(notified).toEqual([])
    state.answer = TIMEOUT
    await act({ kind: 'end', key: KEY })
    expect(notified).toEqual(noted("Old phone couldn't be ended", LATE))
  })

  it('ends nothing without a confirmation', async () => {
    const { act, state, messages, startPlan, revoke, everywhere } = setUp()
    Object.assign(state, { yes: false, inactive: [2] })
    await act({ kind: 'end', key: KEY })
    for (const what of ['endOthers', 'signOutEverywhere', 'endInactiveInAll']) await act({ kind: what })
    expect(messages()).toHaveLength(4)
    for (const request of [startPlan, revoke, everywhere]) expect(request).not.toHaveBeenCalled()
  })

  it('asks nothing about a session, a device or an account that is not there', async () => {
    const { act, state, questions } = setUp()
    await act({ kind: 'end', key: keyOf({ id: 9 }) })
    state.inactive = [2]
    state.list = list({ sessions: [session(2, 'Old phone')] })
    await act({ kind: 'endOthers' })
    state.list = list({ sessions: null })
    for (const what of ['endOthers', 'endInactive']) await act({ kind: what })
    await act({ kind: 'end', key: KEY })
    state.accounts = []
    await act({ kind: 'signOutEverywhere' })
    expect(questions).toEqual([])
  })

  it('keeps a session, checks the list, and acknowledges exactly the sign-ins that the menu named', async () => {
    const { act, undo, refresh, acknowledge, questions } = setUp()
    await act({ kind: 'keep', key: KEY })
    expect(undo).toHaveBeenCalledExactlyOnceWith('a1', KEY)
    await act({ kind: 'check' })
    expect(refresh).toHaveBeenCalledExactlyOnceWith('a1')
    await act({ kind: 'acknowledge', keys: [4, 3] })
    expect(acknowledge.mock.calls).toEqual([4, 3].map((key) => ['a1', key]))
    expect(questions).toEqual([])
  })

  it.each([
    [ok({ service: 'confirmed' } as const), noted('Signed out everywhere')],
    [TIMEOUT, noted("Signing out everywhere isn't confirmed", LATE)],
    [
      failed({ kind: 'forbidden', message: 'Not for ana@example.com' } as const),
      noted('Not signed out everywhere', DENIED),
    ],
  ])('signs out everywhere, and reports only what the service confirmed: %o', async (answer, report) => {
    const { act, state, questions, notified } = setUp()
    state.signedOut = answer
    await act({ kind: 'signOutEverywhere' })
    state.list = list({ sessions: null })
    await act({ kind: 'signOutEverywhere' })
    expect(questions.map(({ detail }) => detail)).toEqual([
      'All 2 sessions end, including this device.',
      'Every device is signed out, including this one.',
    ])
    expect(notified.slice(1)).toEqual(report)
  })

  it.each([
    [ok(null), noted('This sign-in was renewed')],
    [TIMEOUT, noted("This sign-in couldn't be renewed", LATE)],
  ])('reports a renewal, unless the account turns out to be signed out: %o', async (answer, report) => {
    const { act, state, refresh, notified } = setUp()
    state.answer = answer
    await act({ kind: 'renew' })
    expect(notified).toEqual(report)
    for (const left of [[account({ status: 'signedOut' })], []]) {
      state.accounts = [account()]
      refresh.mockImplementationOnce(async () => ((state.accounts = left), ok([])))
      await act({ kind: 'renew' })
    }
    expect([notified.length, refresh.mock.calls.length]).toEqual([1, 3])
  })

  it('opens pages of the window, and quits the app', async () => {
    const { act, go, open, quit } = setUp()
    for (const what of ['show', 'review', 'settings', 'add', 'open', 'quit']) await act({ kind: what })
    const places = go.mock.calls.map(([{ page, accountId }]) => `${page} ${accountId}`)
    expect(places).toEqual(['sessions a1', 'review a1', 'settings null', 'addAccount null'])
    expect([open.mock.calls.length, quit.mock.calls.length]).toEqual([1, 1])
  })

  it('offers to keep a session whose end waits for the network, in its own account', () => {
    const { controller, state } = setUp()
    state.accounts.push(bruno())
    const end = { key: KEY, name: 'Old phone' }
    state.ends['a2'] = { accountId: 'a2', ...singleEnd({ kind: 'waiting' }, end) }
    const keeping = controller.view().items.flatMap((item) => (item.kind === 'group' ? item.items : []))
    const actions = keeping.flatMap((item) => (item.kind === 'action' ? [item.action] : []))
    expect(actions.filter((action) => 'key' in action)).toEqual([
      { kind: 'end', accountId: 'a1', key: KEY },
      { kind: 'keep', accountId: 'a2', key: KEY },
    ])
  })

  it('shows the menu by the service’s clock, and where tokens are in memory only', () => {
    const { controller, state } = setUp()
    const labels = (): string[] =>
      controller.view().items.flatMap((item) => ('label' in item ? item.label : []))
    state.list = list({ ...state.list, skew: 2 * DAY_MS })
    state.list.sessions![1]!.lastUsedAt = 90 * DAY_MS
    expect(labels()).toContain('Old phone, last used 12 days ago…')
    expect(labels()).not.toContain('Review due…')
    state.due = ['a1']
    expect(labels()).toContain('Review due…')
    expect(controller.view()).toMatchObject({ status: 'plain', tooltip: 'Session Desk' })
    state.location = 'memory'
    expect(controller.view()).toMatchObject({
      status: 'off',
      tooltip: 'Session Desk: You stay signed in only until you quit.',
    })
    const { accounts } = state
    state.accounts = []
    expect(controller.view()).toMatchObject({ status: 'plain', tooltip: 'Session Desk' })
    state.accounts = accounts
    state.isFinishing = true
    expect(controller.view().tooltip).toBe('Session Desk: Finishing before quitting…')
    expect(labels()).toEqual(['Finishing before quitting…', 'Quit'])
  })
})
