import { describe, expect, it, vi } from 'vitest'
import type { ProfileOutcome } from '../../../../electron/shared/requests/profile.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import { account, user } from '../../fake-bridge.ts'
import { mountProfile, isSaveDisabled } from './profile-harness.ts'
import { chooseInMenu, field, findMessage, get, press, query, type, valuesOf } from '../../screen.ts'

describe('leaving the profile', () => {
  const dialog = () => query('alertdialog', 'Leave without saving?')

  async function stay(): Promise<void> {
    await press('Stay')
    await vi.waitFor(() => expect(dialog()).toBeNull())
  }

  it('asks when something was typed, and leaves or stays as answered', async () => {
    await mountProfile()
    await type('Full name', 'Typed')
    await press('Settings', 'link')
    await stay()
    expect(await valuesOf('Full name')).toEqual(['Typed'])
    await press('Settings', 'link')
    await press('Leave')
    await get('heading', 'Settings')
  })

  it('saves first where that is chosen, and leaves once it is saved', async () => {
    const fake = await mountProfile()
    let answerWith: (result: Result<ProfileOutcome>) => void = () => undefined
    fake.handlers['profile:update'] = () => new Promise((resolve) => (answerWith = resolve))
    await type('Full name', 'Ana Maria')
    await press('Settings', 'link')
    await press('Save')
    await findMessage('status', 'Saving…')
    expect(dialog()).toBeNull()
    await press('Activity', 'link')
    await vi.waitFor(() => expect(dialog()).not.toBeNull())
    answerWith(ok({ saved: true, user: user({ name: 'Ana Maria' }) }))
    await get('heading', 'Activity')
    expect(fake.callsOf('profile:update')).toEqual([{ accountId: 'a1', change: { name: 'Ana Maria' } }])
    expect(dialog()).toBeNull()
  })

  it('stays where saving first fails, and says why', async () => {
    const fake = await mountProfile()
    fake.handlers['profile:update'] = () => failed({ kind: 'forbidden' })
    await type('Full name', 'Typed')
    await press('Settings', 'link')
    await press('Save')
    await findMessage('alert', "You don't have permission to do this.")
    expect(await valuesOf('Full name')).toEqual(['Typed'])
    await type('Full name', ' ')
    await press('Settings', 'link')
    await press('Save')
    await findMessage('alert', 'Enter your full name.')
    const name = await field('Full name')
    await vi.waitFor(() => expect(document.activeElement).toBe(name))
    expect(fake.callsOf('profile:update')).toHaveLength(1)
  })

  it('does not ask without changes', async () => {
    await mountProfile()
    await press('Settings', 'link')
    await get('heading', 'Settings')
    expect(dialog()).toBeNull()
  })

  it('asks before another account is shown, and then shows its profile', async () => {
    const fake = await mountProfile()
    fake.handlers['account:select'] = ({ accountId }) => (
      fake.changeState({ activeAccountId: accountId }),
      ok(null)
    )
    await type('Full name', 'Typed')
    await chooseInMenu('Bea', 'menuitemradio')
    await stay()
    expect(fake.callsOf('account:select')).toEqual([])
    await chooseInMenu('Bea', 'menuitemradio')
    await press('Leave')
    await vi.waitFor(async () => expect(await valuesOf('Full name')).toEqual(['Bea']))
    expect(await isSaveDisabled()).toBe(true)
  })

  it('asks before a sign-out', async () => {
    const fake = await mountProfile()
    await type('Full name', 'Typed')
    await chooseInMenu('Sign out')
    await stay()
    expect(fake.callsOf('account:signOut')).toEqual([])
  })

  it('does not ask after the account was signed out', async () => {
    const fake = await mountProfile()
    await type('Full name', 'Typed')
    fake.changeState({ accounts: [account({ status: 'signedOut' })] })
    await get('heading', 'Sign in')
    expect(dialog()).toBeNull()
  })
})
