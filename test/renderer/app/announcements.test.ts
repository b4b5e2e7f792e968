import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../electron/shared/failure.ts'
import type { PasswordReport } from '../../../electron/shared/password.ts'
import { failed, ok } from '../../../electron/shared/result.ts'
import { appState, manyEnds, session, singleEnd, undoablePhase, type FakeBridge } from '../fake-bridge.ts'
import { mountApp, mountList, mountPage } from '../mount-app.ts'
import { alertDialog, all, fill, find, get, nameOf, press, pressKey, shows, text } from '../screen.ts'
import {
  change,
  focuses,
  itemOf,
  mine,
  notMine,
  open,
  reviewItems,
  storeDecisions,
} from '../features/review/review-page.ts'
import { recordAnnouncements } from '../../support/checks/announcements.ts'
import { keyOf } from '../../support/builders.ts'

// What a person with a screen reader is told without asking, during whole tasks: each thing once.

let said: string[] = []

/** What was announced since the last call, once nothing more comes. */
async function announced(): Promise<string[]> {
  await vi.waitFor(() => expect(said).not.toEqual([]))
  // Mutations are delivered as microtasks, of which a render takes a few.
  for (let rounds = 0; rounds < 20; rounds++) await Promise.resolve()
  return said.splice(0)
}
function record(): void {
  said = recordAnnouncements()
}
const NOT_REACHED: Failure = { kind: 'offline', reason: 'noNetwork' }
const RUNNING = { kind: 'going', wait: null } as const
const DONE = { kind: 'done' } as const

/** The result of an end as main tells it: the row is gone, and the batch too. */
function settleOne(fake: FakeBridge): void {
  fake.changeEnds({})
  fake.emit('session:revoked', {
    accountId: 'a1',
    key: keyOf({ id: 2 }),
    name: 'Firefox on Ubuntu',
    ...{ state: 'ended', failure: null, dropped: null },
  })
}

