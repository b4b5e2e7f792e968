import { MAX_HISTORY_DAYS, type Activity, type ObservedSession } from '../../../electron/shared/activity.ts'
import { dayStarts, startOfDay } from './days.ts'

export const PERIODS = ['week', 'month', 'quarter', 'all'] as const
export type Period = (typeof PERIODS)[number]

/** The bar of a session from its sign-in to its end or now, and when the app first saw it; epoch ms. */
export interface Bar {
  session: ObservedSession
  start: number
  firstSeen: number
  end: number
}

/** A calendar day and its number of sign-ins; `start` is epoch ms. */
export interface Day {
  start: number
  signIns: number
}

const DAY_MS = 86_400_000
export const PERIOD_DAYS: Record<Exclude<Period, 'all'>, number> = { week: 7, month: 30, quarter: 90 }

/** Whether the history is long enough for charts: seven days. */
export function isLongEnough({ since, now }: Activity): boolean {
  return since !== null && now - since >= PERIOD_DAYS.week * DAY_MS
}

/** When a session signed in, as the service says; if unknown, when the app first saw it. Epoch ms. */
export function signedInAt({ createdAt, firstSeenAt }: ObservedSession): number {
  return createdAt ?? firstSeenAt
}

/** The start of a period, at midnight in a zone; epoch ms. */
export function periodStart(activity: Activity, period: Period, zone: string | undefined): number {
  const { now, since, sessions } = activity
  const first = Math.min(since ?? now, ...sessions.map(signedInAt))
  const length = period === 'all' ? now - first : (PERIOD_DAYS[period] - 1) * DAY_MS
  return startOfDay(now - Math.min(length, MAX_HISTORY_DAYS * DAY_MS), zone)
}

/** The bars of the sessions in a period, clipped to it; newest first. */
export function barsOf({ sessions, now }: Activity, from: number): Bar[] {
  return sessions
    .filter(({ endedAt }) => (endedAt ?? now) >= from)
    .map((session) => {
      const end = Math.max(from, Math.min(session.endedAt ?? now, now))
      const within = (at: number): number => Math.min(Math.max(at, from), end)
      return { session, start: within(signedInAt(session)), firstSeen: within(session.firstSeenAt), end }
    })
}

/** Every day of a period with its number of sign-ins, which may be 0. */
export function signInsPerDay({ sessions, now }: Activity, from: number, zone: string | undefined): Day[] {
  const days = dayStarts(from, now, zone).map((start) => ({ start, signIns: 0 }))
  for (const session of sessions) {
    const day = days.findLast(({ start }) => start <= signedInAt(session))
    if (day) day.signIns += 1
  }
  return days
}

/** At most `max` of the marks, evenly spaced, including the last. */
export function sample<Mark>(marks: readonly Mark[], max: number): Mark[] {
  const step = Math.ceil(marks.length / max)
  return marks.filter((_, index) => (marks.length - 1 - index) % step === 0)
}

/** Shortens a name to `maxLength` characters and keeps the end of what tells it from equal ones: "Firefox… Aug 3)". */
export function shortened(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name
  const [mark = ''] = / \([^()]+\)$/.exec(name) ?? []
  const end = mark.slice(-Math.floor(maxLength / 2)).replace(/^\S+(?= )/, '')
  return `${name.slice(0, maxLength - 1 - end.length).trimEnd()}…${end}`
}
