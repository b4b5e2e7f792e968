import { nextTick } from 'vue'
import { describe, expect, it, vi } from 'vitest'
import type { NavigationTarget } from '../../../electron/shared/navigation.ts'
import { ok } from '../../../electron/shared/result.ts'
import { useListView } from '../../../renderer/features/session-list/list-view.ts'
import { account, appState, bruno, list, revokeOf, session, type FakeBridge } from '../fake-bridge.ts'
import { keyOf } from '../../support/builders.ts'
import { mountApp } from '../mount-app.ts'
import { alertDialog, find, focusOnRow, get, hides, press, shows, text } from '../screen.ts'

const NAME = 'Firefox <b>на Ubuntu</b>'
const END: NavigationTarget = { page: 'sessions', accountId: 'a1', key: keyOf({ id: 2 }), asksToEnd: true }
const ROWS = [session(1, 'Session Desk', { isCurrent: true }), session(2, NAME), session(3, 'Phone')]

/** Starts the window at a target, which a notification or the tray named. */
function mountAt(target: NavigationTarget, prepare: (fake: FakeBridge) => unknown = () => {}) {
  const state = appState({ accounts: [account(), bruno()] })
  return mountApp(state, (fake) => {
    fake.list = list({ sessions: ROWS })
    let next: NavigationTarget | null = target
    fake.handlers['navigation:take'] = () => {
      const taken = next
      next = null
      return ok(taken)
    }
    fake.handlers['account:select'] = ({ accountId }) => {
      fake.list = list({ accountId, sessions: ROWS })
      fake.changeState({ activeAccountId: accountId })
      return ok(null)
    }
    prepare(fake)
  })
}

/** Goes to another target while the window is open. */
function goTo(fake: FakeBridge, target: NavigationTarget): void {
  fake.handlers['navigation:take'] = () => ok(target)
  fake.emit('navigation:requested', null)
}

const asked = (): Promise<HTMLElement> => find('the question', alertDialog)
const focused = (): string => text(document.activeElement ?? undefined)

describe('the target of a notification', () => {
  it('is its page, and the row of its session, without a question', async () => {
    const fake = await mountAt({ page: 'sessions', accountId: 'a2', key: keyOf({ id: 3 }) })
    await focusOnRow('Phone')
    expect([fake.callsOf('account:select'), alertDialog()]).toEqual([[{ accountId: 'a2' }], null])
    goTo(fake, { page: 'settings', accountId: null, key: null })
    await get('heading', 'Settings')
  })

  it('asks before it ends that session, with the focus on Cancel, and ends it as its row does', async () => {
    const fake = await mountAt(END)
    const dialog = await asked()
    expect(text(dialog)).toContain('End 1 session?')
    expect(text(dialog)).toContain(NAME)
    expect(text(dialog)).not.toContain('Phone')
    await vi.waitFor(() => expect(focused()).toBe('Cancel'))
    expect(fake.callsOf('session:revoke')).toEqual([])
    await press('End 1 session')
    await vi.waitFor(() => expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)]))
    expect(fake.callsOf('session:revokeMany')).toEqual([])
  })

  it('asks in another account too, in an open window, and ends nothing after Cancel', async () => {
    const fake = await mountAt({ page: 'settings', accountId: null, key: null })
    await get('heading', 'Settings')
    goTo(fake, { ...END, accountId: 'a2' })
    await asked()
    await press('Cancel')
    await hides('End 1 session?')
    await focusOnRow(NAME)
    expect([fake.callsOf('session:revoke'), fake.callsOf('account:select')]).toEqual([
      [],
      [{ accountId: 'a2' }],
    ])
  })

  it.each<[string, typeof ROWS, number]>([
    ['a session that is gone', [ROWS[0]!, ROWS[2]!], 2],
    ['this device', ROWS, 1],
  ])('asks nothing about %s', async (_which, rows, id) => {
    await mountAt({ ...END, key: keyOf({ id }) }, (fake) => (fake.list = list({ sessions: rows })))
    await shows('Phone')
    await vi.waitFor(() => expect(useListView().requested).toBeNull())
    await nextTick()
    expect(alertDialog()).toBeNull()
  })

  it('asks when the list arrives, but not a person who has gone elsewhere meanwhile', async () => {
    const waiting = { sessions: null, checkedAt: null }
    const first = await mountAt(END, (fake) => (fake.list = list(waiting)))
    await vi.waitFor(() => expect(useListView().requested?.key).toBe(keyOf({ id: 2 })))
    expect(alertDialog()).toBeNull()
    first.changeList({ sessions: ROWS, checkedAt: Date.now() })
    await asked()
    await press('Cancel')
    await hides('End 1 session?')

    first.changeList(waiting)
    goTo(first, END)
    await vi.waitFor(() => expect(useListView().requested?.key).toBe(keyOf({ id: 2 })))
    await press('Settings', 'link')
    await get('heading', 'Settings')
    first.changeList({ sessions: ROWS, checkedAt: Date.now() })
    await press('Sessions', 'link')
    await focusOnRow(NAME)
    expect(alertDialog()).toBeNull()
  })
})
