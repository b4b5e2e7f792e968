import { timeOfUse } from './last-use.ts'
import type { DeviceSession } from './session.ts'
import { TIMES, type Order } from './view-state.ts'

/** Sorts sessions by a column, below this device. Unknown times come last in both directions. Stable, so that equal rows do not move. */
export function sortByColumn<S extends DeviceSession>(
  sessions: readonly S[],
  { by, direction }: Order,
  locale: string,
): S[] {
  const sign = direction === 'up' ? 1 : -1
  const compare = by === 'name' ? byName(locale) : byTime(TIMES[by])
  return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || compare(a, b, sign))
}

type Compare = (a: DeviceSession, b: DeviceSession, sign: number) => number

function byName(locale: string): Compare {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const nameOf = ({ name, commonName }: DeviceSession): string => commonName ?? name
  // The dates in the names of equal ones have no order of letters.
  return (a, b, sign) => sign * (compare(nameOf(a), nameOf(b)) || (a.createdAt ?? 0) - (b.createdAt ?? 0))
}

function byTime(time: (typeof TIMES)[keyof typeof TIMES]): Compare {
  return (a, b, sign) => {
    const [one, other] = [timeOfUse(a[time]), timeOfUse(b[time])]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one - other)
  }
}
