import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, API_TOKEN, appState, bruno, emptyAppState, session } from '../../fake-bridge.ts'
import { mountApp, mountList } from '../../mount-app.ts'
import {
  alertDialog,
  chooseInMenu,
  describedBy,
  field,
  find,
  findMessage,
  get,
  press,
  query,
  shows,
  text,
  type,
  valuesOf,
} from '../../screen.ts'

const holder = account({ credential: API_TOKEN })

async function openForm(typed = 'sk_canary'): Promise<Awaited<ReturnType<typeof mountApp>>> {
  const fake = await mountApp(emptyAppState())
  await type('Server address', 'desk.example.com')
  await press('Use an API token')
  await get('heading', 'Use an API token')
  await type('API token', typed)
  return fake
}

describe('using an API token', () => {
  it('keeps the address, hides the token, and opens the list', async () => {
    const fake = await openForm(' sk_canary ')
    expect((await field('API token')).type).toBe('password')
    fake.handlers['account:addApiToken'] = () => (
      (fake.state = appState({ accounts: [holder] })),
      ok({ accountId: 'a1' })
    )
    await press('Connect')
    await get('heading', 'Sessions')
    expect(fake.callsOf('account:addApiToken')).toEqual([{ server: 'desk.example.com', token: 'sk_canary' }])
  })

  it.each([
    ['', 'Enter the API token.'],
    ['12|user', 'An API token begins with sk_ and has no spaces.'],
    ['sk_with a space', 'An API token begins with sk_ and has no spaces.'],
  ])('does not send %j', async (typed, message) => {
    const fake = await openForm(typed)
    await press('Connect')
    await findMessage('alert', message)
    const token = await field('API token')
    expect([document.activeElement === token, describedBy(token).includes(message)]).toEqual([true, true])
    expect(fake.callsOf('account:addApiToken')).toEqual([])
  })

  it('shows a refusal at the field, and keeps what was typed', async () => {
    const fake = await openForm()
    fake.handlers['account:addApiToken'] = () => failed({ kind: 'unauthenticated' })
    await press('Connect')
    await findMessage('alert', "The service doesn't accept this token. Check that you copied all of it.")
    expect(await valuesOf('API token', 'Server address')).toEqual(['sk_canary', 'desk.example.com'])
  })

  it('goes back to the sign-in, with the address', async () => {
    await openForm()
    await press('Back')
    await get('heading', 'Sign in')
    expect(await valuesOf('Server address')).toEqual(['desk.example.com'])
  })
})

describe('an account with an API token', () => {
  it('shows the end of the token, and offers neither to renew nor to sign out', async () => {
    await mountList({}, appState({ accounts: [holder] }))
    await shows('API token sk_…9b31')
    expect(query('button', 'Renew now')).toBeNull()
    await press('Account menu, Ana Souza, API token sk_…9b31 · desk.example.com')
    await get('menuitem', 'Remove account')
    expect(query('menuitem', 'Sign out')).toBeNull()
  })

  it('does not ask which session is this device, because none is', async () => {
    const fake = await mountList({ sessions: [session(2, 'Phone')] }, appState({ accounts: [holder] }))
    await findMessage('status', 'An API token is not a session. All of these belong to other devices.')
    expect(text()).not.toContain("doesn't say which")
    fake.changeList({ sessions: [] })
    await shows('No device is signed in.')
  })

  it('is removed only after a confirmation', async () => {
    const fake = await mountApp(appState({ accounts: [holder] }))
    fake.handlers['account:signOut'] = () => ((fake.state = emptyAppState()), ok({ service: 'notAsked' }))
    for (const answer of ['Cancel', 'Remove account']) {
      await chooseInMenu('Remove account', 'menuitem', 'Ana Souza, API token sk_…9b31 · desk.example.com')
      await find('the dialog', alertDialog)
      expect(text()).toContain("keeps working until it's revoked")
      expect(fake.callsOf('account:signOut')).toEqual([])
      await press(answer)
    }
    await get('heading', 'Sign in')
    await findMessage('status', 'Ana Souza was removed from this computer.')
  })
})

describe('an account that is not signed in', () => {
  it('is removed at once where nothing is lost', async () => {
    const fake = await mountApp(appState({ accounts: [account({ status: 'signedOut' })] }))
    fake.handlers['account:signOut'] = () => ((fake.state = emptyAppState()), ok({ service: 'notAsked' }))
    await press('Remove account')
    await findMessage('status', 'Ana Souza was removed from this computer.')
    expect(fake.callsOf('account:signOut')).toEqual([{ accountId: 'a1' }])
  })

  it('is removed after a confirmation where its token may become readable', async () => {
    const fake = await mountApp(appState({ accounts: [account({ status: 'unreadable' }), bruno()] }))
    await press('Remove account')
    await find('the dialog', alertDialog)
    expect(fake.callsOf('account:signOut')).toEqual([])
  })
})
