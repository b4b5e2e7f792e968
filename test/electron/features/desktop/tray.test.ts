import { describe, expect, it, vi } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import type { RevocationTarget } from '../../../../electron/shared/bulk-revocation.ts'
import type { NavigationTarget } from '../../../../electron/shared/navigation.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { Confirmation } from '../../../../electron/features/desktop/domain/confirmations.ts'
import { createTrayController, type TrayPorts } from '../../../../electron/features/desktop/tray.ts'
import { translations } from '../../translations.ts'
import { account, list, session, user } from '../../../renderer/fake-bridge.ts'

function setUp(over: { yes?: boolean; everywhere?: boolean } = {}) {
  const state = {
    account: account() as Account | undefined,
    others: [] as Account[],
    inactive: [] as number[],
    isFinishing: false,
  }
  const current = list({
    sessions: [session(1, 'This laptop', { isCurrent: true }), session(2, 'Old phone', { createdAt: 5 })],
  })
  const due = new Set<string>()
  const questions: Confirmation[] = []
  const events: string[] = []
  const revokeNow = vi.fn(async () => undefined)
  const undo = vi.fn(() => ok(null))
  const endMany = vi.fn((_accountId: string, _target: RevocationTarget) => ok(null))
  const everywhere = vi.fn(async () =>
    over.everywhere === false ? failed({ kind: 'timeout' }) : ok({ service: 'confirmed' as const }),
  )
  const refresh = vi.fn(async () => ok([]))
  const acknowledge = vi.fn()
  const go = vi.fn<(place: NavigationTarget) => void>()
  const open = vi.fn()
  const quit = vi.fn()
  const controller = createTrayController({
    accounts: {
      get: () => state.account,
      all: () => [...(state.account ? [state.account] : []), ...state.others],
    },
    lists: { refresh },
    rules: {
      get: () => ({
        afterDays: null,
        exempt: [],
        lastRunAt: null,
        wouldRevoke: state.inactive.map((sessionId) => ({ sessionId, name: '', days: 100 })),
        exemptListed: [],
        blockedBy: null,
      }),
    },
    alerts: { acknowledge },
    clock: { now: () => 1 },
    publishedLists: { get: () => current },
    vault: { storage: () => ({ location: 'keyring', reason: null, backend: 'x' }) },
    revocations: { single: { revokeNow, undo }, bulk: { start: endMany } },
    renewals: { renew: async () => ok(null) },
    reviews: { isDue: (id: string) => due.has(id) },
    signOutEverywhere: everywhere,
    notifications: { notify: ({ title }: { title: string }) => events.push(title) },
    confirm: async (question: Confirmation) => (questions.push(question), over.yes ?? true),
    t: translations(),
    isOnline: () => true,
    isFinishing: () => state.isFinishing,
    navigate: go,
    open,
    quit,
  } as unknown as TrayPorts)
  const calls = { revokeNow, undo, endMany, everywhere, go, open, quit, refresh, acknowledge }
  return { controller, state, due, list: current, questions, events, ...calls }
}

