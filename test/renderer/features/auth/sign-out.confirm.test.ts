import { describe, expect, it, vi } from 'vitest'
import type { BulkRevocation } from '../../../../electron/shared/bulk-revocation.ts'
import { ok } from '../../../../electron/shared/result.ts'
import { appState, emptyAppState, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { find, get, press, findMessage, text } from '../../screen.ts'

const COUNTS = { queued: 12, sent: 2, confirmed: 3, alreadyGone: 0, failed: 0, notConfirmed: 0, cancelled: 0 }

async function open(
  phase: BulkRevocation['phase'],
  over: Partial<BulkRevocation['counts']> = {},
): Promise<FakeBridge> {
  const fake = await mountApp(appState())
  fake.handlers['account:signOut'] = () => ((fake.state = emptyAppState()), ok({ service: 'confirmed' }))
  await get('table', 'Sessions')
  const now = Date.now()
  const revocation = {
    accountId: 'a1',
    phase,
    counts: { ...COUNTS, ...over },
    answered: 3,
    total: 17,
    startedAt: now,
    sendAt: now,
    msLeft: null,
  }
  fake.emit('revocation:changed', { accountId: 'a1', revocation, rows: [] })
  return fake
}

const dialog = () => document.querySelector('[role=alertdialog]')

describe('signing out while sessions are being ended', () => {
  it.each([{ is: 'running' }, { is: 'paused' }, { is: 'interrupted', reason: 'restarted' }] as const)(
    'confirms first, and says which sessions stay signed in: $is',
    async (phase) => {
      const fake = await open(phase)
      for (const answer of ['Cancel', 'Sign out']) {
        await press('Account menu, Ana Souza, Acme')
        await press('Sign out', 'menuitem')
        await find('the dialog', dialog)
        expect(text(dialog()!)).toContain(
          "12 sessions haven't ended yet. If you sign out now, they stay signed in.",
        )
        expect(document.activeElement).toBe(await get('button', 'Cancel'))
        expect(fake.callsOf('account:signOut')).toEqual([])
        await press(answer)
        await vi.waitFor(() => expect(dialog()).toBeNull())
      }
      await findMessage('status', 'Ana Souza is signed out.')
      expect(fake.callsOf('account:signOut')).toEqual([{ accountId: 'a1' }])
    },
  )

  it('confirms from the palette too', async () => {
    const fake = await open({ is: 'running' })
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))
    await press('Sign out', 'option')
    await find('the dialog', dialog)
    expect(fake.callsOf('account:signOut')).toEqual([])
  })

  it.each([
    ['all requests were sent', { is: 'running' }, { queued: 0 }],
    ['it is done', { is: 'done' }, {}],
  ] as const)('needs no confirmation when %s', async (_what, phase, over) => {
    const fake = await open(phase, over)
    await press('Account menu, Ana Souza, Acme')
    await press('Sign out', 'menuitem')
    await vi.waitFor(() => expect(fake.callsOf('account:signOut')).toEqual([{ accountId: 'a1' }]))
    expect(dialog()).toBeNull()
  })
})
