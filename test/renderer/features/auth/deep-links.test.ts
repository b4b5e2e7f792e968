import { describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../electron/shared/result.ts'
import { appState, emptyAppState } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, field, get, press, findMessage, text, type } from '../../screen.ts'

describe('a link that was opened', () => {
  const link = { token: 'recovery-2', email: 'bia@example.com' }

  it('is taken at start-up, fills in the form, and sends nothing', async () => {
    const fake = await mountApp(
      emptyAppState(),
      ({ handlers }) => (handlers['deepLink:take'] = () => ok(link)),
    )
    await get('heading', 'Reset password')
    expect((await field('Recovery token')).value).toBe('recovery-2')
    expect((await field('Email')).value).toBe('bia@example.com')
    expect(text()).toContain('Check that this is your server. Nothing has been sent yet.')
    expect(fake.calls.map(({ name }) => name).filter((name) => name.startsWith('password:'))).toEqual([])
  })

  it('is taken when it arrives, also while signed in, and Back returns to the previous page', async () => {
    const fake = await mountApp(appState())
    await get('heading', 'Sessions')
    fake.handlers['deepLink:take'] = () => ok(link)
    fake.emit('deepLink:received', null)
    await get('heading', 'Reset password')
    expect((await field('Recovery token')).value).toBe('recovery-2')
    await press('Back')
    await get('heading', 'Sessions')
  })

  it('opens another sign-in after the reset while signed in', async () => {
    const fake = await mountApp(appState())
    fake.handlers['deepLink:take'] = () => ok(link)
    fake.emit('deepLink:received', null)
    await get('heading', 'Reset password')
    await type('Server address', 'desk.example.com')
    await type('New password', ' pass word ')
    await type('Confirm new password', ' pass word ')
    await press('Reset password')
    await get('heading', 'Sign in')
    await findMessage('status', 'Your password was changed. Sign in with the new one.')
    expect((await field('Email')).value).toBe('bia@example.com')
  })

  it('changes nothing when there is no link', async () => {
    const fake = await mountApp(emptyAppState())
    fake.emit('deepLink:received', null)
    await vi.waitFor(() => expect(fake.callsOf('deepLink:take')).toHaveLength(2))
    expect(all('heading').map((heading) => text(heading))).toEqual(['Sign in'])
  })
})
