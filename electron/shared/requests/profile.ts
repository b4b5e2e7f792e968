import { z } from 'zod'
import type { User } from '../account.ts'
import type { Failure } from '../failure.ts'
import { SERVICE_LOCALES } from '../account.ts'
import { accountId, line, ofAccount, plain } from './payloads.ts'
import { typeOf } from './table.ts'

/** The outcome of a profile change. `user` is the current profile; `failure` is why the change was not saved. */
export type ProfileOutcome = { saved: true; user: User } | { saved: false; user: User; failure: Failure }

const update = z.strictObject({
  accountId,
  change: plain.pipe(
    z
      .strictObject({
        name: line.exactOptional(),
        locale: z.enum(SERVICE_LOCALES).exactOptional(),
        timezone: z.string().max(100).exactOptional(),
      })
      .refine((change) => Object.keys(change).length > 0),
  ),
})

/** The profile of an account. */
export const profileRequests = {
  'profile:refresh': { payload: ofAccount, answer: typeOf<User>() },
  'profile:update': { payload: update, answer: typeOf<ProfileOutcome>() },
}
