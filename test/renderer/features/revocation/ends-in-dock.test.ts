import { describe, expect, it, vi } from 'vitest'
import type { BatchView, EndsView } from '../../../../electron/shared/ends.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import {
  account,
  appState,
  bruno,
  endView,
  inOrder,
  manyEnds,
  singleEnd,
  undoablePhase,
  type FakeBridge,
} from '../../fake-bridge.ts'
import { mountApp, mountList } from '../../mount-app.ts'
import {
  all,
  find,
  findMessage,
  focusOn,
  focusOnRow,
  get,
  nameOf,
  press,
  pressKey,
  query,
  shows,
  text,
} from '../../screen.ts'

const STORAGE: Failure = { kind: 'misconfigured', reason: 'storage' }
const RUNNING = { kind: 'going', wait: null } as const
const DONE = { kind: 'done' } as const
const WAITING = { 2: 'waiting', 3: 'waiting', 4: 'waiting' } as const

/** Opens the list with ends. */
async function mountEnds(ends: Partial<EndsView>): Promise<FakeBridge> {
  const fake = await mountList()
  fake.changeEnds(ends)
  return fake
}

const sections = (): Element[] => [
  ...document.querySelectorAll('[role=region] [role=region][aria-label^=Ending]'),
]
/** The lines in the dock, by their text without their buttons. */
const lines = (): string[] =>
  sections().map((line) =>
    [...line.querySelectorAll('p:not(.sr-only)')].flatMap((part) => text(part) || []).join(' '),
  )
/** The accessible names of the lines. */
const labels = (): string[] => sections().map((line) => nameOf(line))

/** Presses a button of the dock: rows can have one of the same name. */
async function pressInDock(name: string): Promise<void> {
  const button = await find(`${name} in the dock`, () =>
    all('button').find((each) => nameOf(each) === name && each.closest('[role=region]')),
  )
  button.focus()
  button.click()
}
/** A command to the batch 1 of account a1. */
const commandOf = (command: string, batch = 1, accountId = 'a1') => ({ accountId, batch, command })

describe('what can be undone', () => {
  it('can be undone by a button and by key, and says for how long', async () => {
    const fake = await mountEnds(manyEnds(undoablePhase(), WAITING))
    await findMessage('status', 'Ending 3 sessions')
    expect(text()).toMatch(/They end in \d\d seconds\./)
    fake.handlers['ends:control'] = () => (fake.changeEnds({}), ok(null))
    pressKey('z', { ctrlKey: true })
    await findMessage('status', '3 sessions stay signed in')
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
    fake.changeEnds(manyEnds(undoablePhase(), WAITING))
    await press('Undo')
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
    expect(fake.callsOf('ends:control')).toEqual([commandOf('undo'), commandOf('undo')])
    await focusOn('heading', 'Sessions')
  })

  it('is undone one plan after the other, the newest first, by one button that keeps the focus', async () => {
    const first = singleEnd()
    const later = manyEnds(undoablePhase(60_000), { 3: 'waiting', 4: 'waiting' }, { number: 2 })
    const fake = await mountEnds(inOrder(first, later))
    await findMessage('status', 'Ending 2 sessions')
    await shows('1 more can still be undone.')
    expect(all('button').filter((button) => nameOf(button) === 'Undo')).toHaveLength(1)
    fake.handlers['ends:control'] = ({ batch }) => (fake.changeEnds(batch === 2 ? first : {}), ok(null))
    await press('Undo')
    await findMessage('status', 'Ending Firefox on Ubuntu')
    await focusOn('button', 'Undo')
    await press('Undo')
    await findMessage('status', 'Firefox on Ubuntu stays signed in')
    await findMessage('status', '2 sessions stay signed in')
    expect(fake.callsOf('ends:control')).toEqual([commandOf('undo', 2), commandOf('undo', 1)])
    await focusOnRow('Firefox on Ubuntu')
  })

  it('stays signed in only if nothing else ends it', async () => {
    const running = manyEnds(RUNNING, { 2: 'sent' })
    const later = manyEnds(undoablePhase(), { 3: 'waiting', 4: 'waiting' }, { number: 2, total: 3 })
    const both = endView(2, 'sent', { batches: [1, 2] })
    const fake = await mountEnds({ batches: inOrder(running, later).batches, ends: [both, ...later.ends] })
    fake.handlers['ends:control'] = () => (fake.changeEnds(running), ok(null))
    await press('Undo')
    await findMessage('status', '2 sessions stay signed in')
    await get('button', 'Ending Firefox on Ubuntu')
    await get('button', 'End Chrome on Windows')
  })

  it('is one line in several accounts, and says which undo could not be stored, beside the one that could', async () => {
    const fake = await mountList({}, appState({ accounts: [account(), bruno()] }))
    for (const accountId of ['a1', 'a2'])
      fake.changeEnds({ accountId, ...manyEnds(undoablePhase(), WAITING, { askedAt: 1 }) })
    fake.handlers['ends:control'] = ({ accountId }) => {
      fake.changeEnds({ accountId })
      return accountId === 'a1' ? failed(STORAGE) : ok(null)
    }
    await findMessage('status', 'Ending 6 sessions')
    expect(labels()).toEqual(['Ending sessions: 2 accounts'])
    await press('Undo')
    await findMessage('status', '3 sessions stay signed in')
    await find('the failure', () =>
      all('alert').find((each) => text(each).includes("couldn't write to its disk")),
    )
    expect(fake.callsOf('ends:control')).toEqual([commandOf('undo'), commandOf('undo', 1, 'a2')])
  })

  it('has no button once its time is over, and the focus goes to the row', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await mountEnds(singleEnd(undoablePhase(5_000)))
    ;(await get('button', 'Undo')).focus()
    vi.advanceTimersByTime(5_000)
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
    await focusOnRow('Firefox on Ubuntu')
    await shows('Waiting for the service…')
  })
})

