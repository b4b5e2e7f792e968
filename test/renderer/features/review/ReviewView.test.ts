import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { ReviewItem } from '../../../../electron/shared/review.ts'
import { appState, keysOf, list, session, sessions, singleEnd, type FakeBridge } from '../../fake-bridge.ts'
import { keyOf } from '../../../support/builders.ts'
import { mountApp } from '../../mount-app.ts'
import {
  alertDialog,
  all,
  describedBy,
  find,
  findMessage,
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
  change,
  focuses,
  group,
  groups,
  itemOf,
  mine,
  notMine,
  open,
  radio,
  reviewItems,
  reviewUpdate,
} from './review-page.ts'

const DECISIONS = ['Mine', 'Not mine', 'Not sure']

describe('a review', () => {
  it('is shown at once, and asks about each session but this device', async () => {
    const fake = await open()
    await findMessage('status', '0 of 3 decided')
    expect(fake.callsOf('review:start')).toEqual([{ accountId: 'a1' }])
    expect(groups()).toEqual(['Firefox on Ubuntu', 'Chrome on Windows', 'Safari on iPhone'])
    expect(text()).toContain('Session Desk on ana-laptop is this device and stays signed in.')
    const own = await group('Firefox on Ubuntu')
    expect([...own.querySelectorAll('label')].map((label) => text(label))).toEqual(DECISIONS)
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
    await findMessage('status', '0 of 3 decided')
    await press('Sessions', 'link')
    await get('heading', 'Sessions')
    expect(fake.callsOf('review:discard')).toEqual([{ accountId: 'a1' }])
    expect(query('button', 'Continue')).toBeNull()
  })

  it('stays open when its page is left after a decision', async () => {
    const fake = await open(reviewItems({ 1: { decided: mine } }))
    await findMessage('status', '1 of 3 decided')
    await press('Sessions', 'link')
    await get('button', 'Continue')
    expect(fake.callsOf('review:discard')).toEqual([])
  })

  it('decides by keys on the session that has the focus, goes to the next undecided one, and moves by arrows', async () => {
    const fake = await open()
    await focuses('Firefox on Ubuntu')
    pressKey('x')
    await focuses('Chrome on Windows')
    pressKey('u', { ctrlKey: true })
    pressKey('M')
    await focuses('Safari on iPhone')
    pressKey('Home')
    await focuses('Firefox on Ubuntu')
    pressKey('End')
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

  it('shows a decision once main has it, and not before', async () => {
    const fake = await open()
    fake.handlers['review:decide'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
    const choice = await radio('Firefox on Ubuntu', 'Mine')
    choice.click()
    await find('an alert', () => all('alert')[0])
    expect(choice.checked).toBe(false)
    change(fake, itemOf(1, { decided: mine }))
    await findMessage('status', '1 of 3 decided')
    expect(choice.checked).toBe(true)
    expect(groups()[0]).toBe('Firefox on Ubuntu')
  })

  it('undoes by a button and by keys, before the end of a session', async () => {
    const fake = await open()
    change(fake, itemOf(1, { decided: mine }))
    await findMessage('status', '1 of 3 decided')
    await press('Undo')
    pressKey('z', { ctrlKey: true })
    await vi.waitFor(() => expect(fake.callsOf('review:undo')).toHaveLength(2))
    expect(fake.callsOf('ends:control')).toEqual([])
  })

  it('puts new sessions on top, and shows those that are gone no more, until they return', async () => {
    const fake = await open()
    await focuses('Firefox on Ubuntu')
    const arrived = itemOf(4, { id: 9, name: 'New phone', hasArrived: true })
    fake.emit('review:changed', reviewUpdate([itemOf(0), itemOf(2), itemOf(3), arrived]))
    const left = ['New phone', 'Chrome on Windows', 'Safari on iPhone']
    await vi.waitFor(() => expect(groups()).toEqual(left))
    expect(text(await group('New phone'))).toContain('Arrived during this review')
    await findMessage('status', '0 of 3 decided')
    // The session that had the focus is gone.
    await focuses('Chrome on Windows')
    fake.emit('review:changed', reviewUpdate([...reviewItems(), arrived]))
    await findMessage('status', '0 of 4 decided')
    expect(groups()).toEqual(['New phone', 'Firefox on Ubuntu', ...left.slice(1)])
    await focuses('Chrome on Windows')
  })

  it('finishes only when each session has its decision, with the plan that the dialog lists', async () => {
    const fake = await open()
    const finish = await get('button', 'Finish review')
    expect([isDisabled(finish), describedBy(finish)]).toEqual([true, '3 sessions have no decision yet.'])
    change(fake, ...[notMine, mine, mine].map((decided, at) => itemOf(at + 1, { decided })))
    await findMessage('status', '3 of 3 decided')
    await press('Finish review')
    const dialog = await find('a dialog', () => all('alertdialog')[0])
    expect(text(dialog)).toContain('Firefox on Ubuntu')
    expect(text(dialog)).not.toContain('Chrome on Windows')
    await press('Cancel')
    expect(fake.callsOf('review:finish')).toEqual([])
    await press('Finish review')
    await press('End 1 session')
    const { key } = fake.list.sessions![1]!
    expect(fake.callsOf('review:finish')).toEqual([{ accountId: 'a1', keys: [key] }])
    expect(fake.callsOf('session:revokeMany')).toEqual([])
  })

  it('ends what is being ended already too, as main does', async () => {
    const fake = await open(
      reviewItems({ 1: { decided: notMine }, 2: { decided: mine }, 3: { decided: notMine } }),
    )
    fake.changeEnds(singleEnd({ kind: 'going', wait: null }, { state: 'sent' }))
    await press('Finish review')
    await press('End 2 sessions')
    const keys = keysOf(fake, 2, 4)
    expect(fake.callsOf('review:finish')).toEqual([{ accountId: 'a1', keys }])
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
    expect(all('alertdialog')).toEqual([])
  })

  it('asks for no confirmation if no session is to be ended', async () => {
    const fake = await open(reviewItems({ 1: { decided: mine }, 2: { decided: mine }, 3: { decided: mine } }))
    await findMessage('status', '3 of 3 decided')
    await press('Finish review')
    expect(fake.callsOf('review:finish')).toEqual([{ accountId: 'a1', keys: [] }])
    expect(all('alertdialog')).toEqual([])
  })

  it('decides on a selection', async () => {
    const many = [
      session(1, 'Session Desk on ana-laptop', { isCurrent: true }),
      ...Array.from({ length: 10 }, (_, index) => session(index + 2, `Device ${index + 1}`)),
    ]
    const items = many.map(({ id, name, createdAt }, at) =>
      itemOf(at, { id, name, createdAt, decided: at === 1 ? mine : null }),
    )
    const fake = await open(items, (made) => (made.list = list({ sessions: many })))
    await press('Select Device 1', 'checkbox')
    await press('Select Device 8', 'checkbox')
    const selection = await get('group', 'Decide on 2 selected')
    selection.querySelectorAll('button')[1]!.click()
    await vi.waitFor(() =>
      expect(fake.callsOf('review:decide')[0]).toMatchObject({ keys: [1_002, 1_009], decision: 'notMine' }),
    )
    // The button that had the focus is gone.
    await vi.waitFor(() => expect(document.activeElement).toBeInstanceOf(HTMLInputElement))
    expect(document.body.textContent).not.toContain('2 selected')
  })

  it('shows the facts that help to decide', async () => {
    const day = 86_400_000
    const [own, other] = sessions()
    const named = { note: 'The old laptop', alias: 'Laptop', serviceName: 'Firefox/140', platform: 'Ubuntu' }
    const listed = [own!, { ...other!, ...named, firstSeenAt: Date.now() - 10 * day }]
    const entry = { actor: 'elsewhere', sessionId: 2, key: keyOf({ id: 2 }), name: '' } as const
    const entries = [
      { at: AT, type: 'usedAgain', ...entry } as const,
      { at: 0, type: 'newSignIn', ...entry } as const,
    ]
    const item = itemOf(1, { serviceName: 'Firefox/140', earlier: mine })
    await open([itemOf(0), item], (made) => {
      made.list = list({ sessions: listed })
      const activity = { accountId: 'a1', since: 0, now: Date.now(), sessions: [], entries }
      made.handlers['activity:get'] = () => ok(activity)
    })
    const facts = await group('Firefox on Ubuntu')
    await vi.waitFor(() => expect(text(facts)).toContain('HistoryUsed again after a long time, Nov 21'))
    const shown = ['First seen', 'PlatformUbuntu', 'NoteThe old laptop', 'Name at the serviceFirefox/140']
    for (const fact of [...shown, 'BeforeMine, Nov 21']) expect(text(facts)).toContain(fact)
  })
})

describe('a review of an earlier run', () => {
  const half = (): ReviewItem[] => reviewItems({ 1: { decided: mine } })

  it('is continued from the list, with the open sessions first', async () => {
    await mountApp(appState(), (fake) => (fake.review = reviewUpdate(half())))
    await findMessage('status', 'Review of Nov 21, 1 of 3')
    await press('Continue')
    await findMessage('status', '1 of 3 decided')
    expect(groups()).toEqual(['Chrome on Windows', 'Safari on iPhone', 'Firefox on Ubuntu'])
  })

  it('goes on when its page is opened', async () => {
    const fake = await mountApp(appState(), (made) => (made.review = reviewUpdate(half())))
    await press('Review…')
    await findMessage('status', '1 of 3 decided')
    expect(groups()).toEqual(['Chrome on Windows', 'Safari on iPhone', 'Firefox on Ubuntu'])
    expect(fake.callsOf('review:start')).toEqual([])
  })

  it('can be discarded in the list, after a question', async () => {
    const fake = await mountApp(appState(), (made) => (made.review = reviewUpdate(half())))
    await press('Discard')
    const dialog = await find('a dialog', alertDialog)
    expect(text(dialog)).toContain('“Not mine” is forgotten, “Mine” and “Not sure” stay.')
    await press('Cancel')
    expect(fake.callsOf('review:discard')).toEqual([])
    await press('Discard')
    const again = await find('a dialog', alertDialog)
    const buttons = [...again.querySelectorAll('button')]
    buttons.find((button) => text(button) === 'Discard')!.click()
    await vi.waitFor(() => expect(fake.callsOf('review:discard')).toEqual([{ accountId: 'a1' }]))
    expect(fake.callsOf('review:start')).toEqual([])
  })

  it('is discarded without a question if it has no decision', async () => {
    const fake = await mountApp(appState(), (made) => (made.review = reviewUpdate(reviewItems())))
    await press('Discard')
    expect(alertDialog()).toBeNull()
    expect(fake.callsOf('review:discard')).toEqual([{ accountId: 'a1' }])
  })
})

describe('a finished review', () => {
  const done = reviewItems({
    1: { decided: notMine, outcome: 'stillListed' },
    2: { decided: mine },
    3: { decided: { decision: 'notSure', at: AT } },
  })
  const counts = { mine: 1, notMine: 3, notSure: 1 }
  const finished = () => ({
    ...reviewUpdate(done, { finishedAt: AT, openEnds: 1, ended: 2, counts }),
    schedule: { days: 90 as const, finishedAt: AT, dueAt: AT + 90 * 86_400_000, isDue: false },
  })
  /** Opens the list after the review. */
  const mountFinished = (): Promise<FakeBridge> => mountApp(appState(), (made) => (made.review = finished()))

  it('distinguishes an end without an outcome from an unconfirmed one', async () => {
    const fake = await mountFinished()
    await press('Review…')
    await findMessage('status', 'Finished with 1 open item')
    expect(text()).toContain('It may not have ended.')
    const items = [itemOf(1, { decided: notMine, outcome: 'waiting' })]
    fake.emit('review:changed', { ...finished(), items })
    await shows("It hasn't ended yet.")
    expect(text()).not.toContain('It may not have ended.')
  })

  it.each([
    ['waiting', 'Not confirmed yet'],
    ['ended', 'Ended'],
    ['gone', 'No longer signed in'],
    ['stillListed', 'Still in the list'],
    ['unclear', 'Not confirmed'],
  ] as const)('tells that a session is %s', async (outcome, told) => {
    const fake = await mountFinished()
    await press('Review…')
    const table = await get('table', 'Not mine')
    fake.emit('review:changed', {
      ...finished(),
      items: [itemOf(1, { decided: notMine, outcome })],
      isWhole: false,
    })
    await vi.waitFor(() => expect(text(table)).toMatch(new RegExp(`Firefox on Ubuntu${told}$`)))
  })

  it('shows open and confirmed ends, and starts the next review at a click', async () => {
    const fake = await mountFinished()
    await press('Review…')
    await findMessage('status', 'Review finished on Nov 21')
    await findMessage('status', 'Finished with 1 open item')
    expect(text()).toContain('1 mine, 3 not mine, 1 not sure · 2 sessions ended')
    expect(text()).toContain('Due on Feb 19, 2027.')
    expect(fake.callsOf('review:start')).toEqual([])
    await press('Start a new review')
    expect(fake.callsOf('review:start')).toEqual([{ accountId: 'a1' }])
  })

  it('begins the next one by itself once it is due, and the link to the sessions says so', async () => {
    const fake = await mountApp(appState({ dueReviews: ['a1'] }), (made) => {
      made.review = { ...finished(), schedule: { days: 30, finishedAt: AT, dueAt: AT, isDue: true } }
    })
    const link = all('link').find((element) => text(element).startsWith('Sessions'))
    expect(describedBy(link!)).toBe('Review due')
    await press('Review…')
    await vi.waitFor(() => expect(fake.callsOf('review:start')).toEqual([{ accountId: 'a1' }]))
  })

  it('saves its report, says so, and says why it could not', async () => {
    const fake = await mountFinished()
    fake.handlers['review:saveReport'] = () => ok({ saved: true })
    await press('Review…')
    await press('Save report…')
    await press('CSV, for spreadsheets', 'menuitem')
    await findMessage('status', 'The report was saved.')
    expect(fake.callsOf('review:saveReport')).toEqual([{ accountId: 'a1', format: 'csv', finishedAt: null }])
    fake.handlers['review:saveReport'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
    await press('Save report…')
    await press('PDF, for printing', 'menuitem')
    await find('an alert', () => all('alert')[0])
    expect(text()).not.toContain('The report was saved.')
  })

  it('shows the saved report in its folder, and no more in the next review', async () => {
    const fake = await mountFinished()
    fake.handlers['review:saveReport'] = () => ok({ saved: true })
    fake.handlers['review:start'] = () => (
      (fake.review = reviewUpdate(reviewItems(), { startedAt: AT })),
      ok(null)
    )
    await press('Review…')
    expect(query('button', 'Show in folder')).toBeNull()
    await press('Save report…')
    await press('PDF, for printing', 'menuitem')
    await press('Show in folder')
    expect(fake.callsOf('review:showReport')).toEqual([{ accountId: 'a1' }])
    await press('Start a new review')
    await findMessage('status', '0 of 3 decided')
    expect(text()).not.toContain('The report was saved.')
    expect(query('button', 'Show in folder')).toBeNull()
  })

  it('lists the reviews before it, each with its report', async () => {
    const [may, february] = [Date.UTC(2026, 4, 20), Date.UTC(2026, 1, 19)]
    const fake = await mountApp(appState(), (made) => {
      made.review = { ...finished(), earlier: [may, february] }
      made.handlers['review:saveReport'] = () => ok({ saved: true })
    })
    await press('Review…')
    await get('heading', 'Earlier reviews')
    const saves = all('button').filter((button) => nameOf(button).startsWith('Save report…'))
    const names = ['Save report…', 'Save report… May 20, 12:00 AM', 'Save report… Feb 19, 12:00 AM']
    expect(saves.map(nameOf)).toEqual(names)
    await press('Save report… Feb 19, 12:00 AM')
    await press('CSV, for spreadsheets', 'menuitem')
    await findMessage('status', 'The report was saved.')
    expect(fake.callsOf('review:saveReport')).toEqual([
      { accountId: 'a1', format: 'csv', finishedAt: february },
    ])
    fake.emit('review:changed', { ...finished(), earlier: [] })
    await vi.waitFor(() => expect(query('heading', 'Earlier reviews')).toBeNull())
  })

  it('leads with what was not mine, whose ends that are not proven come first, and is left by Done', async () => {
    const proven = itemOf(4, { id: 9, name: 'Old tablet', decided: notMine, outcome: 'ended' })
    const items = [proven, ...done]
    await mountApp(appState(), (made) => (made.review = { ...finished(), items }))
    await press('Review…')
    const lead = await get('table', 'Not mine')
    const namesIn = (table: Element) => [...table.querySelectorAll('th[scope=row]')].map((cell) => text(cell))
    expect(namesIn(lead)).toEqual(['Firefox on Ubuntu', 'Old tablet'])
    expect(text(lead)).toContain('Firefox on UbuntuStill in the list')
    const others = await get('table', 'Sessions in this review')
    const last = 'Session Desk on ana-laptop'
    expect(namesIn(others)).toEqual(['Safari on iPhone', 'Chrome on Windows', last])
    const order = ['Save report…', 'Done', 'Not mine 2', 'Start a new review', 'All other sessions 3']
    const places = order.map((each) => text().indexOf(each))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    await press('Done')
    await get('heading', 'Sessions')
  })

  it('says so if nothing was not mine', async () => {
    const items = reviewItems({ 1: { decided: mine }, 2: { decided: mine }, 3: { decided: mine } })
    await mountApp(appState(), (made) => (made.review = reviewUpdate(items, { finishedAt: AT })))
    await press('Review…')
    await shows('No session was marked “Not mine”.')
    expect(query('table', 'Not mine')).toBeNull()
  })
})
