import { describe, expect, it, vi } from 'vitest'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { appState, keysOf, manyEnds, revokeOf, sessions, type FakeBridge } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import {
  describedBy,
  find,
  focusOnRow,
  get,
  hides,
  isDisabled,
  press,
  query,
  shows,
  text,
} from '../../screen.ts'

const NO_NETWORK = { kind: 'offline', reason: 'noNetwork' } as const
const YEAR_2020 = Date.UTC(2020, 2, 2, 21, 5)

describe('the last known list', () => {
  const mountLastKnown = (over: Partial<SessionList> = {}): Promise<FakeBridge> =>
    mountList({ isLive: false, checkedAt: YEAR_2020, checking: true, ...over })

  it('is the table itself, with its age, until the live list arrives', async () => {
    const fake = await mountLastKnown()
    await shows('4 sessions', 'Last known list, Mar 2, 2020, 9:05 PM')
    const table = document.querySelector('table')
    await get('button', 'End Firefox on Ubuntu')
    fake.changeList({ isLive: true, checkedAt: Date.now(), checking: false })
    await hides('Last known list')
    expect(document.querySelector('table')).toBe(table)
  })

  it('has the order and the 24 hours of the system’s region', async () => {
    await mountList({ isLive: false, checkedAt: YEAR_2020 }, appState({ locale: 'en-GB-u-hc-h23' }))
    await shows('Last known list, 2 Mar 2020, 21:05')
    expect(document.documentElement.lang).toBe('en')
  })
})

const UNREACHABLE = "Can't reach desk.example.com. Trying again. Endings wait."

/** Mounts the page with the last known list of an account whose service refuses connections. */
const mountUnreachable = (over: Partial<SessionList> = {}): Promise<FakeBridge> => {
  const failure = { kind: 'offline', reason: 'refused' } as const
  return mountList({ isLive: false, checkedAt: YEAR_2020, failure, ...over })
}

/** Queues the ends of sessions, as main does. */
function queue(fake: FakeBridge, ...ids: number[]): void {
  const states = ids.map((id) => [id, 'waiting'] as const)
  fake.changeEnds(manyEnds({ kind: 'waiting' }, Object.fromEntries(states)))
}

describe('the list of an account whose service cannot be reached', () => {
  it('is usable, and says how old it is and what happens with what is ended', async () => {
    const fake = await mountUnreachable()
    await shows('4 sessions', 'Last known list, Mar 2, 2020, 9:05 PM', UNREACHABLE)
    expect(document.querySelector('table')?.inert).toBe(false)
    await find('the search', () => document.querySelector('input[aria-label="Search sessions"]'))
    expect(text()).not.toContain("doesn't accept connections")
    fake.changeList({ isLive: true, failure: null, checkedAt: Date.now() })
    await hides('Last known list')
  })

  it('of this run is the last known one while the computer is offline', async () => {
    const fake = await mountList()
    expect(text()).not.toContain('Last known list')
    fake.changeState({ online: false })
    await shows('Last known list', UNREACHABLE)
    fake.changeEnds(
      manyEnds({ kind: 'going', wait: { until: 0, reason: NO_NETWORK } }, { 2: 'waiting', 3: 'waiting' }),
    )
    await shows("It continues when you're back online.")
    expect(text()).not.toMatch(/you're offline|out of date|last checked/i)
  })
})

describe('End all others without the service', () => {
  it('lets all others wait, after a dialog that says so, and then those that do not wait yet', async () => {
    const fake = await mountUnreachable()
    expect(describedBy(await get('button', 'End all others'))).toBe('')
    await press('End all others')
    await shows('They end when the service can be reached', "ana-laptop stays signed in: it's this device.")
    expect(text()).not.toContain('These devices will be signed out.')
    await press('End 3 sessions')
    const keys = keysOf(fake, 2, 3, 4)
    expect(fake.callsOf('session:revokeMany')).toEqual([{ plan: [{ accountId: 'a1', keys }] }])

    queue(fake, 2, 4)
    await find('the first that waits', () => query('checkbox', 'Select Safari on iPhone') === null || null)
    await press('End all others')
    await shows('It ends when the service can be reached')
    await press('End 1 session')
    const rest = keysOf(fake, 3)
    expect(fake.callsOf('session:revokeMany').at(-1)).toEqual({ plan: [{ accountId: 'a1', keys: rest }] })

    queue(fake, 2, 3, 4)
    await vi.waitFor(async () => expect(isDisabled(await get('button', 'End all others'))).toBe(true))
  })

  it('needs a list that says which session is this device', async () => {
    await mountUnreachable({ sessions: sessions().map((each) => ({ ...each, isCurrent: false })) })
    const others = await get('button', 'End all others')
    expect(isDisabled(others)).toBe(true)
    await vi.waitFor(() => expect(describedBy(others)).toContain("doesn't say which of these is this device"))
  })

  it('is there also after a list that proves nothing, because the ends wait for a whole one', async () => {
    const fake = await mountList({ failure: { kind: 'unexpectedAnswer', reason: 'listUnclear' } })
    expect(isDisabled(await get('button', 'End all others'))).toBe(true)
    fake.changeState({ online: false })
    await shows(UNREACHABLE)
    await press('End all others')
    await shows('They end when the service can be reached')
  })
})

describe('a session that ends when online', () => {
  it('says so in its row, and Undo there takes it back', async () => {
    const fake = await mountUnreachable()
    await press('End Firefox on Ubuntu')
    expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)])
    const end = document.activeElement
    queue(fake, 2)
    const undo = await get('button', 'Undo')
    expect(text(undo.closest('tr')!)).toMatch(/^Firefox on Ubuntu.*Ends when online/)
    // The same button, so that the focus stays.
    expect(end === document.body || end === undo).toBe(true)
    expect(query('button', 'End Firefox on Ubuntu')).toBeNull()
    expect(query('checkbox', 'Select Firefox on Ubuntu')).toBeNull()
    undo.focus()
    undo.click()
    await vi.waitFor(() => expect(fake.callsOf('session:undo')).toEqual([revokeOf(fake, 2)]))
    fake.changeEnds({})
    await get('button', 'End Firefox on Ubuntu')
    // The button ends again: a second press must not reach it.
    await focusOnRow('Firefox on Ubuntu')
    await shows('Firefox on Ubuntu stays signed in')
  })

  it('says so in its details', async () => {
    const fake = await mountUnreachable()
    queue(fake, 2)
    await press('Firefox on Ubuntu')
    await shows('Ends when the service can be reached.')
    const dialog = await get('complementary', 'Details')
    const undo = [...dialog.querySelectorAll('button')].find((each) => text(each) === 'Undo')
    undo?.click()
    await vi.waitFor(() => expect(fake.callsOf('session:undo')).toHaveLength(1))
    expect(text(dialog)).not.toContain('End this session')
  })
})
