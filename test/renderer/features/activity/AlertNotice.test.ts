import { describe, expect, it, vi } from 'vitest'
import type { AccountAlerts } from '../../../../electron/shared/activity.ts'
import { account, appState, list, sessions, user } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, find, get, nameOf, press, query, findMessage, text } from '../../screen.ts'

const alertsOf = (accountId: string, ...ids: number[]): AccountAlerts => ({
  accountId,
  count: ids.length,
  newest: ids.map((sessionId) => ({
    accountId,
    sessionId,
    name: sessions().find(({ id }) => id === sessionId)?.name ?? 'Tablet',
    createdAt: Date.now() - 120_000,
    at: Date.now() - 120_000,
    mayBeRenewed: false,
  })),
})
const withNew = (newId: number) => ({
  sessions: sessions().map((session) => ({ ...session, isNew: session.id === newId })),
})
const described = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map((id) => document.getElementById(id)?.textContent.trim() ?? '')
    .join(' ')

describe('a new sign-in', () => {
  it('shows a notice, a badge on its row and a count in the sidebar', async () => {
    const fake = await mountApp(appState())
    await find('row', () => all('row')[1])
    expect(query('button', 'It was me')).toBeNull()
    fake.changeState({ alerts: [alertsOf('a1', 2)] })
    fake.changeList(withNew(2))
    await findMessage('status', 'New sign-in: Firefox on Ubuntu')
    expect(text()).toContain('Signed in 2 minutes ago.')
    const row = await find('row', () => all('row').find((entry) => text(entry).includes('Firefox on Ubuntu')))
    expect(text(row)).toContain('New')
    expect(described(all('link')[0]!)).toBe('1 new sign-in')
  })

  it('says that it may be a renewal, on its row too, and offers the same actions', async () => {
    const [alerts] = [alertsOf('a1', 2)]
    const mayBeRenewed = {
      ...alerts,
      newest: alerts.newest.map((entry) => ({ ...entry, mayBeRenewed: true })),
    }
    const fake = await mountApp(appState({ alerts: [mayBeRenewed] }))
    await findMessage('status', 'New, perhaps renewed: Firefox on Ubuntu')
    expect(text()).toContain('Signed in 2 minutes ago. A session with the same name has ended')
    fake.changeList({
      sessions: sessions().map((entry) => ({
        ...entry,
        isNew: entry.id === 2,
        mayBeRenewed: entry.id === 2,
      })),
    })
    const row = await find('row', () => all('row').find((entry) => text(entry).includes('perhaps renewed')))
    expect(text(row)).toContain('Firefox on Ubuntu')
    await get('button', 'End')
    await get('button', 'It was me')
  })

  it('can be ended from the notice, which then disappears', async () => {
    const fake = await mountApp(appState({ alerts: [alertsOf('a1', 2)] }))
    await press('End')
    const { createdAt } = fake.state.alerts[0]!.newest[0]!
    expect(fake.callsOf('session:revoke')).toEqual([{ accountId: 'a1', session: { id: 2, createdAt } }])
    const end = {
      sessionId: 2,
      name: 'Firefox on Ubuntu',
      sendAt: Date.now() + 5_000,
      phase: 'undoable' as const,
    }
    fake.changeList({ pendingRevocations: [end] })
    await vi.waitFor(() => expect(query('button', 'Show')).toBeNull())
    expect(query('button', 'It was me: Firefox on Ubuntu')).toBeNull()
  })

  it.each([['It was me'], ['It was me: Firefox on Ubuntu']])('is acknowledged with "%s"', async (name) => {
    const fake = await mountApp(appState({ alerts: [alertsOf('a1', 2)] }))
    await find('row', () => all('row')[1])
    fake.changeList(withNew(2))
    await press(name)
    expect(fake.callsOf('alert:acknowledge')).toEqual([{ accountId: 'a1', sessionId: 2 }])
    fake.changeState({ alerts: [] })
    fake.changeList(withNew(0))
    await vi.waitFor(() => expect(query('button', 'Show')).toBeNull())
    expect(query('button', name)).toBeNull()
  })

  it('opens its row from another page', async () => {
    await mountApp(appState({ alerts: [alertsOf('a1', 3)] }))
    await press('Settings', 'link')
    await get('heading', 'Settings')
    await press('Show')
    await get('heading', 'Sessions')
    await vi.waitFor(() => expect(nameOf(document.activeElement!)).toBe('End Chrome on Windows'))
  })
})

describe('many new sign-ins', () => {
  it('share one notice, and are acknowledged together', async () => {
    const fake = await mountApp(appState({ alerts: [{ ...alertsOf('a1', 4, 3, 2), count: 12 }] }))
    await findMessage('status', '12 new sign-ins')
    expect(text()).toContain('The newest is Safari on iPhone, signed in 2 minutes ago.')
    expect(query('button', 'End')).toBeNull()
    await press('All of these were me')
    expect(fake.callsOf('alert:acknowledgeAll')).toEqual([{ accountId: 'a1' }])
  })
})

describe('a new sign-in of another account', () => {
  const accounts = [account(), account({ id: 'a2', user: user({ id: 8, name: 'Bruno Alves' }) })]

  it('names the account, is counted on the menu, and opens that account', async () => {
    const fake = await mountApp(appState({ accounts, alerts: [alertsOf('a2', 9)] }), (prepared) => {
      prepared.handlers['account:select'] = ({ accountId }) => {
        prepared.list = list({ accountId })
        prepared.changeState({ activeAccountId: accountId })
        return { ok: true, value: null }
      }
    })
    await findMessage('status', 'New sign-in to Bruno Alves: Tablet')
    expect(query('button', 'It was me')).toBeNull()
    expect(described(await get('button', 'Account menu, Ana Souza, Acme'))).toContain(
      '1 new sign-in in other accounts',
    )
    expect(described(await get('link', 'Sessions'))).toBe('')
    await press('Show')
    await findMessage('status', 'New sign-in: Tablet')
    expect(fake.callsOf('account:select')).toEqual([{ accountId: 'a2' }])
  })
})
