import { activityRequests } from './requests/activity.ts'
import { authRequests } from './requests/auth.ts'
import { desktopRequests } from './requests/desktop.ts'
import { passwordRequests } from './requests/password.ts'
import { profileRequests } from './requests/profile.ts'
import { renewalRequests } from './requests/renewal.ts'
import { reviewRequests } from './requests/review.ts'
import { revocationRequests } from './requests/revocation.ts'
import { ruleRequests } from './requests/rules.ts'
import { sessionRequests } from './requests/sessions.ts'
import { type AnswerIn, joinTables, type PayloadIn } from './requests/table.ts'
import type { Result } from './result.ts'

/** All requests of the page. */
export const REQUESTS = joinTables(
  activityRequests,
  authRequests,
  desktopRequests,
  passwordRequests,
  profileRequests,
  renewalRequests,
  reviewRequests,
  revocationRequests,
  ruleRequests,
  sessionRequests,
)

export type Requests = typeof REQUESTS
export type RequestName = keyof Requests
export type Payload<N extends RequestName> = PayloadIn<Requests[N]>
/** What the page passes besides the name: the payload, if the request has one. */
export type PayloadArguments<N extends RequestName> = Payload<N> extends null ? [] : [Payload<N>]
/** The successful answer to a request. */
export type Answer<N extends RequestName> = AnswerIn<Requests[N]>
/** What the page receives for a request: the answer, or a failure. */
export type RequestResult<N extends RequestName> = Result<Answer<N>>

/** Whether a value is the name of a request; a name that every object has is none. */
export function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(REQUESTS, name)
}
