import type { Activity, TracedSession } from '../../electron/contract/activity.ts'
import { dayStarts, startOfDay } from './days.ts'

/** How far back the page looks. */
export const PERIODS = ['week', 'month', 'quarter', 'all'] as const
/** One period. */
export type Period = (typeof PERIODS)[number]

/** A session as it is drawn: from when it signed in, from when this app saw it, to its end or now; all epoch ms. */
export interface Bar {
  session: TracedSession
  start: number
  seen: number
  end: number
}

/** One calendar day and how many sessions signed in on it. */
export interface Day {
  start: number
  signIns: number
}

const DAY = 86_400_000
const LENGTHS: Record<Exclude<Period, 'all'>, number> = { week: 7, month: 30, quarter: 90 }
/** Days; what is kept goes no further back, however long ago a session signed in. */
const LONGEST = 400

/** When a session signed in: as the service says, else when it was first seen. */
export function signedInAt({ createdAt, firstSeenAt }: TracedSession): number {
  return createdAt ?? firstSeenAt
}

/** The beginning of a period, at midnight in a zone. */
export function periodStart(activity: Activity, period: Period, zone: string | undefined): number {
  const { now, since, sessions } = activity
  const first = Math.min(since ?? now, ...sessions.map(signedInAt))
  const wanted = period === 'all' ? now - first : (LENGTHS[period] - 1) * DAY
  return startOfDay(now - Math.min(wanted, LONGEST * DAY), zone)
}

/** The bars of the sessions that were there in a period, the newest first; none goes beyond it. */
export function barsOf({ sessions, now }: Activity, from: number): Bar[] {
  return sessions
    .filter(({ endedAt }) => (endedAt ?? now) >= from)
    .map((session) => {
      const end = Math.max(from, Math.min(session.endedAt ?? now, now))
      const within = (at: number): number => Math.min(Math.max(at, from), end)
      return { session, start: within(signedInAt(session)), seen: within(session.firstSeenAt), end }
    })
}

/** Every day of a period, also those without a sign-in. */
export function signInsPerDay({ sessions, now }: Activity, from: number, zone: string | undefined): Day[] {
  const days = dayStarts(from, now, zone).map((start) => ({ start, signIns: 0 }))
  for (const session of sessions) {
    const day = days.findLast(({ start }) => start <= signedInAt(session))
    if (day) day.signIns += 1
  }
  return days
}

/** A few of many marks, evenly apart, the last one among them. */
export function sample<Mark>(marks: readonly Mark[], most: number): Mark[] {
  const step = Math.ceil(marks.length / most)
  return marks.filter((_, index) => (marks.length - 1 - index) % step === 0)
}
