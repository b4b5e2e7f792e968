import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PollInterval } from '../../../../electron/shared/settings.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { Visibility } from '../../../../electron/domain/visibility.ts'
import { createAccounts, type Accounts } from '../../../../electron/core/accounts.ts'
import { MIN_GAP_MS } from '../../../../electron/features/sessions/domain/polling.ts'
import { gatewayOver, listsOver } from '../revocation/lists-harness.ts'
import { createSessionPoller } from '../../../../electron/features/sessions/session-poller.ts'
import { accountOf } from '../../fake-service.ts'
import { fakeStore, fakeClock, fakeLog } from '../../fakes.ts'

const MINUTE = 60_000
const BASE_URL = 'https://x.example/api/v1'

/** The accounts a0, a1 and so on. */
const idsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `a${index}`)

interface Options {
  baseUrl?: string
  visibility?: Visibility
  online?: boolean
  /** How long the service takes to answer, ms; for the active account or for all. */
  delay?: number
  slow?: 'active' | 'all'
}

/** So many accounts, the first one active, and a poller that is rescheduled when they change, as in the app. */
function setUp(
  count = 1,
  { baseUrl = BASE_URL, visibility = 'visible', online = true, delay = 0, slow = 'active' }: Options = {},
) {
  const clock = fakeClock()
  const begun = clock.steady()
  const starts: { id: string; at: number }[] = []
  const unreached: number[] = []
  const renewals = new Map<string, number>()
  const state = {
    visibility,
    online,
    failing: false,
    rateLimitedUntil: null as number | null,
    interval: '10s' as PollInterval,
    delay,
    pending: 0,
    most: 0,
  }
  const gateway = gatewayOver(
    async (id) => {
      starts.push({ id, at: clock.steady() - begun })
      state.most = Math.max(state.most, ++state.pending)
      if (state.delay > 0 && (slow === 'all' || id === 'a0'))
        await new Promise<void>((resolve) => clock.after(state.delay, resolve))
      state.pending--
      return state.failing ? failed({ kind: 'server', status: 500 }) : ok({ sessions: [], skew: 0 })
    },
    () =>
      state.rateLimitedUntil !== null && state.rateLimitedUntil > clock.now() ? state.rateLimitedUntil : null,
  )
  const list = idsOf(count).map((id, index) => accountOf(index, { id, baseUrl }))
  const file = fakeStore({ accounts: list, activeAccountId: 'a0' })
  const accounts = createAccounts(file, fakeLog(), () => poller.reschedule())
  let drawn = 0
  const poller = createSessionPoller({
    accounts,
    lists: listsOver(gateway, clock),
    gateway,
    clock,
    visibility: () => state.visibility,
    isOnline: () => state.online,
    pollInterval: () => state.interval,
    renewalIn(id) {
      const dueAt = renewals.get(id)
      return dueAt === undefined ? null : Math.max(0, dueAt - (clock.steady() - begun))
    },
    unreachable: () => void unreached.push(clock.steady() - begun),
    random: () => ((drawn++ * 37) % 97) / 97,
  })
  /** When the lists of an account were requested, ms since the start. */
  const startsOf = (id: string): number[] => starts.flatMap((each) => (each.id === id ? each.at : []))
  const checked = (): Set<string> => new Set(starts.map(({ id }) => id))
  return { clock, accounts, poller, starts, startsOf, checked, unreached, renewals, state }
}

/** As `setUp`, after the first checks began. */
async function start(...args: Parameters<typeof setUp>) {
  const world = setUp(...args)
  world.poller.reschedule()
  await world.clock.advance(0)
  return world
}

