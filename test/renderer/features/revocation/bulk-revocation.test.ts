import { describe, expect, it, vi } from 'vitest'
import type {
  BulkRevocation,
  RevocationPhase,
  RevocationItem,
  ItemStatus,
} from '../../../../electron/shared/bulk-revocation.ts'
import { failed } from '../../../../electron/shared/result.ts'
import {
  account,
  appState,
  list,
  session,
  sessions,
  type FakeBridge,
  identitiesOf,
} from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, find, get, press, query, findMessage, text } from '../../screen.ts'

const NONE = { queued: 0, sent: 0, confirmed: 0, alreadyGone: 0, failed: 0, notConfirmed: 0, cancelled: 0 }

function ending(phase: RevocationPhase, over: Partial<BulkRevocation> = {}): BulkRevocation {
  const now = Date.now()
  return {
    accountId: 'a1',
    phase,
    counts: { ...NONE, queued: 3 },
    answered: 0,
    total: 3,
    startedAt: now,
    sendAt: now + 5_000,
    msLeft: null,
    ...over,
  }
}

const row = (sessionId: number, state: ItemStatus, over: Partial<RevocationItem> = {}): RevocationItem => ({
  sessionId,
  createdAt: null,
  name: `Device ${sessionId}`,
  state,
  failure: null,
  ...over,
})

async function open(
  prepare: (fake: FakeBridge) => void = () => undefined,
  of = appState(),
): Promise<FakeBridge> {
  const fake = await mountApp(of, prepare)
  await get('table', 'Sessions')
  return fake
}

async function update(
  fake: FakeBridge,
  shown: BulkRevocation | null,
  rows: RevocationItem[] = [],
): Promise<void> {
  fake.emit('revocation:changed', { accountId: 'a1', revocation: shown, rows })
}

describe('End all others', () => {
  it('confirms with each name and this device, and sends exactly the listed sessions', async () => {
    const fake = await open()
    await press('End all others')
    await get('button', 'End 3 sessions')
    for (const name of ['Firefox on Ubuntu', 'Chrome on Windows', 'Safari on iPhone']) {
      await find(name, () => all('listitem').find((item) => text(item) === name))
    }
    expect(text()).toContain("Session Desk on ana-laptop stays signed in: it's this device.")
    await vi.waitFor(async () => expect(document.activeElement).toBe(await get('button', 'Cancel')))
    // A session that signs in while the dialog is open is not included.
    fake.changeList({ sessions: [...(fake.list.sessions ?? []), session(9, 'New phone')] })
    await press('End 3 sessions')
    await vi.waitFor(() =>
      expect(fake.callsOf('session:revokeMany')).toEqual([
        { accountId: 'a1', target: { kind: 'these', sessions: identitiesOf(fake, 2, 3, 4) } },
      ]),
    )
    expect(all('alertdialog')).toEqual([])
  })

  it('sends nothing when it is cancelled', async () => {
    const fake = await open()
    await press('End all others')
    await press('Cancel')
    await vi.waitFor(() => expect(query('button', 'End 3 sessions')).toBeNull())
    expect(fake.callsOf('session:revokeMany')).toEqual([])
  })

  it.each([
    [
      'none is this device',
      sessions().map((session) => ({ ...session, isCurrent: false })),
      "doesn't say which of these",
    ],
    [
      'several are',
      sessions().map((session) => ({ ...session, isCurrent: true })),
      "doesn't say which of these",
    ],
  ])('is disabled, with the reason, when %s', async (_case, rows, reason) => {
    await open((fake) => (fake.list = list({ sessions: rows })))
    const button = await get('button', 'End all others')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    const why = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(text(why ?? document.createElement('p'))).toContain(reason)
    button.click()
    expect(all('alertdialog')).toEqual([])
  })

  it('is disabled with an API token', async () => {
    const rows = sessions().map((session) => ({ ...session, isCurrent: false }))
    const credential = { kind: 'instance', fingerprint: 'm', maskedToken: '…x', acceptedBy: 'me' } as const
    await open(
      (fake) => (fake.list = list({ sessions: rows })),
      appState({ accounts: [account({ credential })] }),
    )
    const button = await get('button', 'End all others')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(text()).toContain('You can end them one by one or select several.')
  })

  it('says so when main refuses', async () => {
    const fake = await open()
    fake.handlers['session:revokeMany'] = () => failed({ kind: 'unauthenticated' })
    await press('End all others')
    await press('End 3 sessions')
    await findMessage('alert', "These sessions couldn't be ended")
  })
})