describe('what is announced', () => {
  it('of one end: that it begins and that it is done', async () => {
    const fake = await mountList()
    record()
    await press('End Firefox on Ubuntu')
    fake.changeEnds(singleEnd())
    expect(await announced()).toEqual(['Ending Firefox on Ubuntu'])
    fake.changeEnds(singleEnd(RUNNING, { state: 'sent' }))
    settleOne(fake)
    expect(await announced()).toEqual(['Ended Firefox on Ubuntu'])
  })

  it('of one end that is undone: that the session stays', async () => {
    const fake = await mountList()
    fake.changeEnds(singleEnd())
    await get('button', 'Undo')
    record()
    fake.handlers['ends:control'] = () => (fake.changeEnds({}), ok(null))
    await press('Undo')
    expect(await announced()).toEqual(['Firefox on Ubuntu stays signed in'])
  })

  it('of an end that waits for its service: that it is queued', async () => {
    const fake = await mountList()
    record()
    await press('End Firefox on Ubuntu')
    fake.changeEnds(singleEnd({ kind: 'waiting' }))
    expect(await announced()).toEqual(['1 session ends when its service can be reached'])
    settleOne(fake)
    expect(await announced()).toEqual(['Ended Firefox on Ubuntu'])
  })

  it('of an end that fails: that it failed, and why', async () => {
    const fake = await mountList()
    record()
    fake.changeEnds(singleEnd(RUNNING, { state: 'sent' }))
    fake.changeEnds(singleEnd(DONE, { state: 'refused', failure: { kind: 'server', status: 500 } }))
    const [text, ...why] = await announced()
    expect(text).toBe("Firefox on Ubuntu couldn't be ended")
    expect(why).toHaveLength(1)
  })

  it('of many ends: that they begin, each quarter, and what came of them, also after a dialog', async () => {
    const fake = await mountList()
    record()
    await press('End all others')
    await find('the question', alertDialog)
    await press('End 3 sessions')
    fake.changeEnds(manyEnds(undoablePhase(), { 2: 'waiting', 3: 'waiting', 4: 'waiting' }))
    expect(await announced()).toEqual(['Ending 3 sessions'])
    fake.changeEnds(manyEnds(RUNNING, { 2: 'ended', 3: 'sent', 4: 'sent' }))
    expect(await announced()).toEqual(['25%'])
    fake.changeEnds(manyEnds(DONE, { 2: 'ended', 3: 'ended', 4: 'ended' }))
    expect(await announced()).toEqual(['Ended 3 sessions'])
    const region = all('status').find((each) => text(each) === 'Ended 3 sessions')!
    // A dialog hides all other parts of the page from screen readers, which announce a region that comes back.
    await press('End all others')
    await find('the question', alertDialog)
    expect(region.closest('[aria-hidden=true]')).toBeNull()
    await press('Cancel')
    await vi.waitFor(() => expect(alertDialog()).toBeNull())
    expect(said).toEqual([])
  })

  it('of each decision of a review: the count', async () => {
    const fake = await open(reviewItems(), storeDecisions)
    await focuses('Firefox on Ubuntu')
    record()
    pressKey('x')
    expect(await announced()).toEqual(['1 of 3 decided: 1 will end, 0 mine, 0 not sure'])
    pressKey('m')
    expect(await announced()).toEqual(['2 of 3 decided: 1 will end, 1 mine, 0 not sure'])
    change(fake, itemOf(2, { decided: null }))
    expect(await announced()).toEqual(['1 of 3 decided: 1 will end, 0 mine, 0 not sure'])
  })

  it('of the end of a review: that it is finished, and what is ended and came of it, once', async () => {
    const fake = await open(
      reviewItems({ 1: { decided: notMine }, 2: { decided: mine }, 3: { decided: mine } }),
    )
    await press('Finish review')
    await find('the question', alertDialog)
    record()
    const finish = (openEnds: number): void => {
      const { review } = fake.review
      const outcome = openEnds > 0 ? ('waiting' as const) : ('ended' as const)
      fake.review = {
        ...fake.review,
        review: { ...review!, finishedAt: review!.startedAt, openEnds, ended: 1 - openEnds },
        items: fake.review.items.map((item) => (item.id === 2 ? { ...item, outcome } : item)),
      }
      fake.emit('review:changed', fake.review)
    }
    fake.handlers['review:finish'] = () => {
      fake.changeEnds(manyEnds(undoablePhase(), { 2: 'waiting' }, { cause: 'review' }))
      finish(1)
      return ok(null)
    }
    await press('End 1 session')
    expect((await announced()).toSorted()).toEqual(['Ending 1 session', 'Review finished on Nov 21'])
    fake.changeEnds(manyEnds(DONE, { 2: 'ended' }, { cause: 'review' }))
    finish(0)
    expect(await announced()).toEqual(['Ended 1 session'])
  })

  it('of a password change: that it runs and that it is done, and not that its fields are empty again', async () => {
    const fake = await mountPage('Password')
    await fill({
      'Current password': 'old one',
      'New password': 'the new one',
      'Confirm new password': 'the new one',
    })
    record()
    const outcome = { verdict: 'changed', failure: null, before: 4, after: 4 } as const
    fake.handlers['password:change'] = () => new Promise((answer) => setTimeout(() => answer(ok(outcome))))
    await press('Change password')
    await vi.waitFor(() => expect(said).toContain('Your password was changed.'))
    await shows('At least 8 characters.')
    expect(await announced()).toEqual(['Changing the password…', 'Your password was changed.'])
  })

  it('of finding out about a password change: why it failed, and each time, but no countdown', async () => {
    const report: PasswordReport = {
      accountId: 'a1',
      at: Date.now() - 60_000,
      verdict: 'unknown',
      canVerify: true,
      wasProbed: false,
      foundAt: null,
    }
    const fake = await mountApp({ ...appState(), passwordReports: [report] })
    await get('button', 'Find out')
    await vi.waitFor(() => expect(text()).toContain("It's unclear"))
    record()
    fake.handlers['password:verifyOutcome'] = () => failed(NOT_REACHED)
    for (let time = 1; time <= 2; time++) {
      await press('Find out')
      await vi.waitFor(() => expect(said).toHaveLength(2))
      expect(await announced()).toEqual([
        'Finding out…',
        "Nothing was tried. Find out when you're back online.",
      ])
    }
    fake.handlers['password:verifyOutcome'] = () =>
      failed({ kind: 'rateLimited', retryAt: Date.now() + 60_000 })
    await press('Find out')
    await vi.waitFor(() => expect(text()).toMatch(/Try again in/))
    const [, why] = await announced()
    expect(why).toMatch(/^Nothing was tried\. /)
    expect(why).not.toMatch(/Try again/)
  })
})

describe('a row of the list', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12), toFake: ['Date'] }))
  afterEach(() => vi.useRealTimers())
  const DAY_MS = 86_400_000

  it('has the session, its kind, its last use and its state as its name', async () => {
    const fake = await mountList({
      sessions: [
        session(1, 'Session Desk on ana-laptop', {
          isCurrent: true,
          kind: 'thisApp',
          lastUsedAt: Date.now(),
        }),
        session(2, 'Firefox on Ubuntu', {
          kind: 'computer',
          lastUsedAt: Date.now() - 3 * DAY_MS,
          isNew: true,
        }),
        session(3, 'Pixel 8', { kind: 'phone', lastUsedAt: null, note: 'Lent' }),
        session(4, 'Something', { kind: 'unknown', lastUsedAt: 'unknown' }),
      ],
    })
    const names = (): string[] => all('row').map(nameOf)
    const FIREFOX = 'Firefox on Ubuntu, computer, Last used 3 days ago'
    await vi.waitFor(() =>
      expect(names().toSorted()).toEqual([
        `${FIREFOX}, New`,
        'Pixel 8, phone, Never used, Has a note',
        'Session Desk on ana-laptop, desktop app, Last used just now, This device',
        'Something, Last use unknown',
      ]),
    )
    fake.changeEnds(singleEnd())
    await vi.waitFor(() => expect(names()).toContain(`${FIREFOX}, Ending…`))
    fake.changeEnds(singleEnd({ kind: 'waiting' }))
    await vi.waitFor(() => expect(names()).toContain(`${FIREFOX}, Ends when online`))
    fake.changeEnds({})
    ;(await get('checkbox', 'Select Firefox on Ubuntu')).click()
    await vi.waitFor(() => expect(names()).toContain(`${FIREFOX}, New, selected`))
  })
})