describe('polling the list of the window', () => {
  type State = ReturnType<typeof setUp>['state']
  it.each<[string, [Partial<State>, number][], number[]]>([
    ['every 10 s while it is visible', [[{}, 30_000]], [0, 10_000, 20_000, 30_000]],
    ['every minute while it is minimised', [[{ visibility: 'minimised' }, MINUTE]], [0, MINUTE]],
    [
      'at once when a shorter interval is chosen',
      [
        [{ interval: '1min' }, 31_000],
        [{ interval: '30s' }, 0],
      ],
      [0, 31_000],
    ],
    [
      'later when a longer one is chosen',
      [
        [{}, 9_000],
        [{ interval: '1min' }, 51_000],
      ],
      [0, MINUTE],
    ],
    ['less often while the service fails', [[{ failing: true }, MINUTE]], [0, 17_629, 45_773, 57_835]],
  ])('checks it %s', async (_when, steps, expected) => {
    const { poller, clock, state, startsOf } = setUp()
    for (const [change, ms] of steps) {
      Object.assign(state, change)
      poller.reschedule()
      await clock.advance(ms)
    }
    expect(startsOf('a0')).toEqual(expected)
  })

  it('checks it at once when the window is visible again, or the computer woke up, then other due ones', async () => {
    const { poller, clock, starts } = await start(2)
    await clock.advance(1_000)
    starts.length = 0
    poller.pollNow()
    await clock.advance(0)
    clock.jump(-5 * 3_600_000)
    clock.sleep(3_600_000)
    poller.pollNow()
    await clock.advance(1_000)
    expect(starts.map(({ id }) => id)).toEqual(['a0', 'a0', 'a1'])
  })

  it.each([
    ['still waits for an answer', 400, 100, [0]],
    ['has just been answered', 100, 300, [0]],
    ['was answered a second ago', 0, 1_000, [0, 1_000]],
  ])('checks it once at a focus when the check of the start %s', async (_what, delay, focusAt, expected) => {
    const { poller, clock, startsOf } = await start(1, { delay })
    await clock.advance(focusAt)
    poller.focused()
    await clock.advance(3_000)
    expect(startsOf('a0')).toEqual(expected)
  })

  it('checks it at a focus at the latest when it is due', async () => {
    const { poller, clock, startsOf } = await start()
    for (let tenth = 0; tenth < 105; tenth++) {
      await clock.advance(100)
      if (tenth % 5 === 0) poller.focused()
    }
    const starts = startsOf('a0')
    expect(starts.every((at, index) => index === 0 || at - (starts[index - 1] ?? 0) >= 1_000)).toBe(true)
    expect(starts.length).toBeGreaterThan(8)
  })

  it('checks it every 10 s wherever this computer’s clock is set, and however often it is rescheduled', async () => {
    const jumps = fc.array(fc.integer({ min: -48, max: 48 }), { minLength: 25, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(jumps, async (hours) => {
        const { poller, clock, checked, startsOf } = setUp(20)
        for (const hour of hours) {
          poller.reschedule()
          await clock.advance(1_400)
          clock.jump(hour * 3_600_000)
        }
        expect(startsOf('a0')).toEqual([0, 10_000, 20_000, 30_000])
        expect(checked().size).toBe(20)
      }),
    )
  })

  it('checks nothing while offline, and soon after the network is back', async () => {
    const { clock, startsOf, unreached, state } = await start()
    state.online = false
    await clock.advance(27_000)
    expect([startsOf('a0'), unreached]).toEqual([[0], [10_000, 15_000, 20_000, 25_000]])
    state.online = true
    await clock.advance(3_000)
    expect(startsOf('a0')).toEqual([0, 30_000])
  })

  it('needs no network for a service on this computer', async () => {
    const { startsOf } = await start(1, { baseUrl: 'http://127.0.0.1:1/api/v1', online: false })
    expect(startsOf('a0')).toEqual([0])
  })

  it('checks nothing during a pause of the service, wherever this computer’s clock is set', async () => {
    const { poller, clock, startsOf, state } = await start()
    clock.jump(5 * 3_600_000)
    state.rateLimitedUntil = clock.now() + 95_000
    poller.reschedule()
    await clock.advance(105_000)
    expect(startsOf('a0')).toEqual([0, 95_000, 105_000])
  })

  it('checks nothing for a signed-out or removed account, and leaves no timer', async () => {
    const { poller, clock, starts, accounts } = await start()
    accounts.setStatus('a0', 'signedOut')
    expect(clock.pending()).toBe(0)
    poller.checkNow('a0')
    await poller.checkAll()
    accounts.setStatus('a0', 'signedIn')
    poller.stop()
    expect([starts.length, clock.pending()]).toEqual([1, 0])
    accounts.remove('a0')
    poller.pollNow()
    poller.checkNow('a0')
    expect([starts.length, clock.pending()]).toEqual([1, 0])
  })

  it.each([
    ['signs out', 'signedOut', [0, 800]],
    ['is removed', null, [0]],
  ] as const)('forgets a check of an account that %s meanwhile', async (_what, status, expected) => {
    const { clock, accounts, startsOf } = await start(2, { delay: 700 })
    await clock.advance(100)
    if (status) accounts.setStatus('a0', status)
    else accounts.remove('a0')
    await clock.advance(700)
    if (status) accounts.setStatus('a0', 'signedIn')
    await clock.advance(5_000)
    expect(startsOf('a0')).toEqual(expected)
  })

  it('checks an account at once that signed in again', async () => {
    const { clock, accounts, startsOf } = await start(2)
    accounts.setStatus('a0', 'signedOut')
    await clock.advance(5_000)
    accounts.add(accountOf(0, { id: 'a0', baseUrl: BASE_URL }))
    await clock.advance(0)
    expect(startsOf('a0')).toEqual([0, 5_000])
  })

  it('is that of another account once it is active, at once if its list is minutes old', async () => {
    const { clock, accounts, startsOf } = await start(2)
    await clock.advance(240_000)
    const before = startsOf('a0')
    accounts.select('a1')
    await clock.advance(20_000)
    expect(startsOf('a1').slice(1)).toEqual([240_000, 250_000, 260_000])
    expect(startsOf('a0')).toEqual(before)
  })
})

describe('polling many accounts', () => {
  const hidden = { visibility: 'hidden' } as const

  it('checks one at once on request, instead of a planned check', async () => {
    const { poller, clock, starts } = setUp(3)
    poller.reschedule()
    for (const id of ['a0', 'a2']) poller.checkNow(id)
    await clock.advance(3_000)
    expect(starts.slice(0, 3).map(({ id }) => id)).toEqual(['a2', 'a0', 'a1'])
    starts.length = 0
    for (const id of ['a0', 'a1']) poller.checkNow(id)
    await clock.advance(0)
    expect(starts.map(({ id }) => id)).toEqual(['a1', 'a0'])
  })

  it('asks for the active one first, and for no other before its list is there', async () => {
    const { clock, starts, startsOf, checked } = await start(50, { ...hidden, delay: 700 })
    await clock.advance(699)
    expect(starts).toEqual([{ id: 'a0', at: 0 }])
    await clock.advance(MINUTE)
    expect(checked().size).toBe(50)
    expect(startsOf('a1')[0]).toBeGreaterThan(700)
  })

  it('checks all on request that stay signed in, four at once at most, and then each in its turn', async () => {
    const { poller, clock, accounts, state, startsOf } = setUp(52, { ...hidden, delay: 300, slow: 'all' })
    const done = poller.checkAll()
    accounts.setStatus('a51', 'signedOut')
    accounts.remove('a50')
    await clock.advance(20_000)
    await done
    const counts = (): number[] => idsOf(52).map((id) => startsOf(id).length)
    expect(counts()).toEqual([...Array<number>(50).fill(1), 0, 0])
    expect(state.most).toBe(4)
    await clock.advance(6 * MINUTE)
    expect(counts()).toEqual([...Array<number>(50).fill(2), 0, 0])
  })

  it('starts no more checks in a minute than a service usually allows, on request or not', async () => {
    const { poller, clock, starts, checked } = await start(200, { ...hidden, delay: 1, slow: 'all' })
    await clock.advance(20_000)
    void poller.checkAll()
    await clock.advance(20 * MINUTE)
    expect(checked().size).toBe(200)
    const inMinute = starts.map(({ at }) => starts.filter((each) => each.at > at - MINUTE && each.at <= at))
    expect(Math.max(...inMinute.map(({ length }) => length))).toBe(60)
  })

  it('waits only seconds for an active account that does not answer, however often it is asked', async () => {
    const { poller, clock, startsOf } = await start(2, { ...hidden, delay: 600_000 })
    for (let second = 0; second < 7; second++) {
      await clock.advance(1_000)
      poller.pollNow()
    }
    expect(startsOf('a1')).toEqual([5_000])
  })

  it.each<[string, (accounts: Accounts) => void]>([
    ['signs out', (accounts) => accounts.setStatus('a0', 'signedOut')],
    ['is left for one that was checked', (accounts) => accounts.select('a1')],
  ])('waits no longer for an active account that %s', async (_what, change) => {
    const { poller, clock, accounts, startsOf, state } = await start(3)
    await clock.advance(500)
    expect([startsOf('a1').length, startsOf('a2')]).toEqual([1, []])
    state.delay = 600_000
    poller.pollNow()
    await clock.advance(0)
    change(accounts)
    await clock.advance(500)
    expect(startsOf('a2')).toHaveLength(1)
  })

  it('asks for the active one first again, although another answer arrives before', async () => {
    const { poller, clock, starts, state } = await start(3, { delay: 1_000, slow: 'all' })
    await clock.advance(1_600)
    state.delay = 3_000
    poller.pollNow()
    await clock.advance(2_999)
    expect(starts.map(({ id }) => id)).toEqual(['a0', 'a1', 'a0'])
  })

  it('never starts two checks of other accounts at once, and leaves none out', async () => {
    const { clock, starts, startsOf } = await start(50, { ...hidden, delay: 400, slow: 'all' })
    await clock.advance(30 * MINUTE)
    const others = starts.filter(({ id }) => id !== 'a0').map(({ at }) => at)
    const gaps = others.slice(1).map((at, index) => at - others[index]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(MIN_GAP_MS)
    expect(idsOf(50).map((id) => startsOf(id).length)).toEqual(Array(50).fill(6))
  })

  it('renews a token when it is due, whoever else is being checked', async () => {
    const { poller, clock, startsOf, renewals } = setUp(50, hidden)
    for (const id of ['a48', 'a49']) renewals.set(id, 800)
    poller.reschedule()
    await clock.advance(2_000)
    expect([startsOf('a48')[0], startsOf('a49')[0]]).toEqual([800, 800])
  })

  it('has one timer for all', () => {
    const { poller, clock } = setUp(50, hidden)
    poller.reschedule()
    expect(clock.pending()).toBe(1)
    poller.stop()
    expect(clock.pending()).toBe(0)
  })
})