describe('a bulk revocation', () => {
  it('can be undone by the toast and by key for 5 seconds', async () => {
    const fake = await open()
    await update(fake, ending({ is: 'undoable' }))
    await findMessage('status', 'Ending 3 sessions')
    expect(text()).toMatch(/They end in [45] seconds/)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, cancelable: true }))
    await findMessage('status', '3 sessions stay signed in')
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
    await update(fake, ending({ is: 'undoable' }))
    await press('Undo')
    expect(fake.callsOf('revocation:undo')).toHaveLength(2)
    await update(fake, null)
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
  })

  it('shows its progress and the rows as ending, and can be paused', async () => {
    const fake = await open()
    const counts = { ...NONE, queued: 1, sent: 1, confirmed: 1 }
    await update(fake, ending({ is: 'running' }, { counts, answered: 1, msLeft: 12_000 }), [
      row(2, 'confirmed'),
      row(3, 'sent'),
      row(4, 'queued'),
    ])
    const bar = await get('progressbar', 'Ending sessions')
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['1', '1 of 3'])
    expect(text()).toContain('Done in 12 seconds.')
    await get('button', 'Ending Safari on iPhone')
    await get('button', 'End Firefox on Ubuntu')
    expect((await get('button', 'End all others')).getAttribute('aria-disabled')).toBe('true')
    await press('Pause')
    await press('Cancel the rest')
    expect([fake.callsOf('revocation:pause'), fake.callsOf('revocation:cancel')]).toEqual([
      [{ accountId: 'a1' }],
      [{ accountId: 'a1' }],
    ])
    await update(fake, ending({ is: 'paused' }, { counts }))
    await find('what is left', () => text().match(/Paused.*1 session is left to end/))
    await press('Resume')
    await vi.waitFor(() => expect(fake.callsOf('revocation:resume')).toHaveLength(1))
  })

  it('says why it waits', async () => {
    const fake = await open()
    const until = Date.now() + 12_000
    await update(fake, ending({ is: 'waiting', until, reason: { kind: 'rateLimited', retryAt: until } }))
    await findMessage('status', 'The service asked for a pause')
    expect(text()).toMatch(/It continues in 1[12] seconds\./)
    await update(fake, ending({ is: 'waiting', until, reason: { kind: 'offline', reason: 'noNetwork' } }))
    await findMessage('status', "You're offline")
  })

  it('can be resumed after a restart, also without names', async () => {
    const counts = { ...NONE, queued: 2, confirmed: 1 }
    const fake = await open((prepared) => {
      const rows = [row(2, 'confirmed', { name: null }), row(3, 'queued'), row(4, 'queued')]
      const shown = ending({ is: 'interrupted', reason: 'restarted' }, { counts, answered: 1 })
      prepared.ending = { accountId: 'a1', revocation: shown, rows }
    })
    await findMessage('status', "2 sessions haven't ended yet")
    await press('Show each session')
    await find('Session 2', () => all('listitem').find((item) => text(item).startsWith('Session 2')))
    await press('Continue')
    await vi.waitFor(() => expect(fake.callsOf('revocation:resume')).toHaveLength(1))
  })

  it('shows the outcome of each session, and retries the failed ones', async () => {
    const fake = await open()
    const counts = { ...NONE, confirmed: 1, failed: 1, notConfirmed: 1 }
    await update(fake, ending({ is: 'done' }, { counts, answered: 3 }), [
      row(2, 'confirmed'),
      row(3, 'failed', { failure: { kind: 'outcomeUnknown' } }),
      row(4, 'notConfirmed', { failure: { kind: 'timeout' } }),
    ])
    await findMessage('status', 'Ended 1 session')
    await findMessage('status', "1 couldn't be ended. 1 isn't confirmed.")
    await press('Show each session')
    await find('the outcomes', () => (all('listitem').length === 3 ? true : null))
    expect(all('listitem').map((item) => text(item))).toEqual([
      'Device 3Still in the list',
      'Device 4Not confirmed',
      'Device 2Ended',
    ])
    await press('Retry')
    await vi.waitFor(() => expect(fake.callsOf('revocation:retry')).toHaveLength(1))
    await press('Dismiss')
    await update(fake, null)
    await vi.waitFor(() => expect(query('button', 'Retry')).toBeNull())
    await vi.waitFor(async () => expect(document.activeElement).toBe(await get('heading', 'Sessions')))
  })
})
