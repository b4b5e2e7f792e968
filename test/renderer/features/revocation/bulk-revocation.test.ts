import { describe, expect, it, vi } from 'vitest'
import type {
  BulkRevocation,
  RevocationItem,
  ItemStatus,
} from '../../../../electron/shared/ends.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { useRevocations } from '../../../../renderer/features/revocation/revocations.ts'
import {
  account,
  API_TOKEN,
  appState,
  bruno,
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
  shows,
  text,
} from '../../screen.ts'

const STORAGE: Failure = { kind: 'misconfigured', reason: 'storage' }

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
    expect(query('button', 'End now, without undo')).toBeNull()
  })
})

describe('the ends of many that main could not store', () => {
  const NOT_STORED =
    "This computer couldn't store this, so nothing was sent. If you end now, you can't undo it"

  /** Ends all others while the disk refuses; main ends at once what is asked for at once. */
  async function endWithoutDisk(over: Partial<SessionList> = {}): Promise<FakeBridge> {
    const fake = await mountList(over)
    fake.handlers['session:revokeMany'] = ({ isAtOnce }) => (isAtOnce ? ok(null) : failed(STORAGE))
    await press('End all others')
    await press('End 3 sessions')
    await findMessage('alert', "These sessions couldn't be ended")
    return fake
  }

  it('can be sent at once, by a button of the message, which goes away', async () => {
    const fake = await endWithoutDisk()
    await shows(NOT_STORED)
    await find('the detail', () => all('status').find((each) => text(each).startsWith(NOT_STORED)))
    const asked = { accountId: 'a1', target: { kind: 'these', sessions: identitiesOf(fake, 2, 3, 4) } }
    expect(fake.callsOf('session:revokeMany')).toEqual([asked])
    // A second press must not be possible while main has not answered.
    fake.handlers['session:revokeMany'] = () => new Promise(() => {})
    await press('End now, without undo')
    await vi.waitFor(() => expect(fake.callsOf('session:revokeMany')).toHaveLength(2))
    expect(fake.callsOf('session:revokeMany')[1]).toEqual({ ...asked, isAtOnce: true })
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
    await focusOn('heading', 'Sessions')
  })

  it('are not offered to be sent at once while the service cannot be reached', async () => {
    await endWithoutDisk({ isLive: false })
    await shows("This computer couldn't write to its disk.")
    expect(query('button', 'End now, without undo')).toBeNull()
  })

  it('lose their button when the service cannot be reached any more, and the focus goes to the heading', async () => {
    const fake = await endWithoutDisk()
    ;(await get('button', 'End now, without undo')).focus()
    fake.changeState({ online: false })
    await vi.waitFor(() => expect(query('button', 'End now, without undo')).toBeNull())
    await focusOn('heading', 'Sessions')
    await shows("These sessions couldn't be ended", "This computer couldn't write to its disk.")
    fake.changeState({ online: true })
    await get('button', 'End now, without undo')
  })

  it.each([
    ['pt-BR', 'Encerrar agora, sem desfazer', 'Este computador não conseguiu salvar isto'],
    ['es', 'Cerrar ahora, sin deshacer', 'Este equipo no pudo guardarlo'],
  ] as const)('are offered in %s too', async (locale, button, detail) => {
    const fake = await mountApp(appState({ locale }))
    fake.handlers['session:revokeMany'] = () => failed(STORAGE)
    await useRevocations().begin('a1', identitiesOf(fake, 2))
    await get('button', button)
    await shows(detail)
  })
})

describe('a bulk revocation', () => {
  it('can be undone by the toast and by key for 5 seconds', async () => {
    const fake = await mountList()
    update(fake, bulkRevocation({ is: 'undoable' }))
    await findMessage('status', 'Ending 3 sessions')
    expect(text()).toMatch(/They end in [45] seconds/)
    fake.handlers['revocation:undo'] = () => {
      update(fake, null)
      return ok(null)
    }
    pressKey('z', { ctrlKey: true })
    await findMessage('status', '3 sessions stay signed in')
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
    update(fake, bulkRevocation({ is: 'undoable' }))
    await press('Undo')
    expect(fake.callsOf('revocation:undo')).toHaveLength(2)
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
  })

  it('leaves what was asked for before when a later one is undone', async () => {
    const fake = await mountList()
    const startedAt = Date.now()
    const rows = [row(2, 'sent'), row(3, 'queued'), row(4, 'queued')]
    update(fake, bulkRevocation({ is: 'undoable' }, { sent: 1, queued: 2 }, { startedAt }), rows)
    await get('button', 'Ending Chrome on Windows')
    fake.handlers['revocation:undo'] = () => {
      const rest = bulkRevocation({ is: 'running' }, { sent: 1 }, { startedAt, total: 1 })
      update(fake, rest, [row(2, 'sent')])
      return ok(null)
    }
    await press('Undo')
    await findMessage('status', '2 sessions stay signed in')
    await get('progressbar', 'Ending sessions')
    await get('button', 'Ending Firefox on Ubuntu')
    await get('button', 'End Chrome on Windows')
    await get('button', 'End Safari on iPhone')
  })

  it('says which undo could not be stored, beside the one that could', async () => {
    const fake = await mountList({}, appState({ accounts: [account(), bruno()] }))
    for (const accountId of ['a1', 'a2']) {
      const revocation = bulkRevocation({ is: 'undoable' }, { queued: 3 }, { accountId })
      fake.emit('revocation:changed', { accountId, revocation, rows: [] })
    }
    fake.handlers['revocation:undo'] = ({ accountId }) => {
      fake.emit('revocation:changed', { accountId, revocation: null, rows: [] })
      return accountId === 'a1' ? failed(STORAGE) : ok(null)
    }
    await findMessage('status', 'Ending 6 sessions')
    await press('Undo')
    await findMessage('status', '3 sessions stay signed in')
    await find('the failure', () =>
      all('alert').find((each) => text(each).includes("couldn't write to its disk")),
    )
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
