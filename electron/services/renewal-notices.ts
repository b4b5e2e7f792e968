import type { RenewalTrouble } from '../contract/activity.ts'
import type { Notice } from '../domain/notice.ts'
import { accountLabel } from '../domain/question.ts'
import { idOfRenewal, noticeOfRenewal } from '../domain/renewal-notice.ts'
import type { Words } from '../domain/words.ts'
import type { Accounts } from './accounts.ts'

/** Tells people outside the window, once for each token, that it ends soon; and takes that back when it is renewed. */
export interface RenewalNotices {
  changed(troubles: readonly RenewalTrouble[]): void
}

/** What telling works with. `isWatched`: the window is in view and has the focus. */
export interface RenewalNoticePorts {
  notices: { tell(notice: Notice): void; takeBack(id: string): void }
  accounts: Pick<Accounts, 'get' | 'shown'>
  isWatched(): boolean
  t: Words
}

/** Makes it. */
export function createRenewalNotices(ports: RenewalNoticePorts): RenewalNotices {
  const { notices, accounts, t } = ports
  /** When the token that was told about ends, by account. */
  const told = new Map<string, number>()

  function tell({ accountId, endsAt }: RenewalTrouble): void {
    const account = accounts.get(accountId)
    if (!account || told.get(accountId) === endsAt) return
    told.set(accountId, endsAt)
    // The window says it about the account that it shows, and about no other.
    if (ports.isWatched() && accounts.shown()?.id === accountId) return
    notices.tell(noticeOfRenewal(accountId, accountLabel(account, t), t))
  }

  return {
    changed(troubles) {
      for (const accountId of [...told.keys()]) {
        if (troubles.some((trouble) => trouble.accountId === accountId)) continue
        told.delete(accountId)
        notices.takeBack(idOfRenewal(accountId))
      }
      troubles.forEach(tell)
    },
  }
}
