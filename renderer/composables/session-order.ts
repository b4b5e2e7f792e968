import { timeOfUse } from '../../electron/contract/last-use.ts'
import type { DeviceSession } from '../../electron/contract/models.ts'

/** What a list can be sorted by. */
export const ORDERS = ['name', 'lastUsed', 'signedIn'] as const
/** A column and a direction; times that go down have the newest first. */
export interface Order {
  by: (typeof ORDERS)[number]
  direction: 'up' | 'down'
}

/** The direction that a column begins with: names from A, times from now. */
export function firstDirection(by: Order['by']): Order['direction'] {
  return by === 'name' ? 'up' : 'down'
}

/** What a click on the head of a column leads to: the other direction, or the new column's own. */
export function orderAfter(now: Order, by: Order['by']): Order {
  if (now.by !== by) return { by, direction: firstDirection(by) }
  return { by, direction: now.direction === 'up' ? 'down' : 'up' }
}

/**
 * This device first, whatever the order; then by the column. A time that is not known comes last in both directions,
 * and equals keep the order they came in, so that rows hold still.
 */
export function sortSessions(
  sessions: readonly DeviceSession[],
  { by, direction }: Order,
  locale: string,
): DeviceSession[] {
  const sign = direction === 'up' ? 1 : -1
  const compare = by === 'name' ? byName(locale) : byTime(by === 'lastUsed' ? 'lastUsedAt' : 'createdAt')
  return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || compare(a, b, sign))
}

type Compare = (a: DeviceSession, b: DeviceSession, sign: number) => number

function byName(locale: string): Compare {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  return (a, b, sign) => sign * compare(a.name, b.name)
}

function byTime(time: 'lastUsedAt' | 'createdAt'): Compare {
  return (a, b, sign) => {
    const [one, other] = [timeOfUse(a[time]), timeOfUse(b[time])]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one - other)
  }
}
