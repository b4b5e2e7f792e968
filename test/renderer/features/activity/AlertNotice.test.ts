import { describe, expect, it, vi } from 'vitest'
import type { AppState } from '../../../../electron/shared/app-state.ts'
import type { AccountAlerts } from '../../../../electron/shared/activity.ts'
import { ok } from '../../../../electron/shared/result.ts'
import { account, appState, bruno, list, sessions, singleEnd } from '../../fake-bridge.ts'
import { mountApp, mountPage } from '../../mount-app.ts'
import { all, describedBy, findMessage, get, press, query, shows, text } from '../../screen.ts'
import { useListView } from '../../../../renderer/features/session-list/list-view.ts'
import { keyOf } from '../../../support/builders.ts'

const alertsOf = (accountId: string, ids: number[]): AccountAlerts => ({
  accountId,
  count: ids.length,
  newest: ids.map((sessionId) => {
    const name = sessions().find(({ id }) => id === sessionId)?.name ?? 'Tablet'
    // Each at its own second: the clock may tick between two.
    const at = Date.now() - 120_000 - sessionId * 1_000
    return { accountId, key: keyOf({ id: sessionId }), sessionId, name, createdAt: at, at }
  }),
})

/** Opens a page without a list, which has a chip in place of the notice. */
const mountNotice = (state: AppState) => mountPage('Settings', undefined, state)

describe('a new sign-in', () => {
  it('can be ended from the notice, which then disappears', async () => {
    const fake = await mountNotice(appState({ alerts: [alertsOf('a1', [2])] }))
    await press('End')
    expect(fake.callsOf('session:revoke')).toEqual([{ accountId: 'a1', key: keyOf({ id: 2 }) }])
    fake.changeEnds(singleEnd())
    await vi.waitFor(() => expect(query('button', 'Show')).toBeNull())
    expect(query('button', 'It was me: Firefox on Ubuntu')).toBeNull()
  })

  it('has a chip in place of the notice in the list, also in a review', async () => {
    await mountApp(appState({ alerts: [alertsOf('a1', [2])] }))
    await press('Review…')
    await get('heading', 'Review')
    expect(query('button', 'It was me')).toBeNull()
    await press('Settings', 'link')
    await get('button', 'It was me')
  })

  it('has the notice in a list that does not tell which session is this device, or that there is none of', async () => {
    const state = appState({ alerts: [alertsOf('a1', [2])] })
    const fake = await mountApp(state, (made) => (made.list = list({ sessions: null })))
    const isSaid = (): boolean => text().includes('New sign-in: Firefox on Ubuntu')
    await shows('Loading sessions…')
    expect(isSaid()).toBe(false)
    fake.changeList({ failure: { kind: 'timeout' } })
    await vi.waitFor(() => expect(isSaid()).toBe(true))
    fake.changeList({ sessions: sessions(), failure: null })
    await vi.waitFor(() => expect(isSaid()).toBe(false))
    fake.changeList({
      sessions: sessions().slice(1),
      failure: { kind: 'unexpectedAnswer', reason: 'listEmpty' },
    })
    await vi.waitFor(() => expect(isSaid()).toBe(true))
  })

  it('is acknowledged with "It was me"', async () => {
    const fake = await mountNotice(appState({ alerts: [alertsOf('a1', [2])] }))
    await press('It was me')
    expect(fake.callsOf('alert:acknowledge')).toEqual([{ accountId: 'a1', key: keyOf({ id: 2 }) }])
    fake.changeState({ alerts: [] })
    await vi.waitFor(() => expect(query('button', 'Show')).toBeNull())
  })

  it('is not behind the success of a password change, but behind one whose outcome is unknown', async () => {
    const report = { accountId: 'a1', at: Date.now(), canVerify: true, wasProbed: false, foundAt: null }
    const reports = (verdict: 'changed' | 'unknown') => ({ passwordReports: [{ ...report, verdict }] })
    const fake = await mountNotice(appState({ alerts: [alertsOf('a1', [2])], ...reports('changed') }))
    const isOpen = (words: RegExp): boolean =>
      all('status').some((each) => words.test(text(each)) && each.closest('.sr-only') === null)
    await get('button', '2 messages')
    await vi.waitFor(() => expect(isOpen(/^New sign-in/)).toBe(true))
    await get('button', 'It was me')
    expect(isOpen(/password/)).toBe(false)

    fake.changeState(reports('unknown'))
    await vi.waitFor(() => expect(isOpen(/password/)).toBe(true))
    expect(isOpen(/^New sign-in/)).toBe(false)

    // What the person asked is answered at once.
    fake.handlers['password:verifyOutcome'] = () => {
      fake.state = appState({ alerts: [alertsOf('a1', [2])], ...reports('changed') })
      return ok('changed')
    }
    await press('Find out')
    await vi.waitFor(() => expect(isOpen(/^The password .* was changed/)).toBe(true))
    expect(isOpen(/^New sign-in/)).toBe(false)
  })

  it('takes the second click of a double click for none', async () => {
    const fake = await mountNotice(appState({ alerts: [alertsOf('a1', [2])] }))
    const end = await get('button', 'End')
    end.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
    expect(fake.callsOf('session:revoke')).toEqual([])
    end.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    expect(fake.callsOf('session:revoke')).toHaveLength(1)
  })

  it('takes the focus off its End when it is about another session', async () => {
    const fake = await mountNotice(appState({ alerts: [alertsOf('a1', [3])] }))
    const end = await get('button', 'End')
    end.focus()
    fake.changeState({ alerts: [alertsOf('a1', [2])] })
    await shows('Firefox on Ubuntu')
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(end.isConnected).toBe(false)
  })
})