describe('what is being ended', () => {
  it('shows its progress and the rows as ending, and can be paused', async () => {
    const some = { 2: 'ended', 3: 'sent', 4: 'waiting' } as const
    const fake = await mountEnds(manyEnds(RUNNING, some, { msLeft: 12_000 }))
    const bar = await get('progressbar', 'Ending sessions')
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['1', '1 of 3'])
    expect(lines()).toEqual(['Ending sessions: 1 of 3 About 12 s left'])
    await get('button', 'Ending Safari on iPhone')
    await get('button', 'End Firefox on Ubuntu')
    await press('Pause')
    await press('Cancel the rest')
    expect(fake.callsOf('ends:control')).toEqual([commandOf('pause'), commandOf('cancel')])
    fake.changeEnds(manyEnds({ kind: 'paused' }, some))
    await shows('Paused: 1 of 3', '1 session is left to end.')
    await press('Resume')
    expect(fake.callsOf('ends:control').at(-1)).toEqual(commandOf('resume'))
    fake.changeEnds(manyEnds(RUNNING, some))
    await focusOn('button', 'Pause')
  })

  it('is said once, and then by quarters', async () => {
    const fake = await mountEnds(manyEnds(undoablePhase(), WAITING))
    await findMessage('status', 'Ending 3 sessions')
    fake.changeEnds(manyEnds(RUNNING, { ...WAITING, 2: 'sent' }))
    await shows('Ending sessions: 0 of 3')
    const said = (): string[] =>
      all('status').flatMap(
        (each) =>
          (each.getAttribute('aria-live') !== 'off' && each.closest('[role=region]') && text(each)) || [],
      )
    expect(said()).toEqual([])
    fake.changeEnds(manyEnds(RUNNING, { 2: 'ended', 3: 'gone', 4: 'sent' }))
    await findMessage('status', '50%')
    expect(said()).toEqual(['50%'])
    fake.changeEnds(manyEnds({ kind: 'paused' }, { 2: 'ended', 3: 'sent', 4: 'waiting' }))
    await findMessage('status', 'Paused: 1 of 3')
  })

  const BUSY: Failure = { kind: 'rateLimited', retryAt: 0 }
  it.each<[string, Failure, waitMs: number, what: RegExp, isSaid: boolean]>([
    ['a pause', BUSY, 120_000, /Waiting 2 minutes, the server is busy\./, true],
    ['a short pause', BUSY, 5_000, /Waiting [1-5] seconds?, the server is busy\./, false],
    ['no network', { kind: 'offline', reason: 'noNetwork' }, 60_000, /It continues when you're back/, true],
  ])('says that it waits: %s', async (_what, reason, waitMs, what, isSaid) => {
    await mountEnds(manyEnds({ kind: 'going', wait: { until: Date.now() + waitMs, reason } }, WAITING))
    await vi.waitFor(() => expect(text()).toMatch(what))
    // At once: a wait that gets shorter is no longer said.
    expect(all('status').some((each) => text(each).search(what) === 0)).toBe(isSaid)
  })

  it('alone can be cancelled while its request waits, and cannot be paused', async () => {
    const until = Date.now() + 60_000
    const fake = await mountEnds(
      singleEnd({ kind: 'going', wait: { until, reason: { kind: 'rateLimited', retryAt: until } } }),
    )
    await press('Cancel')
    expect(fake.callsOf('ends:control')).toEqual([commandOf('cancel')])
    expect([query('button', 'Pause'), all('progressbar')]).toEqual([null, []])
    fake.changeEnds(singleEnd(RUNNING, { state: 'sent' }))
    await shows('Waiting for the service…')
    await vi.waitFor(() => expect(query('button', 'Cancel')).toBeNull())
    await focusOnRow('Firefox on Ubuntu')
    expect(lines()).toEqual(['Ending Firefox on Ubuntu Waiting for the service…'])
  })

  it('is below the page, on every page, so that it moves no row', async () => {
    const fake = await mountEnds(manyEnds(RUNNING, WAITING))
    const bar = await get('progressbar', 'Ending sessions')
    expect(bar.closest('main')).toBeNull()
    await press('Activity', 'link')
    await get('heading', 'Activity')
    await press('Pause')
    expect(fake.callsOf('ends:control')).toEqual([commandOf('pause')])
  })

  it('is one line, which adds up all accounts', async () => {
    const fake = await mountList({}, appState({ accounts: [account(), bruno()] }))
    fake.changeEnds(manyEnds(RUNNING, { 2: 'sent', 3: 'waiting' }))
    fake.changeEnds({ accountId: 'a2', ...manyEnds(RUNNING, { 2: 'ended', 3: 'sent' }, { number: 7 }) })
    await vi.waitFor(() => expect(lines()).toEqual(['Ending sessions: 1 of 4']))
    await press('Pause')
    expect(fake.callsOf('ends:control')).toEqual([commandOf('pause'), commandOf('pause', 7, 'a2')])
  })
})

