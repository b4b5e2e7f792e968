import { z } from 'zod'
import { DECISIONS, REPORT_FORMATS, REVIEW_DAYS, type ReviewUpdate } from '../review.ts'
import { accountId, MAX_SESSIONS, ofAccount, sessionKey } from './payloads.ts'
import { typeOf } from './table.ts'

const decision = z.strictObject({
  accountId,
  startedAt: z.int().nonnegative().max(8.64e15),
  keys: z.array(sessionKey).min(1).max(MAX_SESSIONS),
  decision: z.enum(DECISIONS),
})
/** The sessions that the person confirmed to end; none if the review ends none. */
const finish = z.strictObject({ accountId, keys: z.array(sessionKey).max(MAX_SESSIONS) })
const schedule = z.strictObject({ accountId, days: z.literal(REVIEW_DAYS).nullable() })
const report = z.strictObject({
  accountId,
  format: z.enum(REPORT_FORMATS),
  finishedAt: z.int().nonnegative().max(8.64e15),
})

/** The review of all sessions of an account. */
export const reviewRequests = {
  'review:get': { payload: ofAccount, answer: typeOf<ReviewUpdate>() },
  /** Shows a review of the current list, which starts with its first decision. */
  'review:start': { payload: ofAccount, answer: typeOf<null>() },
  'review:decide': { payload: decision, answer: typeOf<null>() },
  'review:undo': { payload: ofAccount, answer: typeOf<null>() },
  'review:finish': { payload: finish, answer: typeOf<null>() },
  'review:discard': { payload: ofAccount, answer: typeOf<null>() },
  'review:schedule': { payload: schedule, answer: typeOf<null>() },
  'review:saveReport': { payload: report, answer: typeOf<{ saved: boolean }>() },
}
