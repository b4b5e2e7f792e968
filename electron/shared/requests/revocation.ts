import { z } from 'zod'
import { BATCH_COMMANDS, type EndsView, type RefusedTarget } from '../ends.ts'
import { accountId, MAX_SESSIONS, nothing, sessionKey } from './payloads.ts'
import { typeOf } from './table.ts'

/** Above the number of accounts that anybody has. */
const MAX_ACCOUNTS = 1_000

const target = z.strictObject({ accountId, keys: z.array(sessionKey).min(1).max(MAX_SESSIONS) })
const isAtOnce = z.boolean().exactOptional()
const single = z.strictObject({ accountId, key: sessionKey, isAtOnce })
const plan = z.array(target).min(1).max(MAX_ACCOUNTS)
const control = z.strictObject({
  accountId,
  batch: z.number().int().min(1),
  command: z.enum(BATCH_COMMANDS),
})

/** Ending sessions. */
export const revocationRequests = {
  'session:revoke': { payload: single, answer: typeOf<null>() },
  'session:undo': { payload: z.strictObject({ accountId, key: sessionKey }), answer: typeOf<null>() },
  'session:revokeMany': {
    payload: z.strictObject({ plan, isAtOnce }),
    answer: typeOf<{ refused: RefusedTarget[] }>(),
  },
  'ends:get': { payload: nothing, answer: typeOf<EndsView[]>() },
  'ends:control': { payload: control, answer: typeOf<null>() },
}
