import type { AnswerIn, PayloadIn, RequestTable } from '../shared/requests/table.ts'
import { failed, type Result } from '../shared/result.ts'
import type { Accounts } from './accounts.ts'

/** The handler of each request of a table. It throws a `StorageError` if the disk refuses. */
export type HandlersOf<Table extends RequestTable> = {
  [N in keyof Table]: (
    payload: PayloadIn<Table[N]>,
  ) => Result<AnswerIn<Table[N]>> | Promise<Result<AnswerIn<Table[N]>>>
}

/** Wraps handlers of requests about an account, so that an unknown account is `notFound`. */
export function forKnownAccounts(accounts: Pick<Accounts, 'get'>) {
  return <P extends { accountId: string }, R>(handle: (payload: P) => R) =>
    (payload: P): R | Result<never> =>
      accounts.get(payload.accountId) ? handle(payload) : failed({ kind: 'notFound' })
}
