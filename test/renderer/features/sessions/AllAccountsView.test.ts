import { expect, it, vi } from 'vitest'
import { failed } from '../../../../electron/shared/result.ts'
import { account, appState, session, user, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { find, get, press, sayRaw, text } from '../../screen.ts'

const BRUNO = account({
  id: 'a2',
  baseUrl: 'https://bruno.example.net/api/v1',
  user: user({ name: 'Bruno Lima', tenant: null }),
})
const CHECKED = Date.UTC(2020, 2, 2, 21, 5)

/** Opens the page with Ana's fresh list and a list of Bruno. */
async function openPage(ofBruno: Parameters<FakeBridge['changeList']>[0]): Promise<FakeBridge> {
  const fake = await mountApp(appState({ accounts: [account(), BRUNO] }))
  await get('table', 'Sessions')
  fake.changeList({ accountId: 'a2', sessions: [session(7, 'Kitchen tablet')], ...ofBruno })
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '6', ctrlKey: true, bubbles: true }))
  await find('the page', () =>
    text(document.querySelector('h1') ?? undefined) === 'All accounts' ? true : null,
  )
  await get('button', 'End Kitchen tablet')
  return fake
}

it('says which of the lists is the last known one, and of when', async () => {
  await openPage({ isLive: false, checkedAt: CHECKED })
  expect(text()).toContain('4 sessionsChecked just now')
  expect(text()).toContain('1 sessionLast known list, Mar 2, 2020, 9:05 PM')
})

it('names the server of the account whose session could not be ended', async () => {
  const fake = await openPage({})
  fake.handlers['session:revoke'] = () => failed({ kind: 'offline', reason: 'unknownHost' })
  await press('End Kitchen tablet')
  await sayRaw('alert', "Kitchen tablet couldn't be ended")
  await vi.waitFor(() => expect(text()).toContain("bruno.example.net can't be found at the moment."))
})
