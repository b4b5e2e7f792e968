import { describe, expect, it, vi } from 'vitest'
import type { UnconfirmedSession } from '../../../../electron/shared/session.ts'
import { ok } from '../../../../electron/shared/result.ts'
import { appState, emptyAppState } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, get, text } from '../../screen.ts'

const AT = Date.UTC(2026, 2, 3, 14, 3)
const signedOut: UnconfirmedSession = {
  id: 'u1',
  cause: 'signOut',
  baseUrl: 'https://desk.example.com/api/v1',
  name: 'Ana Souza',
  deviceName: 'Session Desk on old-laptop',
  at: AT,
}
const signIn: UnconfirmedSession = { ...signedOut, id: 'u2', cause: 'signIn', name: null, deviceName: null }

describe('sessions that may still be signed in', () => {
  it('are shown above the list, with what to look for', async () => {
    await mountApp(appState({ unconfirmedSessions: [signedOut] }))
    await vi.waitFor(() => expect(text()).toContain('Ana Souza may still be signed in at desk.example.com.'))
    expect(text()).toContain('find “Session Desk on old-laptop” in the list')
    expect(text()).toContain('on March 3, 2026 at 2:03 PM')
  })

  it('have the proposed device name where theirs is unknown, also on the sign-in screen', async () => {
    await mountApp(emptyAppState({ unconfirmedSessions: [signIn] }))
    await vi.waitFor(() => expect(text()).toContain('A sign-in at desk.example.com was interrupted.'))
    expect(text()).toContain('“Session Desk on ana-laptop”')
  })

  it('disappear when they are dismissed', async () => {
    const fake = await mountApp(appState({ unconfirmedSessions: [signedOut, signIn] }), ({ handlers }) => {
      handlers['unconfirmedSession:dismiss'] = ({ id }) => {
        fake.state.unconfirmedSessions = fake.state.unconfirmedSessions.filter((session) => session.id !== id)
        return ok(null)
      }
    })
    await vi.waitFor(() => expect(text()).toContain('may still be signed in'))
    ;(await get('button', 'Dismiss')).click()
    await vi.waitFor(() => expect(text()).not.toContain('may still be signed in'))
    expect(fake.callsOf('unconfirmedSession:dismiss')).toEqual([{ id: 'u1' }])
    expect(text()).toContain('was interrupted')
  })
})

describe('an app that finishes before it quits', () => {
  it('says so, on any screen, in a live region', async () => {
    const fake = await mountApp(emptyAppState())
    expect(text()).not.toContain('before quitting')
    fake.changeState({ isFinishing: true })
    await vi.waitFor(() => {
      const findMessage = all('status').map((region) => text(region))
      expect(findMessage).toContain('Finishing your requests before quitting…')
    })
  })
})