describe('what waits for its service', () => {
  it('is one line, which keeps all of it signed in', async () => {
    const waiting = { kind: 'waiting' } as const
    const fake = await mountEnds(
      inOrder(singleEnd(waiting), manyEnds(waiting, { 3: 'waiting', 4: 'waiting' }, { number: 2 })),
    )
    await findMessage('status', '3 sessions end when their service can be reached')
    await pressInDock('Undo')
    expect(fake.callsOf('ends:control')).toEqual([commandOf('undo'), commandOf('undo', 2)])
    fake.changeEnds(singleEnd(waiting))
    await findMessage('status', '1 session ends when its service can be reached')
    await pressInDock('Undo')
    fake.changeEnds({})
    await focusOnRow('Firefox on Ubuntu')
    expect(lines()).toEqual([])
  })
})

describe('what asks', () => {
  it('can be resumed after a restart', async () => {
    const asking = manyEnds({ kind: 'asking', why: 'restarted' }, { 2: 'ended', 3: 'waiting', 4: 'waiting' })
    const fake = await mountApp(appState(), (prepared) => {
      prepared.ends = [{ accountId: 'a1', ...asking }]
    })
    await findMessage('status', "2 sessions haven't ended yet")
    await press('Show in the list')
    await focusOnRow('Chrome on Windows')
    await press('Continue')
    expect(fake.callsOf('ends:control')).toEqual([commandOf('resume')])
  })

  it('has a line for each reason', async () => {
    const fake = await mountEnds(
      inOrder(
        manyEnds({ kind: 'asking', why: 'signedOut' }, { 2: 'waiting' }),
        manyEnds({ kind: 'asking', why: 'tooOld' }, { 3: 'waiting', 4: 'waiting' }, { number: 2 }),
      ),
    )
    await findMessage('status', "1 session hasn't ended yet")
    await findMessage(
      'status',
      "The saved sign-in couldn't be used. Nothing is sent until you're signed in and continue.",
    )
    await findMessage('status', "2 sessions haven't ended yet")
    await findMessage(
      'status',
      'You asked for this more than 7 days ago. Nothing is sent until you continue.',
    )
    all('button')
      .findLast((button) => nameOf(button) === 'Cancel the rest')
      ?.click()
    expect(fake.callsOf('ends:control')).toEqual([commandOf('cancel', 2)])
  })
})

