import { describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../electron/shared/result.ts'
import { account } from '../../fake-bridge.ts'
import { mountProfile, isSaveDisabled } from './profile-harness.ts'
import { chooseInMenu, get, press, query, type, valuesOf } from '../../screen.ts'

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
