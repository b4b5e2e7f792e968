import type { Activity, ObservedSession } from '../../../electron/shared/activity.ts'
import { dayStarts, startOfDay } from '../../lib/days.ts'

/** The periods that the page can show. */
export const PERIODS = ['week', 'month', 'quarter', 'all'] as const
/** A period that the page can show. */
export type Period = (typeof PERIODS)[number]

/** The bar of a session: sign-in, first seen by this app, and end or now; epoch ms. */
export interface Bar {
  session: ObservedSession
  start: number
  seen: number
  end: number
}

/** A calendar day and its number of sign-ins; `start` is epoch ms. */
export interface Day {
  start: number
  signIns: number
}

const DAY_MS = 86_400_000
const PERIOD_DAYS: Record<Exclude<Period, 'all'>, number> = { week: 7, month: 30, quarter: 90 }
/** The maximum length of the timeline: the history is not kept longer. */
const MAX_DAYS = 400

/** Whether the history is long enough for charts: seven days. */
export function isLongEnough({ since, now }: Activity): boolean {
  return since !== null && now - since >= PERIOD_DAYS.week * DAY_MS
}

/** The sign-in time of a session by the service, otherwise when it was first seen; epoch ms. */
export function signedInAt({ createdAt, firstSeenAt }: ObservedSession): number {
  return createdAt ?? firstSeenAt
}

/** The start of a period, at midnight in a zone; epoch ms. */
export function periodStart(activity: Activity, period: Period, zone: string | undefined): number {
  const { now, since, sessions } = activity
  const first = Math.min(since ?? now, ...sessions.map(signedInAt))
  const length = period === 'all' ? now - first : (PERIOD_DAYS[period] - 1) * DAY_MS
  return startOfDay(now - Math.min(length, MAX_DAYS * DAY_MS), zone)
}

/** The bars of the sessions in a period, clipped to it; newest first. */
export function barsOf({ sessions, now }: Activity, from: number): Bar[] {
  return sessions
    .filter(({ endedAt }) => (endedAt ?? now) >= from)
    .map((session) => {
      const end = Math.max(from, Math.min(session.endedAt ?? now, now))
      const within = (at: number): number => Math.min(Math.max(at, from), end)
      return { session, start: within(signedInAt(session)), seen: within(session.firstSeenAt), end }
    })
}

/** Every day of a period, also days without a sign-in. */
export function signInsPerDay({ sessions, now }: Activity, from: number, zone: string | undefined): Day[] {
  const days = dayStarts(from, now, zone).map((start) => ({ start, signIns: 0 }))
  for (const session of sessions) {
    const day = days.findLast(({ start }) => start <= signedInAt(session))
    if (day) day.signIns += 1
  }
  return days
}

/** At most `most` of the marks, evenly spaced, including the last. */
export function sample<Mark>(marks: readonly Mark[], most: number): Mark[] {
  const step = Math.ceil(marks.length / most)
  return marks.filter((_, index) => (marks.length - 1 - index) % step === 0)
}

/** Shortens a name to `most` characters; its number among equal names stays: "Firefox on Ubu… (2)". */
export function shortened(name: string, most: number): string {
  if (name.length <= most) return name
  const [number = ''] = / \(\d+\)$/.exec(name) ?? []
  return `${name.slice(0, most - 1 - number.length)}…${number}`
}
