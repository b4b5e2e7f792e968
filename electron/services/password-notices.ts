import type { Locale, PasswordReport } from '../contract/models.ts'
import { timeOfDay } from '../domain/time-of-day.ts'
import { idOfPassword, noticeOfPassword, type SettledPassword } from '../domain/password-notice.ts'
import type { Notice } from '../domain/notice.ts'
import { accountLabel } from '../domain/question.ts'
import type { Words } from '../domain/words.ts'
import type { Accounts } from './accounts.ts'

/** Tells people outside the window what became of their password. */
export interface PasswordNotices {
  /** It is settled, or known not to be known; quiet while the window says it. */
  settled(news: SettledPassword): void
  /** There is nothing more to say about it. */
  closed(accountId: string): void
  /** Tells what the last run left open, when the app has started without its window. */
  startedHidden(reports: readonly PasswordReport[]): void
}

/** What telling works with. `isWatched`: the window is in view and has the focus. */
export interface PasswordNoticePorts {
  notices: { tell(notice: Notice): void; takeBack(id: string): void }
  accounts: Pick<Accounts, 'get' | 'shown'>
  isWatched(): boolean
  t: Words
  locale(): Locale
}

/** Makes it. */
export function createPasswordNotices({
  notices,
  accounts,
  isWatched,
  t,
  locale,
}: PasswordNoticePorts): PasswordNotices {
  function tell(news: SettledPassword): void {
    const account = accounts.get(news.accountId)
    if (!account) return
    const timeOf = (at: number): string => timeOfDay(at, locale(), account.user.timezone)
    notices.tell(noticeOfPassword(news, accountLabel(account, t), t, timeOf))
  }

  return {
    settled(news) {
      // The window says it about the account that it shows, and about no other.
      if (isWatched() && accounts.shown()?.id === news.accountId)
        notices.takeBack(idOfPassword(news.accountId))
      else tell(news)
    },
    closed: (accountId) => notices.takeBack(idOfPassword(accountId)),
    startedHidden: (reports) => reports.forEach(tell),
  }
}
