import { describe, expect, it } from 'vitest'
import type { PasswordOutcome } from '../../../../electron/shared/requests.ts'
import { ok } from '../../../../electron/shared/result.ts'
import { account, appState, user, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { find, get, press, findMessage, text, type } from '../../screen.ts'

/** Sends a change and opens another page; resolves to a function that answers the request. */
async function leaveWhileAsking(fake: FakeBridge): Promise<(answer: Partial<PasswordOutcome>) => void> {
  let settle = (_answer: Partial<PasswordOutcome>): void => undefined
  fake.handlers['password:change'] = () =>
    new Promise((resolve) => {
      settle = (answer) =>
        resolve(ok({ verdict: 'unchanged', failure: null, before: 4, after: 4, ...answer }))
    })
  await press('Password', 'link')
  await type('Current password', 'old one')
  await type('New password', 'new one')
  await type('Confirm new password', 'new one')
  await press('Change password')
  await press('Sessions', 'link')
  await get('heading', 'Sessions')
  return (answer) => settle(answer)
}

describe('an outcome that arrives after the page was left', () => {
  it('is announced on the current page', async () => {
    const settle = await leaveWhileAsking(await mountApp(appState()))
    settle({ verdict: 'changed' })
    await findMessage('status', 'Your password was changed.')
  })

  it('says why it was not changed', async () => {
    const settle = await leaveWhileAsking(await mountApp(appState()))
    settle({ failure: { kind: 'invalid', message: 'Too short', fields: {} } })
    await find('the reason', () => (text().includes('Password not changed') ? true : null))
    expect(text()).toContain('Too short')
  })

  it('is not announced while another account is shown', async () => {
    const bruno = account({ id: 'a2', user: user({ name: 'Bruno Alves' }) })
    const fake = await mountApp(appState({ accounts: [account(), bruno] }))
    const settle = await leaveWhileAsking(fake)
    fake.changeState({ activeAccountId: 'a2' })
    await find('Bruno', () => (text().includes('Bruno Alves') ? true : null))
    settle({ verdict: 'changed' })
    await new Promise((resolve) => setTimeout(resolve))
    expect(text()).not.toContain('Your password was changed.')
  })
})
