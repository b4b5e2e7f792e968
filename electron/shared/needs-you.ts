import { DAY_MS } from './dates.ts'
import { unusedSince } from './last-use.ts'
import type { ReviewSchedule } from './review.ts'
import { planRevocation, type PlanContext, type RevocationPlan } from './revocation-plan.ts'
import type { RuleDays } from './rules.ts'
import type { DeviceSession } from './session.ts'

/** What may need the person's look, in the order of the chips. */
export const CHIP_KINDS = ['new', 'recent', 'notSure', 'neverUsed', 'unused', 'notReviewed'] as const
export type ChipKind = (typeof CHIP_KINDS)[number]

/** A chip; the days count for *unused* alone. */
export interface Chip {
  kind: ChipKind
  days: RuleDays
}

/** What a chip depends on beside the session. */
export interface ChipContext {
  /** Epoch ms by the service's clock. */
  now: number
  /** The reviews of the account; null until they are loaded. */
  schedule: Pick<ReviewSchedule, 'days' | 'finishedAt'> | null
}

/** A session as the chips look at it. */
export type ChipSession = Pick<
  DeviceSession,
  'key' | 'isCurrent' | 'isNew' | 'isKept' | 'mark' | 'lastUsedAt' | 'createdAt'
>

/**
 * Whether a session belongs to a chip: never this device, nor what the person keeps. What is theirs is neither new nor
 * recent nor never used, and counts as used when they said so. Unknown times belong nowhere.
 */
export function belongsTo(session: ChipSession, chip: Chip, { now, schedule }: ChipContext): boolean {
  if (session.isCurrent || session.isKept) return false
  const { mark, createdAt } = session
  const isMine = mark?.decision === 'mine'
  switch (chip.kind) {
    case 'new':
      return session.isNew && !isMine
    case 'recent':
      return !isMine && createdAt !== null && now - createdAt < DAY_MS
    case 'notSure':
      return mark?.decision === 'notSure'
    case 'neverUsed':
      return !isMine && session.lastUsedAt === null
    case 'unused': {
      const since = unusedSince(session, mark)
      return since !== null && now - since >= chip.days * DAY_MS
    }
    case 'notReviewed': {
      if (!schedule || schedule.finishedAt === null) return false
      return mark === null || (schedule.days !== null && now - mark.at >= schedule.days * DAY_MS)
    }
  }
}

/** Whether a chip shows a session: what belongs to it and, of what is unused, what the person keeps. */
export function isShownBy(session: ChipSession, chip: Chip, context: ChipContext): boolean {
  return belongsTo(chip.kind === 'unused' ? { ...session, isKept: false } : session, chip, context)
}

/** Sorts the longest unused first, as their chip counts it. */
export const byUnused = (a: ChipSession, b: ChipSession): number =>
  (unusedSince(a, a.mark) ?? 0) - (unusedSince(b, b.mark) ?? 0)

/** Who of an account's list ends if all of a chip do. A chip's number is the number of this plan. */
export function planOfChip<Row extends ChipSession>(
  rows: readonly Row[],
  chip: Chip,
  context: ChipContext & Pick<PlanContext, 'isApiToken' | 'begun'>,
): RevocationPlan<Row> {
  const keys = rows.flatMap((row) => (belongsTo(row, chip, context) ? row.key : []))
  return planRevocation(rows, keys, context)
}
