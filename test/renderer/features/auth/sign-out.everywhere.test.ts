import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { appState, emptyAppState } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { find, get, press, findMessage, text } from '../../screen.ts'

describe('signing out everywhere', () => {
  it('confirms first, and says that this device is signed out too', async () => {
    const fake = await mountApp(appState())
    fake.handlers['account:signOutEverywhere'] = () => (
      (fake.state = emptyAppState()),
      ok({ service: 'confirmed' })
    )
    for (const answer of ['Cancel', 'Sign out everywhere']) {
      await press('Account menu, Ana Souza, Acme')
      await press('Sign out everywhere', 'menuitem')
      await find('the dialog', () => document.querySelector('[role=alertdialog]'))
      expect([text().includes('including this one'), fake.callsOf('account:signOutEverywhere')]).toEqual([
        true,
        [],
      ])
      await press(answer)
    }
    await findMessage('status', 'Ana Souza is signed out on every device.')
  })

  it('changes nothing when the service refuses', async () => {
    const fake = await mountApp(appState())
    fake.handlers['account:signOutEverywhere'] = () => failed({ kind: 'server', status: 500 })
    await press('Account menu, Ana Souza, Acme')
    await press('Sign out everywhere', 'menuitem')
    await find('the dialog', () => document.querySelector('[role=alertdialog]'))
    await press('Sign out everywhere')
    await findMessage('alert', "Ana Souza couldn't be signed out.")
    await get('heading', 'Sessions')
  })
})