describe('the results', () => {
  it('can be tried again and dismissed, and lead to the first that failed', async () => {
    const results = manyEnds(DONE, { 2: 'ended', 3: 'stillListed', 4: 'unclear' })
    const failures: Failure[] = [{ kind: 'outcomeUnknown' }, { kind: 'outcomeUnknown', reason: 'timeout' }]
    const ends = results.ends.map((end, at) => ({ ...end, failure: failures[at - 1] ?? null }))
    const fake = await mountEnds({ ...results, ends })
    await findMessage('status', '1 ended, 1 still in the list, 1 not confirmed')
    expect(lines()).toEqual(['1 ended, 1 still in the list, 1 not confirmed'])
    await press('Settings', 'link')
    await get('heading', 'Settings')
    await press('Show in the list')
    await focusOnRow('Chrome on Windows')
    await press('Retry')
    await press('Dismiss')
    expect(fake.callsOf('ends:control')).toEqual([commandOf('retry'), commandOf('dismiss')])
    fake.changeEnds({})
    await vi.waitFor(() => expect(query('button', 'Retry')).toBeNull())
    await focusOn('heading', 'Sessions')
  })

  it('lead to Activity where none of those that failed is in the list any more', async () => {
    await mountEnds(manyEnds(DONE, { 2: 'ended', 98: 'unclear', 99: 'unclear' }))
    await findMessage('status', '1 ended, 2 not confirmed')
    expect(query('button', 'Show in the list')).toBeNull()
    await press('Show in Activity')
    await get('heading', 'Activity')
  })

  it('say why one was not sent', async () => {
    const { batches } = manyEnds(DONE, { 2: 'dropped', 3: 'dropped' })
    const ends = [
      endView(2, 'dropped', { dropped: 'cancelled' }),
      endView(3, 'dropped', { dropped: 'thisDevice' }),
    ]
    await mountEnds({ batches, ends })
    await vi.waitFor(() => expect(lines()).toEqual(['2 kept Device 3 is this device now.']))
    expect(query('button', 'Show in the list')).toBeNull()
  })

  const GONE: Failure = { kind: 'notFound' }
  const FORBIDDEN: Failure = { kind: 'forbidden' }
  it.each<[line: string, Parameters<typeof manyEnds>[1], failures: (Failure | null)[]]>([
    [
      "1 ended, 2 refused You don't have permission to do this.",
      { 2: 'ended', 3: 'refused', 4: 'refused' },
      [null, FORBIDDEN, FORBIDDEN],
    ],
    [
      '2 not confirmed The connection broke before the service answered.',
      { 2: 'unclear', 3: 'unclear' },
      [{ kind: 'outcomeUnknown' }, { kind: 'outcomeUnknown' }],
    ],
    [
      '1 ended, 1 still in the list, 1 no longer signed in, 1 kept',
      { 2: 'ended', 3: 'stillListed', 4: 'gone', 5: 'dropped' },
      [null, GONE, null, null],
    ],
    ['1 refused, 1 still in the list', { 2: 'refused', 3: 'stillListed' }, [FORBIDDEN, GONE]],
    ['1 ended, 1 no longer signed in, 1 kept', { 2: 'ended', 3: 'gone', 4: 'dropped' }, [null, null, null]],
    ['Ended 2 sessions', { 2: 'ended', 3: 'ended' }, []],
  ])('are said whole, with the reason if it is one: %s', async (line, states, failures) => {
    const results = manyEnds(DONE, states)
    const ends = results.ends.map((end, at) => ({ ...end, failure: failures[at] ?? null }))
    await mountEnds({ ...results, ends })
    await vi.waitFor(() => expect(lines()).toEqual([line]))
  })

  it('are one line for each plan, which names its account by its place too', async () => {
    // One person may have accounts at two servers.
    const accounts = [account(), account({ id: 'a2', baseUrl: 'https://other.example.com/api/v1' })]
    const fake = await mountList({}, appState({ accounts }))
    const confirmed = (over: Partial<BatchView>) => manyEnds(DONE, { 2: 'ended', 3: 'ended' }, over)
    fake.changeEnds(inOrder(confirmed({ askedAt: 1 }), confirmed({ askedAt: 2, number: 2 })))
    fake.changeEnds({ accountId: 'a2', ...confirmed({ askedAt: 1 }) })
    await vi.waitFor(() => expect(lines()).toEqual(['Ended 2 sessions', 'Ended 4 sessions']))
    expect(labels()[0]).toMatch(/^Ending sessions: Ana Souza · /)
    expect(labels()[1]).toBe('Ending sessions: 2 accounts')
    fake.changeEnds({ accountId: 'a2', ...confirmed({ askedAt: 3 }) })
    await vi.waitFor(() => expect(labels()).toHaveLength(3))
    expect(labels()[0]).toMatch(/^Ending sessions: Ana Souza · .*other\.example\.com/)
  })
})

