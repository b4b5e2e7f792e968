import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { appState } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { findMessage, get, hides, press, query, text } from '../../screen.ts'

const TEXT = "This sign-in couldn't be renewed yet."
const warning = (left: number, accountId = 'a1') => ({ accountId, endsAt: Date.now() + left })

describe('a sign-in that ends soon', () => {
  it('is shown on every page with its end, and can be renewed again', async () => {
    const fake = await mountApp(appState({ renewalWarnings: [warning(120_000)] }))
    await findMessage('status', TEXT)
    expect(text()).toMatch(/it ends in 2 minutes and you'll have to sign in again/)
    await press('Settings', 'link')
    await get('heading', 'Settings')
    expect(text()).toContain(TEXT)
    fake.handlers['account:renew'] = () => failed({ kind: 'timeout' })
    await press('Try again')
    await findMessage('alert', "This sign-in couldn't be renewed")
    fake.handlers['account:renew'] = () => (fake.changeState({ renewalWarnings: [] }), ok(null))
    await press('Try again')
    await hides(TEXT)
    expect(fake.callsOf('account:renew')).toEqual([{ accountId: 'a1' }, { accountId: 'a1' }])
  })

  it('does not announce a time that is over', async () => {
    await mountApp(appState({ renewalWarnings: [warning(-1_000)] }))
    await findMessage('status', TEXT)
    expect(text()).toContain('This sign-in may have expired.')
  })

  it('of another account is not shown', async () => {
    await mountApp(appState({ renewalWarnings: [warning(120_000, 'a2')] }))
    await get('heading', 'Sessions')
    expect([text().includes(TEXT), query('button', 'Try again')]).toEqual([false, null])
  })
})
