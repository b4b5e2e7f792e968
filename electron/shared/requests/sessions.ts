import { z } from 'zod'
import type { SessionListUpdate } from '../session-list-update.ts'
import { accountId, nothing, ofAccount, plain, sessionKey } from './payloads.ts'
import { typeOf } from './table.ts'

const annotation = z.strictObject({
  accountId,
  key: sessionKey,
  part: plain.pipe(
    z
      .strictObject({
        alias: z.string().max(200).nullable().exactOptional(),
        note: z.string().max(1000).nullable().exactOptional(),
      })
      .refine((part) => Object.keys(part).length > 0),
  ),
})

/** The lists of sessions, and a person's notes on them. */
export const sessionRequests = {
  'session:list': { payload: ofAccount, answer: typeOf<SessionListUpdate>() },
  'session:refresh': { payload: ofAccount, answer: typeOf<null>() },
  'session:refreshAll': { payload: nothing, answer: typeOf<null>() },
  'session:annotate': { payload: annotation, answer: typeOf<null>() },
}
