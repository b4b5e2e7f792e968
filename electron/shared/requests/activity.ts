import { z } from 'zod'
import { ACTIVITY_TYPES, ACTORS, EXPORT_FORMATS, type Activity, type SessionHistory } from '../activity.ts'
import { accountId, ofAccount, plain, sessionKey } from './payloads.ts'
import { typeOf } from './table.ts'

const exported = z.strictObject({
  accountId,
  format: z.enum(EXPORT_FORMATS),
  filter: plain.pipe(
    z.strictObject({
      types: z.array(z.enum(ACTIVITY_TYPES)).max(ACTIVITY_TYPES.length).nullable(),
      actor: z.enum(ACTORS).nullable(),
      from: z.number().nullable(),
      to: z.number().nullable(),
      text: z.string().max(300),
    }),
  ),
})

/** The history of an account, its alerts, and what happened while nobody looked. */
export const activityRequests = {
  'activity:get': { payload: ofAccount, answer: typeOf<Activity>() },
  'activity:ofSession': {
    payload: z.strictObject({ accountId, key: sessionKey }),
    answer: typeOf<SessionHistory | null>(),
  },
  'activity:export': { payload: exported, answer: typeOf<{ saved: boolean }>() },
  'activity:clear': { payload: ofAccount, answer: typeOf<null>() },
  'activity:acknowledgeAway': { payload: ofAccount, answer: typeOf<null>() },
  'alert:acknowledge': { payload: z.strictObject({ accountId, key: sessionKey }), answer: typeOf<null>() },
  'alert:acknowledgeAll': { payload: ofAccount, answer: typeOf<null>() },
}
