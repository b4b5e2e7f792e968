import { ofAccount } from './payloads.ts'
import { typeOf } from './table.ts'

/** Renewing a token, and the session that a lost renewal may have left. */
export const renewalRequests = {
  'account:renew': { payload: ofAccount, answer: typeOf<null>() },
  'session:keepOrphan': { payload: ofAccount, answer: typeOf<null>() },
}