describe('the tray', () => {
  it('offers a review while it is due, and opens its page', async () => {
    const { controller, due, go } = setUp()
    const labels = () => controller.view().items.map((item) => ('label' in item ? item.label : '-'))
    expect(labels()).not.toContain('Review due…')
    due.add('a1')
    expect(labels()).toContain('Review due…')
    await controller.act({ do: 'review', accountId: 'a1' })
    expect(go).toHaveBeenCalledExactlyOnceWith({ page: 'review', accountId: 'a1', sessionId: null })
  })

  it('ends a session after a dialog that names it', async () => {
    const { controller, questions, revokeNow } = setUp()
    await controller.act({ do: 'end', accountId: 'a1', sessionId: 2 })
    expect(questions).toEqual([
      {
        message: 'End Old phone?',
        detail: 'This signs it out of Ana Souza, Acme. This device stays signed in.',
        confirmLabel: 'End session',
        cancelLabel: 'Cancel',
      },
    ])
    expect(revokeNow).toHaveBeenCalledWith('a1', expect.objectContaining({ id: 2, createdAt: 5 }))
  })

  it('keeps a session that was to end when online', async () => {
    const { controller, questions, undo } = setUp()
    await controller.act({ do: 'keep', accountId: 'a1', sessionId: 2 })
    expect(undo).toHaveBeenCalledExactlyOnceWith('a1', 2)
    expect(questions).toEqual([])
  })

  it('ends all others after a dialog that names each, and only those', async () => {
    const { controller, questions, endMany } = setUp()
    await controller.act({ do: 'endOthers', accountId: 'a1' })
    expect(questions[0]).toMatchObject({ message: 'End 1 session?', confirmLabel: 'End 1 session' })
    expect(questions[0]?.detail).toBe(
      "Ana Souza, Acme\n\nOld phone\n\nThis laptop stays signed in: it's this device.",
    )
    expect(endMany).toHaveBeenCalledWith('a1', {
      kind: 'these',
      sessions: [{ id: 2, createdAt: 5 }],
    })
  })

  it('ends the inactive sessions of one account, or of all, after one dialog that names them', async () => {
    const { controller, state, questions, endMany } = setUp()
    state.others = [account({ id: 'a2', user: user({ name: 'Bo', tenant: null }) })]
    await controller.act({ do: 'endInactive', accountId: 'a1' })
    expect(questions).toEqual([])
    state.inactive = [2]
    await controller.act({ do: 'endInactive', accountId: 'a1' })
    expect(questions[0]).toMatchObject({
      message: 'End 1 session?',
      detail: 'Ana Souza, Acme\nOld phone\n\nNot used for 90 days or more. This device stays signed in.',
      confirmLabel: 'End 1 session',
    })
    const target = { kind: 'these', sessions: [{ id: 2, createdAt: 5 }] }
    expect(endMany.mock.calls).toEqual([['a1', target]])
    await controller.act({ do: 'endInactiveInAll' })
    expect(questions[1]?.message).toBe('End 2 sessions?')
    expect(questions[1]?.detail).toContain('Ana Souza, Acme\nOld phone\n\nBo\nOld phone\n\nNot used')
    expect(endMany.mock.calls.slice(1)).toEqual([
      ['a1', target],
      ['a2', target],
    ])
  })

  it('checks the list, and acknowledges exactly the sign-ins that the menu named', async () => {
    const { controller, refresh, acknowledge } = setUp()
    await controller.act({ do: 'check', accountId: 'a1' })
    expect(refresh).toHaveBeenCalledWith('a1')
    await controller.act({ do: 'acknowledge', accountId: 'a1', sessionIds: [4, 3] })
    expect(acknowledge.mock.calls).toEqual([
      ['a1', 4],
      ['a1', 3],
    ])
  })

  it('ends nothing without confirmation, and does not ask about a missing session', async () => {
    const no = setUp({ yes: false })
    await no.controller.act({ do: 'end', accountId: 'a1', sessionId: 2 })
    await no.controller.act({ do: 'endOthers', accountId: 'a1' })
    await no.controller.act({ do: 'signOutEverywhere', accountId: 'a1' })
    no.state.inactive = [2]
    await no.controller.act({ do: 'endInactiveInAll' })
    expect(no.questions).toHaveLength(4)
    expect(no.endMany).not.toHaveBeenCalled()
    expect(no.revokeNow).not.toHaveBeenCalled()
    expect(no.everywhere).not.toHaveBeenCalled()

    const gone = setUp()
    await gone.controller.act({ do: 'end', accountId: 'a1', sessionId: 9 })
    gone.state.account = undefined
    await gone.controller.act({ do: 'signOutEverywhere', accountId: 'a1' })
    expect(gone.questions).toEqual([])
  })

  it('reports only what the service confirmed', async () => {
    const done = setUp()
    await done.controller.act({ do: 'signOutEverywhere', accountId: 'a1' })
    expect(done.questions[0]?.detail).toBe('All 2 sessions end, including this device.')
    expect(done.events).toEqual(['Ana Souza, Acme is signed out on every device.'])
    const open = setUp({ everywhere: false })
    await open.controller.act({ do: 'signOutEverywhere', accountId: 'a1' })
    expect(open.events).toEqual(['Not signed out everywhere'])
  })

  it('reports a renewal, unless the account turned out to be signed out', async () => {
    const { controller, events, state } = setUp()
    await controller.act({ do: 'renew', accountId: 'a1' })
    expect(events).toEqual(['This sign-in was renewed'])
    const before = state.account
    const acting = controller.act({ do: 'renew', accountId: 'a1' })
    state.account = before && { ...before, status: 'signedOut' }
    await acting
    expect(events).toHaveLength(1)
  })

  it('opens pages of the window, and quits the app', async () => {
    const { controller, go, open, quit } = setUp()
    await controller.act({ do: 'show', accountId: 'a1' })
    await controller.act({ do: 'settings' })
    await controller.act({ do: 'add' })
    await controller.act({ do: 'open' })
    await controller.act({ do: 'quit' })
    expect(go.mock.calls.map(([place]) => [place.page, place.accountId])).toEqual([
      ['sessions', 'a1'],
      ['settings', null],
      ['addAccount', null],
    ])
    expect(open).toHaveBeenCalledOnce()
    expect(quit).toHaveBeenCalledOnce()
  })

  it('shows that the app finishes before it quits, and offers nothing else', () => {
    const { controller, state } = setUp()
    state.isFinishing = true
    const { tooltip, items } = controller.view()
    expect(tooltip).toBe('Session Desk: Finishing before quitting…')
    expect(items.map((item) => ('label' in item ? item.label : ''))).toEqual([
      'Finishing before quitting…',
      '',
      'Quit',
    ])
  })
})
