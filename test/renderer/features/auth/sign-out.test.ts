import { describe, expect, it, vi } from 'vitest'
import type { RevocationPhase } from '../../../../electron/shared/ends.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import {
  account,
  appState,
  bruno,
  bulkRevocation,
  emptyAppState,
  type FakeBridge,
} from '../../fake-bridge.ts'
import { mountApp, mountList } from '../../mount-app.ts'
import {
  alertDialog,
  chooseInMenu,
  find,
  findMessage,
  focusOn,
  get,
  press,
  pressKey,
  text,
} from '../../screen.ts'

/** Lets the account be signed out; `rest` is the state after it. */
function signsOut(
  fake: FakeBridge,
  service: 'confirmed' | 'unreachable' = 'confirmed',
  rest = emptyAppState(),
): void {
  fake.handlers['account:signOut'] = () => ((fake.state = rest), ok({ service }))
}

describe('signing out', () => {
  it('opens the sign-in screen and says so, once', async () => {
    const fake = await mountApp(appState(), (prepared) => signsOut(prepared))
    await chooseInMenu('Sign out')
    await get('heading', 'Sign in')
    await findMessage('status', 'Ana Souza is signed out.')
    expect(fake.callsOf('account:signOut')).toEqual([{ accountId: 'a1' }])
    fake.changeState(appState())
    await get('heading', 'Sessions')
    await chooseInMenu('Add account')
    await get('heading', 'Sign in')
    expect(text()).not.toContain('is signed out')
  })

  it('says that the session may stay listed when the service did not confirm it', async () => {
    await mountApp(appState(), (prepared) => signsOut(prepared, 'unreachable'))
    await chooseInMenu('Sign out')
    await findMessage(
      'status',
      "Ana Souza is signed out on this computer. The service couldn't be reached, so the session may stay in the list until you end it from another device.",
    )
  })

  it('shows the next account and says so there', async () => {
    const next = appState({ accounts: [bruno()], activeAccountId: 'a2' })
    const both = appState({ accounts: [account(), bruno()] })
    await mountApp(both, (prepared) => signsOut(prepared, 'confirmed', next))
    await chooseInMenu('Sign out')
    await findMessage('status', 'Ana Souza is signed out.')
    await get('heading', 'Sessions')
  })

  it('says that it is in progress when the account is gone before the service has answered', async () => {
    let answer = (): void => {}
    const fake = await mountApp(appState())
    fake.handlers['account:signOut'] = () => {
      fake.changeState(emptyAppState())
      return new Promise((resolve) => (answer = () => resolve(ok({ service: 'confirmed' }))))
    }
    await chooseInMenu('Sign out')
    await get('heading', 'Sign in')
    await findMessage('status', 'Signing out…')
    answer()
    await findMessage('status', 'Ana Souza is signed out.')
  })

  it('says so when it fails', async () => {
    const fake = await mountApp(appState())
    fake.handlers['account:signOut'] = () => failed({ kind: 'server', status: 500 })
    await chooseInMenu('Sign out')
    await findMessage('alert', "Ana Souza couldn't be signed out.")
    await get('heading', 'Sessions')
  })
})

describe('signing out everywhere', () => {
  it('confirms first, and says that this device is signed out too', async () => {
    const fake = await mountApp(appState())
    fake.handlers['account:signOutEverywhere'] = () => (
      (fake.state = emptyAppState()),
      ok({ service: 'confirmed' })
    )
    for (const answer of ['Cancel', 'Sign out everywhere']) {
      await chooseInMenu('Sign out everywhere')
      await find('the dialog', alertDialog)
      expect(text()).toContain('including this one')
      expect(fake.callsOf('account:signOutEverywhere')).toEqual([])
      await press(answer)
    }
    await findMessage('status', 'Ana Souza is signed out on every device.')
  })

  it('changes nothing when the service refuses', async () => {
    const fake = await mountApp(appState())
    fake.handlers['account:signOutEverywhere'] = () => failed({ kind: 'server', status: 500 })
    await chooseInMenu('Sign out everywhere')
    await find('the dialog', alertDialog)
    await press('Sign out everywhere')
    await findMessage('alert', "Ana Souza couldn't be signed out.")
    await get('heading', 'Sessions')
  })
})

describe('signing out while sessions are being ended', () => {
  async function open(phase: RevocationPhase, queued = 12): Promise<FakeBridge> {
    const fake = await mountList()
    signsOut(fake)
    const revocation = bulkRevocation(phase, { queued, sent: 2, confirmed: 3 }, { total: 17 })
    fake.emit('revocation:changed', { accountId: 'a1', revocation, rows: [] })
    return fake
  }

  it.each([{ is: 'running' }, { is: 'paused' }, { is: 'interrupted', reason: 'restarted' }] as const)(
    'confirms first, and says which sessions stay signed in: $is',
    async (phase) => {
      const fake = await open(phase)
      for (const answer of ['Cancel', 'Sign out']) {
        await chooseInMenu('Sign out')
        const dialog = await find('the dialog', alertDialog)
        const kept = "12 sessions haven't ended yet. If you sign out now, they stay signed in."
        expect(text(dialog)).toContain(kept)
        await focusOn('button', 'Cancel')
        expect(fake.callsOf('account:signOut')).toEqual([])
        await press(answer)
        await vi.waitFor(() => expect(alertDialog()).toBeNull())
      }
      await findMessage('status', 'Ana Souza is signed out.')
      expect(fake.callsOf('account:signOut')).toEqual([{ accountId: 'a1' }])
    },
  )

  it('confirms from the palette too', async () => {
    const fake = await open({ is: 'running' })
    pressKey('k', { ctrlKey: true })
    await press('Sign out', 'option')
    await find('the dialog', alertDialog)
    expect(fake.callsOf('account:signOut')).toEqual([])
  })

  it.each([
    ['all requests were sent', { is: 'running' }, 0],
    ['it is done', { is: 'done' }, 12],
  ] as const)('needs no confirmation when %s', async (_what, phase, queued) => {
    const fake = await open(phase, queued)
    await chooseInMenu('Sign out')
    await vi.waitFor(() => expect(fake.callsOf('account:signOut')).toEqual([{ accountId: 'a1' }]))
    expect(alertDialog()).toBeNull()
  })
})
