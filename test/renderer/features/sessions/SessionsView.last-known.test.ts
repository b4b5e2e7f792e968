import { describe, expect, it, vi } from 'vitest'
import type { LastKnownList } from '../../../../electron/shared/last-known-list.ts'
import { useListView } from '../../../../renderer/features/sessions/list/list-view.ts'
import { useSessions } from '../../../../renderer/features/sessions/list/session-lists.ts'
import { account, appState, list, session } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, find, get, query, text } from '../../screen.ts'

const HOUR = 3_600_000

function lastKnown(over: Partial<LastKnownList> = {}): LastKnownList {
  const rows = [session(1, 'Here', { isCurrent: true }), session(2, 'Old phone', { kind: 'phone' })]
  const sessions = rows.map(({ id, name, kind, lastUsedAt, createdAt, firstSeenAt, isCurrent }) => ({
    id,
    name,
    kind,
    lastUsedAt,
    createdAt,
    firstSeenAt,
    isCurrent,
  }))
  return { checkedAt: Date.now() - 3 * HOUR, skew: 0, count: 60, sessions, ...over }
}

async function mountWith(stored: LastKnownList, state = appState(), over: Parameters<typeof list>[0] = {}) {
  const fake = await mountApp(state, (prepared) => {
    prepared.list = list({ sessions: null, checkedAt: null, checking: true, ...over })
  })
  useSessions().lastKnown.set('a1', stored)
  await find('the stored rows', () => (text().includes('Old phone') ? true : null))
  return fake
}

describe('the last known list', () => {
  it('is shown with its number and age until the live list arrives, and nothing can be done with it', async () => {
    const fake = await mountWith(lastKnown({ checkedAt: Date.UTC(2020, 2, 2, 21, 5) }))
    expect(text()).toContain('60 sessions')
    expect(text()).toContain('Last known list, Mar 2, 2020, 9:05 PM')
    const table = document.querySelector('table')
    expect(table?.inert).toBe(true)
    expect(table?.getAttribute('aria-busy')).toBe('true')
    expect(document.querySelector('input[type="search"]')).toBeNull()
    expect(query('button', 'End all others')).toBeNull()

    fake.changeList(list())
    await get('button', 'End Firefox on Ubuntu')
    expect(text()).not.toContain('Last known list')
    expect(text()).not.toContain('Old phone')
    expect(document.querySelectorAll('table')).toHaveLength(1)
    expect(document.querySelector('table')?.inert).toBe(false)
    expect(useSessions().lastKnown.size).toBe(0)
  })

  it('stays below the reason while the service cannot be reached', async () => {
    await mountWith(lastKnown(), appState({ online: false }))
    await vi.waitFor(() => expect(text()).toContain("You're offline."))
    expect(text()).toContain('This is the list as last checked.')
    expect(text()).toContain('Last known list')
  })

  it('is not shown for another account', async () => {
    const other = account({ id: 'a2' })
    const fake = await mountWith(lastKnown(), appState({ accounts: [account(), other] }))
    fake.changeState({ activeAccountId: 'a2' })
    await find('the other account', () => (text().includes('Old phone') ? null : true))
    expect(text()).not.toContain('Last known list')
  })

  it('does not take the focus that a notification asks for, which the live row gets', async () => {
    const fake = await mountWith(lastKnown())
    useListView().pendingFocusId = 2
    await find('the next update', () => true)
    expect(useListView().pendingFocusId).toBe(2)
    fake.changeList(list())
    const end = await get('button', 'End Firefox on Ubuntu')
    await find('the focus', () => (document.activeElement === end ? true : null))
    expect(all('row').length).toBeGreaterThan(2)
  })
})
