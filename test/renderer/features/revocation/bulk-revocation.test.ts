import { describe, expect, it, vi } from 'vitest'
import type {
  BulkRevocation,
  RevocationItem,
  ItemStatus,
} from '../../../../electron/shared/bulk-revocation.ts'
import { failed } from '../../../../electron/shared/result.ts'
import {
  account,
  API_TOKEN,
  appState,
  bulkRevocation,
  identitiesOf,
  session,
  sessions,
  type FakeBridge,
} from '../../fake-bridge.ts'
import { mountApp, mountList } from '../../mount-app.ts'
import {
  all,
  describedBy,
  find,
  findMessage,
  focusOn,
  get,
  isDisabled,
  press,
  pressKey,
  query,
  text,
} from '../../screen.ts'

const row = (sessionId: number, state: ItemStatus, over: Partial<RevocationItem> = {}): RevocationItem => {
  return { sessionId, createdAt: null, name: `Device ${sessionId}`, state, failure: null, ...over }
}

function update(fake: FakeBridge, revocation: BulkRevocation | null, rows: RevocationItem[] = []): void {
  fake.emit('revocation:changed', { accountId: 'a1', revocation, rows })
}

describe('End all others', () => {
  it('confirms with each name and this device, and sends exactly the listed sessions', async () => {
    const fake = await mountList()
    await press('End all others')
    await get('button', 'End 3 sessions')
    const named = all('listitem').map((item) => text(item))
    expect(named).toEqual(
      expect.arrayContaining(['Firefox on Ubuntu', 'Chrome on Windows', 'Safari on iPhone']),
    )
    expect(text()).toContain("Session Desk on ana-laptop stays signed in: it's this device.")
    await focusOn('button', 'Cancel')
    // A session that signs in while the dialog is open is not included.
    fake.changeList({ sessions: [...(fake.list.sessions ?? []), session(9, 'New phone')] })
    await press('End 3 sessions')
    const target = { kind: 'these', sessions: identitiesOf(fake, 2, 3, 4) }
    await vi.waitFor(() => expect(fake.callsOf('session:revokeMany')).toEqual([{ accountId: 'a1', target }]))
    expect(all('alertdialog')).toEqual([])
  })

  it.each([
    ['none is this device', false, {}, "doesn't say which of these"],
    ['several are', true, {}, "doesn't say which of these"],
    [
      'an API token is used',
      false,
      { credential: API_TOKEN },
      'You can end them one by one or select several.',
    ],
  ])('is disabled, with the reason, when %s', async (_case, isCurrent, part, reason) => {
    const rows = sessions().map((each) => ({ ...each, isCurrent }))
    await mountList({ sessions: rows }, appState({ accounts: [account(part)] }))
    const button = await get('button', 'End all others')
    expect(isDisabled(button)).toBe(true)
    expect(`${describedBy(button)} ${text()}`).toContain(reason)
    button.click()
    expect(all('alertdialog')).toEqual([])
  })

  it('says so when main refuses', async () => {
    const fake = await mountList()
    fake.handlers['session:revokeMany'] = () => failed({ kind: 'unauthenticated' })
    await press('End all others')
    await press('End 3 sessions')
    await findMessage('alert', "These sessions couldn't be ended")
  })
})

