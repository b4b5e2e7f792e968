import { beforeEach, describe, expect, it, vi } from 'vitest'
import { appState, emptyAppState, list, session, sessions } from '../fake-bridge.ts'
import { mountApp, mountList } from '../mount-app.ts'
import { get, press, query, text } from '../screen.ts'

const FAILED = "This page couldn't be shown"

/** Reports the error as uncaught, as browsers do. */
beforeEach(() => {
  vi.stubGlobal('reportError', (error: unknown) => fail({ error }))
})

const fail = (init: ErrorEventInit): boolean => window.dispatchEvent(new ErrorEvent('error', init))

/** A time out of the range of a Date: the row throws while it renders. */
const broken = () => [...sessions(), session(9, 'Tablet', { lastUsedAt: 1.7e18 })]

describe('an error of the page', () => {
  it('shows a message and a retry button, and leaves the other pages accessible', async () => {
    const fake = await mountApp(appState(), (prepared) => (prepared.list = list({ sessions: broken() })))
    await get('heading', FAILED)
    expect(text()).toContain("Your accounts and sessions aren't affected.")
    expect(query('heading', 'Sessions')).toBeNull()
    await press('Settings', 'link')
    await get('heading', 'Settings')
    await press('Sessions', 'link')
    await get('heading', FAILED)
    fake.changeList({ sessions: sessions() })
    await press('Show the page again')
    await get('table', 'Sessions')
    expect(query('heading', FAILED)).toBeNull()
  })

  it('is logged by name and position, without its message', async () => {
    const fake = await mountList()
    const error = new TypeError('secret-canary')
    error.stack = 'TypeError: secret-canary\n    at run (app://bundle/assets/page-abc.js:1:234)'
    fail({ error })
    await get('heading', FAILED)
    expect(fake.callsOf('page:failed')).toEqual([{ name: 'TypeError', at: 'page-abc.js:1:234' }])
  })

  it('is logged a limited number of times', async () => {
    const fake = await mountList()
    for (let times = 0; times < 50; times++) fail({ error: new Error('again') })
    expect(fake.callsOf('page:failed')).toHaveLength(20)
  })

  it('ignores events without an error, as of a ResizeObserver loop', async () => {
    const fake = await mountList()
    fail({ message: 'ResizeObserver loop limit exceeded' })
    await get('table', 'Sessions')
    expect([query('heading', FAILED), fake.callsOf('page:failed')]).toEqual([null, []])
  })

  it('is shown before sign-in too', async () => {
    await mountApp(emptyAppState())
    await get('heading', 'Sign in')
    fail({ error: new Error('broken') })
    await get('heading', FAILED)
    await press('Show the page again')
    await get('heading', 'Sign in')
  })
})
