import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { ReviewItem } from '../../../../electron/shared/review.ts'
import { useListView } from '../../../../renderer/features/session-list/list-view.ts'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { appState, keysOf, sessions, singleEnd, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import {
  alertDialog,
  all,
  find,
  focusOn,
  get,
  isDisabled,
  nameOf,
  press,
  pressKey,
  query,
  shows,
  text,
} from '../../screen.ts'
import {
  AT,
  asked,
  change,
  focuses,
  group,
  itemOf,
  mine,
  notMine,
  open,
  openMany,
  progress,
  radio,
  reviewItems,
  reviewUpdate,
} from '../review/review-page.ts'

const NAMES = ['Firefox on Ubuntu', 'Chrome on Windows', 'Safari on iPhone']

describe('a review', () => {
  it('is the list of sessions, and asks about each but this device', async () => {
    const fake = await open()
    await progress(0, 3, '0 will end, 0 mine, 0 not sure')
    expect(fake.callsOf('review:start')).toEqual([{ accountId: 'a1' }])
    expect(asked()).toEqual(NAMES)
    expect(await get('table', 'Sessions')).toBeTruthy()
    const radios = [...(await group('Firefox on Ubuntu')).querySelectorAll('input')]
    expect(radios.map((each) => [nameOf(each), each.getAttribute('aria-keyshortcuts')])).toEqual([
      ['Mine', 'M'],
      ['Not mine', 'X'],
      ['Not sure', 'U'],
    ])
    expect(text(await group('Firefox on Ubuntu'))).toBe('MMineXNot mineUNot sure')
  })

  it('asks nothing about an account that is removed while its review is open', async () => {
    const fake = await open()
    fake.changeState({ accounts: [], activeAccountId: null })
    await get('heading', 'Sign in')
    expect(fake.callsOf('review:get')).not.toContainEqual({ accountId: '' })
  })

  it('is not started by opening its page: left without a decision, nothing is kept', async () => {
    const fake = await open(reviewItems(), (made) => {
      made.handlers['review:start'] = () => {
        made.review = reviewUpdate(reviewItems(), { isStarted: false })
        return ok(null)
      }
    })
    await progress(0, 3)
    await press('Leave')
    await get('heading', 'Sessions')
    expect(fake.callsOf('review:discard')).toEqual([{ accountId: 'a1' }])
  })

  it('stays open when it is left: the list says what is not ended yet, and its button goes on', async () => {
    const fake = await open(reviewItems({ 1: { decided: notMine }, 2: { decided: mine } }))
    await progress(2, 3)
    await press('Leave')
    await shows('1 not mine, not ended yet')
    expect(fake.callsOf('review:discard')).toEqual([])
    await press('Review…')
    await progress(2, 3)
    expect(fake.callsOf('review:start')).toHaveLength(1)
    // It goes on at the first undecided session, and no row has moved.
    await focuses('Safari on iPhone')
    expect(asked()).toEqual(NAMES)
  })

  it('decides by keys on the session that has the focus, and goes to the next undecided one', async () => {
    const fake = await open()
    await focuses('Firefox on Ubuntu')
    pressKey('x')
    await focuses('Chrome on Windows')
    pressKey('u', { ctrlKey: true })
    pressKey('M')
    await focuses('Safari on iPhone')
    pressKey('u')
    const { startedAt } = fake.review.review!
    expect(fake.callsOf('review:decide')).toEqual([
      { accountId: 'a1', startedAt, keys: [1_002], decision: 'notMine' },
      { accountId: 'a1', startedAt, keys: [1_003], decision: 'mine' },
      { accountId: 'a1', startedAt, keys: [1_004], decision: 'notSure' },
    ])
    // No answer has said that the first one is decided.
    await focuses('Firefox on Ubuntu')
  })

  it('of 40 sessions takes 40 keys', async () => {
    const fake = await openMany(40)
    for (let device = 1; device <= 40; device++) {
      await focuses(`Device ${device}`)
      pressKey(device % 15 === 0 ? 'u' : 'm')
    }
    await progress(40, 40, '0 will end, 38 mine, 2 not sure')
    expect(fake.callsOf('review:decide')).toHaveLength(40)
  })

  it('ends nothing by Delete, in a menu or in the details', async () => {
    const fake = await open()
    await focuses('Firefox on Ubuntu')
    pressKey('Delete')
    await press('Select Chrome on Windows', 'checkbox')
    pressKey('Delete')
    document.activeElement!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
    await get('menuitem', 'Open details')
    expect(query('menuitem', 'End')).toBeNull()
    await press('Open details', 'menuitem')
    await get('complementary', 'Details')
    expect(query('button', 'End this session')).toBeNull()
    expect(all('button').filter((button) => nameOf(button).startsWith('End '))).toEqual([])
    expect([fake.callsOf('session:revoke'), alertDialog()]).toEqual([[], null])
  })

  it('shows a decision once main has it, and not before', async () => {
    const fake = await open()
    fake.handlers['review:decide'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
    const choice = await radio('Firefox on Ubuntu', 'Mine')
    choice.click()
    await find('an alert', () => all('alert')[0])
    expect(choice.checked).toBe(false)
    change(fake, itemOf(1, { decided: mine }))
    await progress(1, 3)
    expect(choice.checked).toBe(true)
    expect(asked()).toEqual(NAMES)
  })

  it('undoes by a button and by keys, before the end of a session', async () => {
    const fake = await open()
    expect(isDisabled(await get('button', 'Undo'))).toBe(true)
    change(fake, itemOf(1, { decided: mine }))
    await progress(1, 3)
    await press('Undo')
    pressKey('z', { ctrlKey: true })
    await vi.waitFor(() => expect(fake.callsOf('review:undo')).toHaveLength(2))
    expect(fake.callsOf('ends:control')).toEqual([])
  })

  it('decides on a selection at once, by a button or a key', async () => {
    const fake = await openMany(10)
    await press('Select Device 1', 'checkbox')
    await press('Select Device 8', 'checkbox')
    await press('Not mine')
    await progress(2, 10)
    await press('Select Device 3', 'checkbox')
    await press('Select Device 4', 'checkbox')
    pressKey('m')
    await progress(4, 10)
    expect(fake.callsOf('review:decide')).toMatchObject([
      { keys: [1_002, 1_009], decision: 'notMine' },
      { keys: [1_004, 1_005], decision: 'mine' },
    ])
    expect(document.body.textContent).not.toContain('2 selected')
  })

  it('marks the rest of what is shown as mine, without alerts and arrivals', async () => {
    const fake = await openMany(
      12,
      (index) => (index === 3 ? { decided: notMine } : index === 4 ? { hasArrived: true } : {}),
      (made) => {
        const listed = made.list.sessions!.map((each) => ({ ...each, isNew: each.id === 6 }))
        made.list = { ...made.list, sessions: listed }
      },
    )
    await progress(1, 12)
    // Devices 1, 10, 11 and 12.
    const listView = useListView()
    listView.query = 'Device 1'
    await vi.waitFor(() => expect(asked()).toHaveLength(4))
    await press('Mark the rest mine')
    await progress(5, 12)
    listView.query = ''
    await vi.waitFor(() => expect(asked()).toHaveLength(12))
    await press('Mark the rest mine')
    await progress(10, 12, '1 will end, 9 mine, 0 not sure')
    expect(isDisabled(await get('button', 'Mark the rest mine'))).toBe(true)
    expect(fake.callsOf('review:decide')).toMatchObject([
      { keys: [1_002, 1_011, 1_012, 1_013], decision: 'mine' },
      { keys: [1_003, 1_007, 1_008, 1_009, 1_010], decision: 'mine' },
    ])
  })

  it('lets a session that arrives wait, and keeps the rows in their places', async () => {
    const fake = await open()
    await progress(0, 3)
    const listed = sessions()
    const arrived = { ...listed[1]!, key: 1_009, id: 9, name: 'New phone', lastUsedAt: Date.now() }
    fake.changeList({ sessions: [listed[0]!, arrived, ...listed.slice(1).toReversed()] })
    change(fake, itemOf(4, { id: 9, name: 'New phone', hasArrived: true }))
    await progress(0, 4)
    expect(asked()).toEqual(NAMES)
    await press('Show 1 new session')
    await vi.waitFor(() => expect(asked()).toContain('New phone'))
  })
})

describe('a review under a chip', () => {
  const isOff = async (chip: string): Promise<void> =>
    vi.waitFor(async () => expect((await get('button', chip)).getAttribute('aria-pressed')).toBe('false'))
  /** Main stores a decision on the session 2, which is on the session too. */
  function decides(fake: FakeBridge, decided: typeof mine | null): void {
    change(fake, itemOf(1, { decided }))
    fake.changeList({
      sessions: fake.list.sessions!.map((one) => (one.id === 2 ? { ...one, mark: decided } : one)),
    })
  }

  it('keeps the rows that it has shown, until another search or chip', async () => {
    const fake = await open(reviewItems(), (made) => {
      const never = sessions().map((each) => (each.id === 4 ? each : { ...each, lastUsedAt: null }))
      made.list = { ...made.list, sessions: never }
    })
    await press('2 never used')
    const [firefox, chrome] = NAMES
    await vi.waitFor(() => expect(asked().toSorted()).toEqual([chrome, firefox]))
    const before = asked()
    decides(fake, mine)
    await get('button', '1 never used')
    expect(asked()).toEqual(before)
    decides(fake, null)
    await get('button', '2 never used')
    expect([asked(), text().includes('new session')]).toEqual([before, false])
    decides(fake, mine)
    await get('button', '1 never used')
    useListView().query = 'o'
    await vi.waitFor(() => expect(asked()).toEqual([chrome]))
    pressKey('Escape')
    pressKey('Escape')
    await isOff('1 never used')
  })

  it('offers to call new sign-ins theirs but for those that are decided, and to end none', async () => {
    const fake = await open(reviewItems({ 1: { decided: notMine } }), (made) => {
      made.list = { ...made.list, sessions: sessions().map((each) => ({ ...each, isNew: each.id < 4 })) }
    })
    await press('2 new')
    expect(text()).not.toContain('Not you?')
    await press('All of these were me')
    expect(fake.callsOf('alert:acknowledge')).toEqual([{ accountId: 'a1', key: keysOf(fake, 3)[0] }])
  })
})

describe('a review of a list that is not good', () => {
  it.each<[string, Partial<SessionList>]>([
    ['only the last known one', { isLive: false }],
    ['unclear', { isUnclear: true, failure: { kind: 'unexpectedAnswer', reason: 'listEmpty' } }],
  ])('begins once there is a good one: %s', async (_what, over) => {
    const fake = await open(reviewItems(), (made) => Object.assign(made.list, over))
    await shows('The review starts once the list of sessions is loaded.')
    expect(fake.callsOf('review:start')).toEqual([])
    fake.changeList({ isLive: true, isUnclear: false, failure: null })
    await progress(0, 3)
    expect(fake.callsOf('review:start')).toHaveLength(1)
  })
})

it('a review of a list that is doubtful says why, and a finished one of a new sign-in', async () => {
  const fake = await open(reviewItems())
  fake.changeList({ failure: { kind: 'unexpectedAnswer', reason: 'listEmpty' } })
  await shows('sent an empty list')
  fake.emit('review:changed', reviewUpdate(reviewItems({ 1: { decided: mine } }), { finishedAt: Date.now() }))
  const newest = [{ accountId: 'a1', key: 9, name: 'Stranger', at: 1 }]
  fake.changeState({ alerts: [{ accountId: 'a1', count: 1, newest }] })
  await shows('New sign-in: Stranger')
})

describe('finishing a review', () => {
  it('asks with the plan, says what is undecided, and ends what the question lists', async () => {
    const fake = await open(reviewItems({ 1: { decided: notMine }, 2: { decided: mine } }))
    await press('Finish review')
    const dialog = await find('a dialog', alertDialog)
    expect(text(dialog)).toContain('Firefox on Ubuntu')
    expect(text(dialog)).toContain('1 session has no decision and stays signed in.')
    expect(text(dialog)).not.toContain('Chrome on Windows')
    await press('Cancel')
    expect(fake.callsOf('review:finish')).toEqual([])
    await press('Finish review')
    await press('End 1 session')
    expect(fake.callsOf('review:finish')).toEqual([{ accountId: 'a1', keys: [1_002] }])
    expect(fake.callsOf('session:revokeMany')).toEqual([])
  })

  it('ends what is being ended already too, as main does', async () => {
    const fake = await open(
      reviewItems({ 1: { decided: notMine }, 2: { decided: mine }, 3: { decided: notMine } }),
    )
    fake.changeEnds(singleEnd({ kind: 'going', wait: null }, { state: 'sent' }))
    await press('Finish review')
    await press('End 2 sessions')
    expect(fake.callsOf('review:finish')).toEqual([{ accountId: 'a1', keys: keysOf(fake, 2, 4) }])
  })

  it('leaves it to main to say why, if none of its sessions can be ended', async () => {
    const fake = await open(
      reviewItems({ 1: { decided: notMine }, 2: { decided: mine }, 3: { decided: mine } }),
    )
    fake.changeList({ sessions: sessions().map((each) => ({ ...each, isCurrent: false })) })
    fake.handlers['review:finish'] = () => failed({ kind: 'conflict' })
    await press('Finish review')
    await vi.waitFor(() => expect(fake.callsOf('review:finish')).toEqual([{ accountId: 'a1', keys: [] }]))
    await shows('Something changed in the meantime.')
    expect(alertDialog()).toBeNull()
  })

  it.each<[string, Partial<Record<number, Partial<ReviewItem>>>, isAsked: boolean]>([
    [
      'asks nothing if it ends none and all are decided',
      { 2: { decided: mine }, 3: { decided: mine } },
      false,
    ],
    ['asks if it ends none and leaves some undecided', {}, true],
  ])('%s', async (_what, rest, isAsked) => {
    const fake = await open(reviewItems({ 1: { decided: mine }, ...rest }))
    await progress(isAsked ? 1 : 3, 3)
    await press('Finish review')
    if (isAsked) {
      expect(text(await find('a dialog', alertDialog))).toContain('2 sessions have no decision')
      expect(fake.callsOf('review:finish')).toEqual([])
      const buttons = [...alertDialog()!.querySelectorAll('button')]
      buttons.find((button) => text(button) === 'Finish review')!.click()
    }
    await vi.waitFor(() => expect(fake.callsOf('review:finish')).toEqual([{ accountId: 'a1', keys: [] }]))
  })

  it('moves the focus to the heading', async () => {
    const fake = await open(reviewItems({ 1: { decided: mine }, 2: { decided: mine }, 3: { decided: mine } }))
    fake.handlers['review:finish'] = () => {
      fake.review = reviewUpdate(fake.review.items, { finishedAt: AT })
      fake.emit('review:changed', fake.review)
      return ok(null)
    }
    const finish = await get('button', 'Finish review')
    finish.focus()
    await press('Finish review')
    await focusOn('heading', 'Review')
  })
})

it('says an earlier decision until there is a new one, and begins by itself once it is due', async () => {
  const earlier = { decision: 'mine', at: AT } as const
  const items = reviewItems({ 1: { earlier } })
  const fake = await mountApp(appState({ dueReviews: ['a1'] }), (made) => {
    const last = reviewUpdate(items, { finishedAt: AT })
    made.review = { ...last, schedule: { days: 30, finishedAt: AT, dueAt: AT, isDue: true } }
    made.handlers['review:start'] = () => ((made.review = reviewUpdate(items)), ok(null))
  })
  await press('Review…')
  await progress(0, 3)
  const row = (await group('Firefox on Ubuntu')).closest('tr')!
  await vi.waitFor(() => expect(text(row)).toContain('Mine, Nov 21'))
  change(fake, itemOf(1, { earlier, decided: notMine }))
  await vi.waitFor(() => expect(text(row)).not.toContain('Mine, Nov 21'))
})
