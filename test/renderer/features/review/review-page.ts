import { expect, vi } from 'vitest'
import { ok } from '../../../../electron/shared/result.ts'
import type { Decision, ReviewItem, ReviewSummary, ReviewUpdate } from '../../../../electron/shared/review.ts'
import { appState, list, session, sessions, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, find, get, nameOf, press, text } from '../../screen.ts'
import { reviewItem } from '../../../support/builders.ts'

/** The item of a session of the fake list, or of another one, without a decision. */
export function itemOf(at: number, over: Partial<ReviewItem> = {}): ReviewItem {
  const { id, name, lastUsedAt } = sessions()[at] ?? { id: at + 1, name: `Device ${at}`, lastUsedAt: null }
  return reviewItem({ id, name, serviceName: name, lastUsedAt, isCurrent: at === 0, ...over })
}

/** The items of the fake list: this device and three others. */
export function reviewItems(over: Partial<Record<number, Partial<ReviewItem>>> = {}): ReviewItem[] {
  return [0, 1, 2, 3].map((at) => itemOf(at, over[at]))
}

/** The update of an open review with these items. */
export function reviewUpdate(items: ReviewItem[], over: Partial<ReviewSummary> = {}): ReviewUpdate {
  const counted = items.filter(({ isCurrent }) => !isCurrent)
  const count = (decision: Decision) => counted.filter((item) => item.decided?.decision === decision).length
  const counts = { mine: count('mine'), notMine: count('notMine'), notSure: count('notSure') }
  return {
    accountId: 'a1',
    review: {
      startedAt: Date.UTC(2026, 10, 21, 12),
      isStarted: true,
      finishedAt: null,
      decided: counts.mine + counts.notMine + counts.notSure,
      total: counted.length,
      canUndo: false,
      counts,
      ended: 0,
      openEnds: 0,
      ...over,
    },
    items,
    isWhole: true,
    earlier: [],
    schedule: { days: 90, finishedAt: null, dueAt: null, isDue: false },
  }
}

/** When the decisions were made, epoch ms. */
export const AT = Date.UTC(2026, 10, 21, 13)
export const mine = { decision: 'mine', at: AT } as const
export const notMine = { decision: 'notMine', at: AT } as const

export const group = (name: string): Promise<HTMLElement> => get('group', name)
/** The names of the sessions that are asked about, as they are shown. */
export const asked = (): string[] => all('radiogroup').map((radios) => nameOf(radios.parentElement!))
export async function radio(name: string, decision: string): Promise<HTMLInputElement> {
  const own = await group(name)
  return [...own.querySelectorAll('input')].find((input) => nameOf(input) === decision)!
}
/** The row of a session has the focus. */
export const focuses = (name: string): Promise<void> =>
  vi.waitFor(() => expect(nameOf(document.activeElement!)).toMatch(new RegExp(`^${name}(,|$)`)))
/** The bar begins with these numbers. */
export const progress = (decided: number, total: number, rest = ''): Promise<HTMLElement> =>
  find(`${decided} of ${total}`, () =>
    all('status').find((each) => text(each).startsWith(`${decided} of ${total} decided: ${rest}`)),
  )

/** Opens the page; a review begins with these items. */
export async function open(
  items: ReviewItem[] = reviewItems(),
  prepare = (_fake: FakeBridge): void => {},
): Promise<FakeBridge> {
  const fake = await mountApp(appState(), (made) => {
    made.handlers['review:start'] = () => ((made.review = reviewUpdate(items)), ok(null))
    prepare(made)
  })
  await press('Review…')
  await get('heading', 'Review')
  return fake
}
/** Main has stored a decision, or lists other sessions too. */
export function change(fake: FakeBridge, ...items: ReviewItem[]): void {
  const known = new Map(fake.review.items.map((item) => [item.key, item]))
  const isWhole = items.some(({ key }) => !known.has(key))
  for (const item of items) known.set(item.key, item)
  fake.review = reviewUpdate([...known.values()], { canUndo: true })
  fake.emit('review:changed', isWhole ? fake.review : { ...fake.review, items, isWhole })
}

/** Lets main store each decision at once. */
export function storeDecisions(fake: FakeBridge): void {
  fake.handlers['review:decide'] = ({ keys, decision }) => {
    const own = fake.review.items.filter(({ key }) => keys.includes(key))
    change(fake, ...own.map((item) => ({ ...item, decided: { decision, at: AT } })))
    return ok(null)
  }
}

/** Opens a review of so many sessions beside this device, named `Device 1` and so on. */
export function openMany(
  count: number,
  over: (index: number) => Partial<ReviewItem> = () => ({}),
  prepare = (_fake: FakeBridge): void => {},
): Promise<FakeBridge> {
  const listed = [
    session(1, 'Session Desk on ana-laptop', { isCurrent: true }),
    ...Array.from({ length: count }, (_, index) => session(index + 2, `Device ${index + 1}`)),
  ]
  const items = listed.map(({ id, name, createdAt }, key) =>
    itemOf(key, { id, name, createdAt, ...over(key) }),
  )
  return open(items, (made) => {
    made.list = list({ sessions: listed })
    storeDecisions(made)
    prepare(made)
  })
}