describe('many new sign-ins', () => {
  it('get buttons of their own, also if the newest one stays the same', async () => {
    const fake = await mountNotice(appState({ alerts: [alertsOf('a1', [3])] }))
    const show = await get('button', 'Show')
    fake.changeState({ alerts: [{ ...alertsOf('a1', [3, 2]), count: 2 }] })
    await findMessage('status', '2 new sign-ins')
    expect(show.isConnected).toBe(false)
  })

  it('share one notice, and are acknowledged together', async () => {
    const fake = await mountNotice(appState({ alerts: [{ ...alertsOf('a1', [4, 3, 2]), count: 12 }] }))
    await findMessage('status', '12 new sign-ins')
    expect(text()).toContain('The newest is Safari on iPhone, signed in 2 minutes ago.')
    expect(query('button', 'End')).toBeNull()
    await press('All of these were me')
    expect(fake.callsOf('alert:acknowledgeAll')).toEqual([{ accountId: 'a1' }])
  })

  it('of one account are shown in its list', async () => {
    await mountNotice(appState({ alerts: [alertsOf('a1', [4, 3])] }))
    await press('Show')
    await get('heading', 'Sessions')
    await vi.waitFor(() => expect(useListView().chip).toBe('new'))
  })
})

describe('new sign-ins in several accounts', () => {
  const withAlerts = (...alerts: AccountAlerts[]) => appState({ accounts: [account(), bruno()], alerts })

  it('share one notice, whose one button shows what is new in all accounts', async () => {
    await mountNotice(withAlerts({ ...alertsOf('a1', [2]), count: 12 }, alertsOf('a2', [9])))
    await findMessage('status', '13 new sign-ins in 2 accounts')
    expect(text()).toContain("If one wasn't you, end it and change the password of its account.")
    expect([query('button', 'End'), query('button', 'It was me')]).toEqual([null, null])
    useListView().query = 'nothing'
    await press('Show')
    await get('heading', 'All accounts')
    await vi.waitFor(() => expect(useListView().chip).toBe('new'))
    expect([useListView().query, useListView().shownOrder.by]).toEqual(['', 'signedIn'])
    expect(query('button', 'Show')).toBeNull()
  })

  it('leave out an account whose only one is being ended', async () => {
    const fake = await mountNotice(withAlerts(alertsOf('a1', [2]), alertsOf('a2', [9])))
    await findMessage('status', '2 new sign-ins in 2 accounts')
    fake.changeEnds(singleEnd())
    await findMessage('status', 'New sign-in to Bruno Lima: Tablet')
    await press('2 messages')
    await get('button', 'End')
  })
})

describe('a new sign-in of another account', () => {
  it('names the account, is counted on the menu, and opens that account', async () => {
    const state = appState({ accounts: [account(), bruno()], alerts: [alertsOf('a2', [9])] })
    const fake = await mountApp(state)
    fake.handlers['account:select'] = ({ accountId }) => {
      fake.list = list({ accountId })
      fake.changeState({ activeAccountId: accountId })
      return ok(null)
    }
    await findMessage('status', 'New sign-in to Bruno Lima: Tablet')
    await press('It was me')
    expect(fake.callsOf('alert:acknowledge')).toEqual([{ accountId: 'a2', key: keyOf({ id: 9 }) }])
    const menu = await get('button', 'Account menu, Ana Souza, ana@example.com · desk.example.com')
    expect(describedBy(menu)).toContain('1 new sign-in in other accounts')
    expect(describedBy(await get('link', 'Sessions'))).toBe('')
    await press('Show')
    await vi.waitFor(() => expect(fake.callsOf('account:select')).not.toEqual([]))
    expect(fake.callsOf('account:select')).toEqual([{ accountId: 'a2' }])
  })
})