describe('a bulk revocation', () => {
  it('can be undone by the toast and by key for 5 seconds', async () => {
    const fake = await mountList()
    update(fake, bulkRevocation({ is: 'undoable' }))
    await findMessage('status', 'Ending 3 sessions')
    expect(text()).toMatch(/They end in [45] seconds/)
    pressKey('z', { ctrlKey: true })
    await findMessage('status', '3 sessions stay signed in')
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
    update(fake, bulkRevocation({ is: 'undoable' }))
    await press('Undo')
    expect(fake.callsOf('revocation:undo')).toHaveLength(2)
    update(fake, null)
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
  })

  it('shows its progress and the rows as ending, and can be paused', async () => {
    const fake = await mountList()
    const counts = { queued: 1, sent: 1, confirmed: 1 }
    const rows = [row(2, 'confirmed'), row(3, 'sent'), row(4, 'queued')]
    update(fake, bulkRevocation({ is: 'running' }, counts, { answered: 1, msLeft: 12_000 }), rows)
    const bar = await get('progressbar', 'Ending sessions')
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['1', '1 of 3'])
    expect(text()).toContain('Done in 12 seconds.')
    await get('button', 'Ending Safari on iPhone')
    await get('button', 'End Firefox on Ubuntu')
    expect(isDisabled(await get('button', 'End all others'))).toBe(true)
    await press('Pause')
    await press('Cancel the rest')
    for (const request of ['revocation:pause', 'revocation:cancel'] as const)
      expect(fake.callsOf(request)).toEqual([{ accountId: 'a1' }])
    update(fake, bulkRevocation({ is: 'paused' }, counts))
    await find('what is left', () => text().match(/Paused.*1 session is left to end/))
    await press('Resume')
    await vi.waitFor(() => expect(fake.callsOf('revocation:resume')).toHaveLength(1))
  })

  it('says why it waits', async () => {
    const fake = await mountList()
    const until = Date.now() + 12_000
    update(fake, bulkRevocation({ is: 'waiting', until, reason: { kind: 'rateLimited', retryAt: until } }))
    await findMessage('status', 'The service asked for a pause')
    expect(text()).toMatch(/It continues in 1[12] seconds\./)
    update(fake, bulkRevocation({ is: 'waiting', until, reason: { kind: 'offline', reason: 'noNetwork' } }))
    await findMessage('status', "You're offline")
  })

  it('can be resumed after a restart, also without names', async () => {
    const rows = [row(2, 'confirmed', { name: null }), row(3, 'queued'), row(4, 'queued')]
    const phase = { is: 'interrupted', reason: 'restarted' } as const
    const revocation = bulkRevocation(phase, { queued: 2, confirmed: 1 }, { answered: 1 })
    const fake = await mountApp(appState(), (prepared) => {
      prepared.ending = { accountId: 'a1', revocation, rows }
    })
    await findMessage('status', "2 sessions haven't ended yet")
    await press('Show each session')
    await find('Session 2', () => all('listitem').find((item) => text(item).startsWith('Session 2')))
    await press('Continue')
    await vi.waitFor(() => expect(fake.callsOf('revocation:resume')).toHaveLength(1))
  })

  it('shows the outcome of each session, and retries the failed ones', async () => {
    const fake = await mountList()
    update(
      fake,
      bulkRevocation({ is: 'done' }, { confirmed: 1, failed: 1, notConfirmed: 1 }, { answered: 3 }),
      [
        row(2, 'confirmed'),
        row(3, 'failed', { failure: { kind: 'outcomeUnknown' } }),
        row(4, 'notConfirmed', { failure: { kind: 'timeout' } }),
      ],
    )
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
    update(fake, null)
    await vi.waitFor(() => expect(query('button', 'Retry')).toBeNull())
    await focusOn('heading', 'Sessions')
  })

  it('is below the page, on every page, so that it moves no row', async () => {
    const fake = await mountList()
    update(fake, bulkRevocation({ is: 'running' }, { queued: 2, sent: 1 }))
    const bar = await get('progressbar', 'Ending sessions')
    expect(bar.closest('main')).toBeNull()
    await press('Activity', 'link')
    await get('heading', 'Activity')
    await get('progressbar', 'Ending sessions')
    await press('Pause')
    expect(fake.callsOf('revocation:pause')).toEqual([{ accountId: 'a1' }])
  })

  it('has a line for each account, which its name and its place tell apart', async () => {
    const accounts = [account(), account({ id: 'a2', baseUrl: 'https://other.example.com/api/v1' })]
    const fake = await mountApp(appState({ accounts, activeAccountId: 'a1' }))
    await get('heading', 'Sessions')
    for (const accountId of ['a1', 'a2'])
      fake.emit('revocation:changed', {
        ...{ accountId, rows: [] },
        revocation: bulkRevocation({ is: 'running' }, { queued: 2, sent: 1 }, { accountId }),
      })
    const names = () => all('progressbar').map((bar) => bar.closest('section')?.getAttribute('aria-label'))
    await vi.waitFor(() => expect(names()).toHaveLength(2))
    expect(names()[0]).toMatch(/^Ending sessions: Ana Souza · /)
    // One person may have accounts at two servers.
    expect(names()[1]).toMatch(/^Ending sessions: Ana Souza · .*other\.example\.com/)
  })
})
