import type { ReviewItem, ReviewSummary, ReviewUpdate } from '../../../../electron/shared/review.ts'
import { isOpenItem } from '../../../../electron/shared/review.ts'
import { sessions } from '../../fake-bridge.ts'

/** An item of a review with default values: listed, and without a decision. */
export function reviewItem(key: number, over: Partial<ReviewItem> = {}): ReviewItem {
  const listed = sessions()[key]
  return {
    key,
    id: listed?.id ?? key + 1,
    createdAt: null,
    serviceName: listed?.rawName ?? `Device ${key}`,
    name: listed?.name ?? `Device ${key}`,
    lastUsedAt: listed?.lastUsedAt ?? null,
    isCurrent: key === 0,
    decided: null,
    hasArrived: false,
    isGone: false,
    isDoubtful: false,
    earlier: null,
    renewedAs: null,
    outcome: null,
    ...over,
  }
}

/** The items of the fake list: this device and three others. */
export function reviewItems(over: Partial<Record<number, Partial<ReviewItem>>> = {}): ReviewItem[] {
  return [0, 1, 2, 3].map((key) => reviewItem(key, over[key]))
}

/** The update of an open review with these items. */
export function reviewUpdate(items: ReviewItem[], over: Partial<ReviewSummary> = {}): ReviewUpdate {
  const counted = items.filter(({ isCurrent, isGone, decided }) => !isCurrent && !(isGone && !decided))
  const decided = counted.filter((item) => item.decided && !isOpenItem(item)).length
  return {
    accountId: 'a1',
    review: {
      accountId: 'a1',
      startedAt: Date.UTC(2026, 10, 21, 12),
      finishedAt: null,
      decided,
      total: counted.length,
      canUndo: false,
      canFinish: !items.some(isOpenItem),
      counts: { mine: 0, notMine: 0, notSure: 0 },
      ended: 0,
      openEnds: 0,
      ...over,
    },
    items,
    schedule: { days: 90, dueAt: null, isDue: false },
  }
}
