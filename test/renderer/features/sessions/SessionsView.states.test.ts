import { describe, expect, it, vi } from 'vitest'
import { failed } from '../../../../electron/shared/result.ts'
import { account, appState, list, session } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, find, get, query, findMessage, rowTexts, text } from '../../screen.ts'

const MINUTE = 60_000

describe('the state of the list', () => {
  it('shows a skeleton until the list is loaded', async () => {
    const fake = await mountApp(appState(), (prepared) => {
      prepared.list = list({ sessions: null, checkedAt: null, checking: true })
    })
    await findMessage('status', 'Loading sessions…')
    const table = await get('table', 'Sessions')
    expect(table.getAttribute('aria-busy')).toBe('true')
    expect(table.querySelectorAll('tbody[aria-hidden] tr').length).toBeGreaterThan(2)
    expect(all('row')).toEqual([])
    fake.changeList(list())
    await get('button', 'End Firefox on Ubuntu')
    expect(table.isConnected).toBe(true)
    expect(table.querySelector('[aria-hidden=true] tr')).toBeNull()
  })

  it('says that no other device is signed in', async () => {
    await mountApp(
      appState(),
      (fake) => (fake.list = list({ sessions: [session(1, 'Here', { isCurrent: true })] })),
    )
    await findMessage('status', 'No other device is signed in.')
    expect(text()).toContain('1 session')
    expect(all('row')).toHaveLength(1)
  })

  it('updates its age while the window is visible, not while it is hidden', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
    await mountApp(appState(), (fake) => (fake.list = list({ checkedAt: Date.now() - 32_000 })))
    await find('the age', () => (text().includes('Checked 30 seconds ago') ? true : null))
    vi.advanceTimersByTime(15_000)
    await find('the later age', () => (text().includes('Checked 45 seconds ago') ? true : null))
    expect(
      all('status')
        .map((region) => text(region))
        .join(),
    ).not.toContain('Checked')
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(vi.getTimerCount()).toBe(0)
    vi.restoreAllMocks()
  })

  it('is stale when it was not refreshed for a minute', async () => {
    const fake = await mountApp(
      appState(),
      (prepared) => (prepared.list = list({ checkedAt: Date.now() - 2 * MINUTE })),
    )
    await find('the doubt', () => (text().includes('May be out of date') ? true : null))
    fake.changeList({ checkedAt: Date.now() })
    await vi.waitFor(() => expect(text()).not.toContain('May be out of date'))
  })

  it('keeps the list while offline and says how old it is', async () => {
    await mountApp(appState({ online: false }), (fake) => {
      fake.list = list({
        checkedAt: Date.now() - 5 * MINUTE,
        failure: { kind: 'offline', reason: 'noNetwork' },
      })
    })
    await findMessage('status', "You're offline.")
    expect(text()).toContain('Last known list, ')
    expect(text()).toContain('May be out of date')
    expect(await rowTexts()).toHaveLength(4)
  })

  it('needs no network for a service on this computer', async () => {
    await mountApp(
      appState({ online: false, accounts: [account({ baseUrl: 'http://127.0.0.1:4010/api/v1' })] }),
    )
    await get('button', 'End Firefox on Ubuntu')
    expect(text()).not.toContain("You're offline.")
    expect(text()).toContain('Online')
  })

  it('says that it is offline before the first answer', async () => {
    await mountApp(appState({ online: false }), (fake) => {
      fake.list = list({ sessions: null, checkedAt: null, failure: { kind: 'offline', reason: 'noNetwork' } })
    })
    await findMessage('status', "You're offline.")
    expect(text()).toContain("Your sessions appear here when you're back online.")
    expect(query('table', 'Sessions')).toBeNull()
  })

  it('reports a failure, and keeps the rows and Refresh', async () => {
    await mountApp(appState(), (fake) => (fake.list = list({ failure: { kind: 'server', status: 503 } })))
    await findMessage('alert', 'The service is having problems (503). Try again later.')
    expect(text()).toContain('This is the list as last checked.')
    expect(await rowTexts()).toHaveLength(4)
    expect(query('button', 'Refresh')).not.toBeNull()
  })

  it('reports a failure when there is no list', async () => {
    await mountApp(appState(), (fake) => {
      fake.handlers['session:list'] = () => failed({ kind: 'unexpectedAnswer', reason: 'html' })
    })
    await findMessage(
      'alert',
      'A web page came back instead of an answer. You may need to sign in to the network first.',
    )
    expect(query('button', 'Refresh')).not.toBeNull()
  })

  it('says when it is checked again after the service asked for a pause', async () => {
    await mountApp(appState(), (fake) => {
      fake.list = list({ failure: { kind: 'rateLimited', retryAt: Date.now() + 42_000 } })
    })
    await findMessage('status', 'The service asked for a pause.')
    expect(text()).toMatch(/The list is checked again in 4[12] seconds\./)
  })
})
