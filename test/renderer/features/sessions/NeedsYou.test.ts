import { describe, expect, it, vi } from 'vitest'
import type { AppState } from '../../../../electron/shared/app-state.ts'
import { datesIn } from '../../../../electron/shared/dates.ts'
import { ok } from '../../../../electron/shared/result.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import type { ReviewUpdate } from '../../../../electron/shared/review.ts'
import {
  account,
  appState,
  list,
  manyEnds,
  session,
  undoablePhase,
  type FakeBridge,
} from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import {
  all,
  find,
  findMessage,
  get,
  hides,
  nameOf,
  press,
  pressKey,
  query,
  shows,
  text,
} from '../../screen.ts'
import { keyOf } from '../../../support/builders.ts'
import { useListView } from '../../../../renderer/features/session-list/list-view.ts'
import { itemOf, mine, notMine, reviewUpdate } from '../review/review-page.ts'

const DAY = 86_400_000
const HERE = session(1, 'Here', { isCurrent: true })
const PHONE = session(2, 'Phone', { lastUsedAt: Date.now() - 100 * DAY, createdAt: Date.now() - 300 * DAY })
const TABLET = session(3, 'Tablet', { lastUsedAt: Date.now() - 95 * DAY, createdAt: Date.now() - 300 * DAY })
const NEW = session(4, 'Stranger', { isNew: true, createdAt: Date.now() - 60_000 })
const NEWER = session(5, 'Second', { isNew: true, createdAt: Date.now() - 30_000 })

const names = (): string[] => all('row').map((row) => text(row.querySelector('bdi') ?? row))
const becomes = (...shown: string[]): Promise<void> => vi.waitFor(() => expect(names()).toEqual(shown))
const chips = (): string[] =>
  all('button')
    .filter((button) => button.hasAttribute('aria-pressed'))
    .map(nameOf)

