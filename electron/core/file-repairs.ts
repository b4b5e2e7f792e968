import type { z } from 'zod'
import type { ledgerSchema } from './end-schemas.ts'
import type { historySchema } from './file-schemas.ts'

type StoredHistory = z.infer<typeof historySchema>
type StoredLedger = z.infer<typeof ledgerSchema>

/**
 * Makes the readable parts of a damaged history hold together; null if it tells nothing. Its last check is unknown
 * then, so that the next list raises no alert for sessions that are lost in the file.
 */
export function repairHistory(readable: StoredHistory): StoredHistory | null {
  const { sessions, entries } = readable
  const times = [...entries.map(({ at }) => at), ...sessions.map(({ firstSeenAt }) => firstSeenAt)]
  if (times.length === 0) return null
  return {
    ...readable,
    since: readable.since || earliest(times),
    checkedAt: null,
    nextKey: nextAfter(
      readable.nextKey,
      [...sessions, ...entries].map(({ key }) => key ?? 0),
    ),
  }
}

/**
 * Makes the readable parts of a damaged ledger hold together. Ends whose batch is lost get one that asks before anything is sent;
 * a batch without ends is nothing.
 */
export function repairLedger(readable: StoredLedger): StoredLedger {
  const { batches, ends } = readable
  const known = new Set(batches.map(({ number }) => number))
  const asked = new Set(ends.flatMap(({ intents }) => intents))
  const lost = [...asked].filter((number) => !known.has(number))
  const latest = (times: readonly number[]): number => times.reduce((most, at) => Math.max(most, at), 0)
  const [askedAt, since] = [
    latest(batches.map((each) => each.askedAt)),
    latest(batches.map((each) => each.since)),
  ]
  const substitutes = lost.map((number) => ({
    ...{ number, cause: 'many' as const, askedAt, since },
    ...{ phase: 'asking' as const, asks: 'restarted' as const },
  }))
  return {
    ...readable,
    nextNumber: nextAfter(readable.nextNumber, [...known, ...asked]),
    batches: [...batches.filter(({ number }) => asked.has(number)), ...substitutes],
    ends: ends.filter(({ intents }) => intents.length > 0),
  }
}

const earliest = (times: readonly number[]): number => times.reduce((least, at) => Math.min(least, at))

const nextAfter = (next: number, used: readonly number[]): number =>
  used.reduce((least, number) => Math.max(least, number + 1), next)