describe('an end that was refused', () => {
  const REASON = "Couldn't be ended. You don't have permission to do this."
  const refused = () => singleEnd(DONE, { state: 'refused', failure: { kind: 'forbidden' } })
  const mark = (): Element | null => query('img', REASON)

  it('marks its row, to which its line leads, until that is dismissed', async () => {
    const fake = await mountEnds(refused())
    const icon = await get('img', REASON)
    expect(text(icon.closest('tr')!)).toMatch(/^Firefox on Ubuntu/)
    await vi.waitFor(() => expect(icon.closest('tr')?.getAttribute('aria-label')).toContain(REASON))
    await press('Show in the list')
    await focusOnRow('Firefox on Ubuntu')
    fake.changeEnds({})
    await vi.waitFor(() => expect(mark()).toBeNull())
  })

  it('marks it no more once it is ended again', async () => {
    const fake = await mountEnds(refused())
    await get('img', REASON)
    fake.changeEnds(inOrder(refused(), singleEnd(undoablePhase(), {}, { number: 2 })))
    await vi.waitFor(() => expect(mark()).toBeNull())
  })
})

describe('an update of ends', () => {
  it('shows nothing of an account that is not there any more', async () => {
    const fake = await mountEnds({ accountId: 'gone', ...manyEnds(DONE, WAITING) })
    fake.changeEnds(manyEnds(DONE, WAITING))
    await vi.waitFor(() => expect(lines()).toHaveLength(1))
  })

  it('asks for all of them if it is not whole and its account is not known', async () => {
    const fake = await mountList()
    const { batches, ends } = manyEnds(RUNNING, WAITING)
    fake.ends = [{ accountId: 'a1', batches, ends }]
    const before = fake.callsOf('ends:get').length
    const changed = { accountId: 'a1', batches, ends: ends.slice(0, 1), isWhole: false }
    fake.emit('ends:changed', changed)
    await get('button', 'Ending Safari on iPhone')
    fake.emit('ends:changed', { ...changed, ends: [endView(2, 'ended')] })
    await get('button', 'End Firefox on Ubuntu')
    await get('button', 'Ending Safari on iPhone')
    expect(fake.callsOf('ends:get')).toHaveLength(before + 1)
  })
})