async function search(words: string): Promise<void> {
  const field = await find('the search', () => document.querySelector<HTMLInputElement>('[type=search]'))
  field.value = words
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Chooses an item of a menu that a button opens. */
async function choose(menu: HTMLElement, item: string): Promise<void> {
  menu.focus()
  pressKey('Enter')
  await press(item, 'menuitemradio')
  await vi.waitFor(() => expect(all('menu')).toEqual([]))
}

/** Opens the list; a review was finished if it has a schedule. */
async function open(
  sessions: DeviceSession[],
  schedule: Partial<ReviewUpdate['schedule']> = {},
  state: AppState = appState(),
): Promise<FakeBridge> {
  const fake = await mountApp(state, (made) => {
    made.list = list({ sessions })
    made.review = { ...made.review, schedule: { ...made.review.schedule, ...schedule } }
  })
  await get('table', 'Sessions')
  return fake
}

describe('the chips of what needs a person', () => {
  it('filter and sort while they are on, one at a time, and end exactly what they show', async () => {
    const fake = await open([HERE, TABLET, PHONE, NEW])
    await press('2 unused for 90 days')
    expect(chips()).toEqual(['1 new', '1 from the last 24 h', '2 unused for 90 days'])
    await becomes('Phone', 'Tablet')
    await findMessage('status', '2 of 4 sessions')
    await press('End these 2…')
    await press('End 2 sessions')
    const keys = [2, 3].map((id) => keyOf({ id }))
    const plan = [{ accountId: 'a1', keys: expect.arrayContaining(keys) }]
    expect(fake.callsOf('session:revokeMany')).toEqual([{ plan }])
    await press('1 from the last 24 h')
    await becomes('Stranger')
    expect((await get('button', '2 unused for 90 days')).getAttribute('aria-pressed')).toBe('false')
    await press('1 from the last 24 h')
    await becomes('Here', 'Stranger', 'Tablet', 'Phone')
    await get('button', 'End all others')
  })

  it('end what the search shows alone, and nothing while rows are selected', async () => {
    await open([HERE, TABLET, PHONE])
    await press('2 unused for 90 days')
    await search('tab')
    const end = await get('button', 'End this one…')
    await press('Select Tablet', 'checkbox')
    await vi.waitFor(() => expect(end.getAttribute('aria-disabled')).toBe('true'))
  })

  it('sort what never was used by its sign-in, from which it is unused too, and what is unused by how long', async () => {
    const never = (id: number, days: number) =>
      session(id, `Never ${days}`, { lastUsedAt: null, createdAt: Date.now() - days * DAY })
    await open([HERE, TABLET, never(6, 95), PHONE, never(7, 400), never(8, 10)])
    await press('3 never used')
    await becomes('Never 400', 'Never 95', 'Never 10')
    await press('4 unused for 90 days')
    await becomes('Never 400', 'Phone', 'Tablet', 'Never 95')
    await press('Last used')
    await becomes('Never 95', 'Tablet', 'Phone', 'Never 400')
    await press('Name')
    await becomes('Never 95', 'Never 400', 'Phone', 'Tablet')
  })

  it('do not say that none is left where the search hides some', async () => {
    await open([HERE, PHONE, { ...TABLET, isKept: true }])
    await press('1 unused for 90 days')
    await search('tablet')
    await findMessage('status', '1 of 3 sessions')
    expect(text()).not.toContain('None left.')
  })

  it('do not count what is being ended, and stay on at none, where nothing can be ended', async () => {
    const fake = await open([HERE, TABLET, PHONE])
    await press('2 unused for 90 days')
    fake.changeEnds(manyEnds({ kind: 'going', wait: null }, { 2: 'waiting', 3: 'waiting' }))
    await becomes('Phone', 'Tablet')
    await shows('None left.')
    expect(all('button').filter((button) => nameOf(button).startsWith('End '))).toEqual([])
    expect(text()).not.toContain('2 of 3 sessions')
    document.querySelector('h1')!.focus()
    fake.changeList({ sessions: [HERE, session(6, 'Used')] })
    await becomes()
    expect(text().match(/None left\./g)).toHaveLength(1)
    expect(chips()).toEqual(['0 unused for 90 days'])
  })

  it('look at other days by their menu, change no rule, and stay while the days are not those of before', async () => {
    const fake = await open([HERE, TABLET, PHONE])
    await get('button', '2 unused for 90 days')
    await choose(await get('button', 'Days without use'), '0 unused for 180 days')
    document.querySelector('h1')!.focus()
    await new Promise((done) => setTimeout(done))
    expect(chips()).toEqual(['0 unused for 180 days'])
    await choose(await get('button', 'Days without use'), '2 unused for 30 days')
    await get('button', '2 unused for 30 days')
    expect([fake.callsOf('rule:set'), useListView().chip]).toEqual([[], null])
  })

  describe('that do not fit', () => {
    /** Puts the chip of what is unused on a second line. */
    function cutOff(): void {
      const offsetTop = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get')
      offsetTop.mockImplementation(function (this: HTMLElement) {
        return Number(text(this).includes(' unused for '))
      })
    }
    const more = (): Promise<HTMLElement> =>
      find('More', () => all('button').find((button) => nameOf(button).startsWith('More')))

    it('are behind More, with each number of days', async () => {
      cutOff()
      await open([HERE, TABLET, PHONE, NEW])
      const menu = await more()
      await choose(menu, '2 unused for 60 days')
      await becomes('Phone', 'Tablet')
      expect([nameOf(menu), useListView().unusedDays]).toEqual(['More: 2 unused for 60 days', 60])
      await choose(menu, '0 unused for 365 days')
      await shows('None left.')
      await choose(menu, 'All sessions')
      await becomes('Here', 'Stranger', 'Tablet', 'Phone')
      expect(nameOf(menu)).toBe('More: All sessions')
    })

    it('give the focus of a link to the rule to More', async () => {
      cutOff()
      await open([HERE, TABLET, NEW])
      await press('Profile', 'link')
      await press('Change')
      await vi.waitFor(async () => expect(document.activeElement).toBe(await more()))
    })
  })

  it('come and go only while the focus is not among them', async () => {
    const fake = await open([HERE, TABLET, NEW])
    const chip = await get('button', '1 unused for 90 days')
    chip.focus()
    fake.changeList({ sessions: [HERE, NEW] })
    await get('button', '0 unused for 90 days')
    document.querySelector('h1')!.focus()
    await vi.waitFor(() => expect(chips()).toEqual(['1 new', '1 from the last 24 h']))
  })
})

describe('new sign-ins', () => {
  const alerts = [NEW, NEWER].map(({ key, name }, at) => ({ accountId: 'a1', key, name, at }))
  const state = appState({ alerts: [{ accountId: 'a1', count: 2, newest: alerts }] })

  it('are a chip and no notice here, where all that are shown are called theirs', async () => {
    const fake = await open([HERE, NEW, NEWER], {}, state)
    expect(query('button', 'Show')).toBeNull()
    await press('2 new')
    await becomes('Second', 'Stranger')
    await shows('Not you? End it and change the password.')
    await press('All of these were me')
    await vi.waitFor(() =>
      expect(fake.callsOf('alert:acknowledge')).toEqual(
        [5, 4].map((id) => ({ accountId: 'a1', key: keyOf({ id }) })),
      ),
    )
    expect(fake.callsOf('alert:acknowledgeAll')).toEqual([])
  })

  it('are not called theirs while they are being ended', async () => {
    const fake = await open([HERE, NEW, NEWER], {}, state)
    await press('2 new')
    fake.changeEnds(manyEnds(undoablePhase(), { 4: 'waiting' }))
    await get('button', 'End this one…')
    await press('All of these were me')
    expect(fake.callsOf('alert:acknowledge')).toEqual([{ accountId: 'a1', key: keyOf({ id: 5 }) }])
    fake.changeEnds(manyEnds(undoablePhase(), { 4: 'waiting', 5: 'waiting' }))
    await shows('None left.')
    expect(query('button', 'All of these were me')).toBeNull()
  })

  it('are said in the language of the window, when that changes too', async () => {
    const fake = await open([HERE, NEW])
    await get('button', '1 new')
    fake.changeState({ alerts: [{ accountId: 'a1', count: 1, newest: [{ ...alerts[1]!, at: Date.now() }] }] })
    await shows('New sign-in: Second')
    fake.changeState({ locale: 'es' })
    await hides('New sign-in: Second')
  })

  it('can be named once they were called theirs', async () => {
    const fake = await open([HERE, NEW, NEWER], {}, state)
    await press('2 new')
    await press('It was me: Stranger')
    const mark = { decision: 'mine', at: Date.now() } as const
    fake.changeList({ sessions: [HERE, { ...NEW, isNew: false, mark }, NEWER] })
    await press('Name Stranger…')
    await get('complementary', 'Details')
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
  })
})

describe('where nothing needs them', () => {
  it('it is said beside the chip of a rule, which stays while the rule is on', async () => {
    const fake = await mountApp(appState(), (made) => {
      made.list = list({ sessions: [HERE, USED] })
      made.handlers['rule:get'] = () =>
        ok({ afterDays: 90, lastEndedAt: null, nextRunAt: null, blockedBy: null })
    })
    await get('button', '0 unused for 90 days')
    await shows('Nothing needs you now. 2 devices, none reviewed.')
    fake.changeList({ sessions: [HERE, USED, TABLET] })
    await get('button', '1 unused for 90 days')
    await vi.waitFor(() => expect(text()).not.toContain('Nothing needs you now.'))
  })

  const USED = session(2, 'Phone')
  const MINE = { ...USED, mark: { decision: 'mine', at: Date.now() } as const }

  it.each<[string, DeviceSession, number | null, string]>([
    ['before a review', USED, null, 'Nothing needs you now. 2 devices, none reviewed.'],
    ['after one', MINE, Date.now(), 'All 2 are yours, checked today.'],
    [
      'after one, with what is kept',
      { ...USED, isKept: true },
      Date.now(),
      'All 2 are yours, checked today.',
    ],
  ])('it is said %s, of a current list alone', async (_when, other, finishedAt, words) => {
    const fake = await open([HERE, other], { finishedAt })
    await shows(words)
    fake.changeState({ online: false })
    await vi.waitFor(() => expect(text()).not.toContain(words))
    fake.changeState({ online: true })
    await shows(words)
    fake.changeList({ failure: { kind: 'unexpectedAnswer', reason: 'listEmpty' } })
    await vi.waitFor(() => expect(text()).not.toContain(words))
  })

  const ALL_CLEAR = 'All 2 are yours, checked today.'
  /** Main has another review of the list, after a finished one. */
  function review(fake: FakeBridge, over: Parameters<typeof itemOf>[1], finishedAt: number | null): void {
    const schedule = { ...fake.review.schedule, finishedAt: Date.now() }
    const update = reviewUpdate([itemOf(0), itemOf(1, over)], { finishedAt })
    fake.emit('review:changed', { ...update, schedule })
  }
  it.each<[string, change: (fake: FakeBridge) => unknown]>([
    ['an open review calls a session not theirs', (fake) => review(fake, { decided: notMine }, null)],
    ['a finished one did, and it is listed still', (fake) => review(fake, { decided: notMine }, Date.now())],
    ['a renewal has left a session', (fake) => fake.changeList({ orphanKey: MINE.key })],
    ['the list is unclear', (fake) => fake.changeList({ isUnclear: true })],
    ['the list is old', (fake) => fake.changeList({ checkedAt: Date.now() - 61_000 })],
  ])('nothing is said while %s', async (_what, change) => {
    const fake = await open([HERE, MINE], { finishedAt: Date.now() })
    await shows(ALL_CLEAR)
    change(fake)
    await hides(ALL_CLEAR)
    expect(text()).not.toContain('Nothing needs you')
  })

  it.each<Partial<DeviceSession>>([
    { isKept: true, mark: { decision: 'notSure', at: Date.now() - DAY } },
    { isKept: true, isNew: true },
  ])('not all are said to be theirs with a session %o', async (over) => {
    await open([HERE, { ...USED, ...over }], { finishedAt: Date.now() })
    await shows('Nothing needs you now. 2 devices.')
  })

  it('the day of the review is that of the profile', async () => {
    // Where a day begins ten hours before, or twelve after, today has another day.
    const timezone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
    const today = datesIn('en', timezone, Date.now()).day(Date.now())
    const finishedAt = [1, 2, 3]
      .map((n) => Date.now() - n * 6 * 3_600_000)
      .find((at) => datesIn('en', timezone, at).day(at) !== today)
    await open(
      [HERE, MINE],
      { finishedAt: finishedAt ?? 0 },
      appState({ accounts: [account({ user: { ...account().user, timezone } })] }),
    )
    await shows('All 2 are yours, checked yesterday.')
  })

  it('not all are said to be theirs while a review is open, which says nothing itself', async () => {
    const fake = await open([HERE, MINE], { finishedAt: Date.now() })
    await shows(ALL_CLEAR)
    review(fake, { decided: mine }, null)
    await shows('Nothing needs you now. 2 devices.')
    fake.review = reviewUpdate([itemOf(0), itemOf(1)])
    await press('Review…')
    await get('group', 'Phone')
    await get('button', 'Finish review')
    expect(text()).not.toContain('Nothing needs you')
  })

  it.each(['waiting', 'refused', 'unclear'] as const)('it is not said while an end is %s', async (state) => {
    const fake = await open([HERE, MINE])
    const words = 'Nothing needs you now. 2 devices, none reviewed.'
    await shows(words)
    fake.changeEnds(manyEnds(state === 'waiting' ? undoablePhase() : { kind: 'done' }, { 2: state }))
    await hides(words)
    fake.changeEnds({ batches: [], ends: [] })
    await shows(words)
  })
})
