import { MAX_HISTORY_MS, type Activity, type ObservedSession } from '../../../electron/shared/activity.ts'
import { dayStarts, isoDay } from '../../../electron/shared/dates.ts'
import { ALARMING } from './activity-icons.ts'

export const PERIODS = ['week', 'month', 'quarter', 'all'] as const
export type Period = (typeof PERIODS)[number]
/** The days of each period, the last one being today. */
export const PERIOD_DAYS: Record<Exclude<Period, 'all'>, number> = { week: 7, month: 30, quarter: 90 }

/** The bar of a session from its sign-in to its end or now, clipped to the days that are shown; epoch ms. */
export interface Bar {
  session: ObservedSession
  start: number
  end: number
  /** Whether it raised an alert when it was first seen. */
  isNew: boolean
}

/** A labelled day of the picture: the first of a month if the picture has many. */
export interface Tick {
  at: number
  isMonth: boolean
}

/** With more days the months are labelled. */
const MAX_LABELLED_DAYS = 45

/** When a session signed in, as the service says; if unknown, when the app first saw it. Epoch ms. */
export function signedInAt({ createdAt, firstSeenAt }: ObservedSession): number {
  return createdAt ?? firstSeenAt
}

/** The days of the picture: from the first sign-in or the start of the history to today, as far as a history goes; epoch ms. */
export function daysOf({ now, since, sessions }: Activity, zone: string | undefined): number[] {
  const first = sessions.reduce((earliest, each) => Math.min(earliest, signedInAt(each)), since ?? now)
  return dayStarts(Math.max(first, now - MAX_HISTORY_MS), now, zone)
}

/** The bars of all sessions that were there since `from`, the newest first. */
export function barsOf({ sessions, entries, now }: Activity, from: number): Bar[] {
  const alarms = new Set(entries.filter(({ type }) => ALARMING.has(type)).map(({ key }) => key))
  return sessions
    .filter(({ endedAt }) => (endedAt ?? now) >= from)
    .map((session) => {
      const end = Math.max(from, Math.min(session.endedAt ?? now, now))
      const start = Math.min(Math.max(signedInAt(session), from), end)
      return { session, start, end, isNew: alarms.has(session.key) }
    })
    .toSorted((a, b) => b.start - a.start)
}

/**
 * Returns the index of the bar at a time, epoch ms, and at a height from 0 to the number of bars: of those so near, the nearest one
 * by height; -1 if there is none.
 */
export function barAt(
  bars: readonly Bar[],
  at: number,
  height: number,
  near: { ms: number; bars: number },
): number {
  const from = Math.max(0, Math.floor(height - near.bars))
  const heightOf = (index: number): number => Math.abs(from + index + 0.5 - height)
  const indexes = bars
    .slice(from, Math.max(0, Math.ceil(height + near.bars)))
    .flatMap(({ start, end }, index) =>
      start - near.ms <= at && at <= end + near.ms && heightOf(index) <= near.bars ? [index] : [],
    )
    .toSorted((a, b) => heightOf(a) - heightOf(b))
  return indexes[0] === undefined ? -1 : from + indexes[0]
}

/** At most `max` labelled days. */
export function ticksOf(days: readonly number[], max: number, zone: string | undefined): Tick[] {
  const isMonth = days.length > MAX_LABELLED_DAYS
  const candidates = isMonth ? days.filter((at) => isoDay(at, zone).endsWith('-01')) : days
  return sample(candidates, max).map((at) => ({ at, isMonth }))
}

/** At most `max` of the marks, evenly spaced, including the last. */
export function sample<Mark>(marks: readonly Mark[], max: number): Mark[] {
  const step = Math.ceil(marks.length / max)
  return marks.filter((_, index) => (marks.length - 1 - index) % step === 0)
}
