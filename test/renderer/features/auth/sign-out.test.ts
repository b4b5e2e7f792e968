import { describe, expect, it, vi } from 'vitest'
import type { BatchPhase, EndsView } from '../../../../electron/shared/ends.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import {
  account,
  appState,
  bruno,
  emptyAppState,
  manyEnds,
  singleEnd,
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

  it('names the sessions whose ends went with the account, and stays to be read', async () => {
    const next = appState({ accounts: [bruno()], activeAccountId: 'a2' })
    const both = appState({ accounts: [account(), bruno()] })
    await mountApp(both, (fake) => {
      const report = { service: 'confirmed', unended: ['Old phone', 'Tablet'] } as const
      fake.handlers['account:signOut'] = () => ((fake.state = next), ok(report))
    })
    await chooseInMenu('Sign out')
    await findMessage(
      'status',
      "Ana Souza is signed out. Old phone, Tablet may still be signed in: their ends weren't confirmed.",
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
    await findMessage('alert', "The sign-out of Ana Souza wasn't confirmed.")
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
    await findMessage('alert', "The sign-out of Ana Souza wasn't confirmed.")
    await get('heading', 'Sessions')
  })
})

describe('signing out while sessions are being ended', () => {
  async function open(ends: Partial<EndsView>): Promise<FakeBridge> {
    const fake = await mountList()
    signsOut(fake)
    fake.changeEnds(ends)
    return fake
  }
  const question = () => text(alertDialog() ?? document.createElement('p'))
  /** Twelve that are not sent, and five that are. */
  function many(phase: BatchPhase): Pick<EndsView, 'batches' | 'ends'> {
    const ids = Array.from({ length: 17 }, (_, index) => index + 2)
    const state = (id: number) => (id < 14 ? 'waiting' : id < 16 ? 'sent' : 'ended')
    return manyEnds(phase, Object.fromEntries(ids.map((id) => [id, state(id)])))
  }

  it.each([
    { kind: 'going', wait: null },
    { kind: 'paused' },
    { kind: 'waiting' },
    { kind: 'asking', why: 'restarted' },
  ] as const)('confirms first, and says which sessions stay signed in: $is', async (phase) => {
    const fake = await open(many(phase))
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
  })

  it('ends them first if the person wants that, and asks again about what still waits', async () => {
    const fake = await open(many({ kind: 'paused' }))
    fake.handlers['ends:control'] = ({ command }) => {
      expect(command).toBe('resume')
      fake.changeEnds(many({ kind: 'going', wait: null }))
      return ok(null)
    }
    await chooseInMenu('Sign out')
    await press('End them first')
    const waiting = 'Ending 14 sessions first. After that, Ana Souza is signed out.'
    await vi.waitFor(() => expect(question()).toContain(waiting))
    await focusOn('button', 'Cancel')
    expect(question()).not.toContain('End them first')
    // The network goes: only the person can say whether that is worth waiting for.
    fake.changeEnds(many({ kind: 'waiting' }))
    await vi.waitFor(() => expect(question()).toContain("12 sessions haven't ended yet"))
    expect(question()).not.toContain('End them first')
    expect(fake.callsOf('account:signOut')).toEqual([])

    fake.changeEnds(many({ kind: 'going', wait: null }))
    await press('End them first')
    // What was sent may have to be sent again.
    fake.changeEnds(manyEnds({ kind: 'going', wait: null }, { 2: 'sent', 3: 'ended' }))
    await vi.waitFor(() => expect(question()).toContain('Ending 1 session first'))
    expect(fake.callsOf('account:signOut')).toEqual([])
    fake.changeEnds(manyEnds({ kind: 'done' }, { 2: 'ended', 3: 'ended' }))
    await findMessage('status', 'Ana Souza is signed out.')
    expect(fake.callsOf('ends:control')).toHaveLength(1)
    expect(fake.callsOf('account:signOut')).toEqual([{ accountId: 'a1' }])
  })

  it.each(['refused', 'unclear'] as const)(
    'stays signed in if an end was %s, so that the person sees it',
    async (state) => {
      const fake = await open(many({ kind: 'going', wait: null }))
      await chooseInMenu('Sign out')
      await press('End them first')
      await vi.waitFor(() => expect(question()).toContain('Ending 14 sessions first'))
      fake.changeEnds(manyEnds({ kind: 'done' }, { 2: state, 3: 'ended' }))
      await vi.waitFor(() => expect(alertDialog()).toBeNull())
      expect(fake.callsOf('account:signOut')).toEqual([])
    },
  )

  it('signs out of nothing if the person cancels while they end', async () => {
    const fake = await open(many({ kind: 'going', wait: null }))
    await chooseInMenu('Sign out')
    await press('End them first')
    await vi.waitFor(() => expect(question()).toContain('Ending 14 sessions first'))
    await press('Cancel')
    fake.changeEnds(manyEnds({ kind: 'going', wait: null }, { 2: 'sent', 3: 'ended' }))
    await vi.waitFor(() => expect(alertDialog()).toBeNull())
    expect(fake.callsOf('account:signOut')).toEqual([])
  })

  it('confirms from the palette too', async () => {
    const fake = await open(many({ kind: 'going', wait: null }))
    pressKey('k', { ctrlKey: true })
    await press('Sign out', 'option')
    await find('the dialog', alertDialog)
    expect(fake.callsOf('account:signOut')).toEqual([])
  })

  it.each([
    ['all requests were sent', manyEnds({ kind: 'going', wait: null }, { 2: 'sent', 3: 'ended' })],
    ['it is done', manyEnds({ kind: 'done' }, { 2: 'refused', 3: 'dropped' })],
    ['it is one session, whose end signing out sends', singleEnd()],
  ])('needs no confirmation when %s', async (_what, ends) => {
    const fake = await open(ends)
    await chooseInMenu('Sign out')
    await vi.waitFor(() => expect(fake.callsOf('account:signOut')).toEqual([{ accountId: 'a1' }]))
    expect(alertDialog()).toBeNull()
  })
})
