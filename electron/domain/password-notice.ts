import type { PasswordVerdict } from '../contract/models.ts'
import type { Notice } from './notice.ts'
import type { Words } from './words.ts'

/** What became of the change of one account's password. `canFindOut`: signing in could still tell. */
export interface SettledPassword {
  accountId: string
  verdict: PasswordVerdict
  canFindOut: boolean
  /** When signing in told so, epoch ms by this computer's clock; null when the service said so itself, or nobody did. */
  foundAt: number | null
}

/** The id of the notice about an account's password: what is found out later takes the place of what was told before. */
export function idOfPassword(accountId: string): string {
  return `password-${accountId}`
}

/**
 * What became of it, for whoever does not look at the window; a click leads to the page. `who` names the
 * account; `timeOf` says an hour as its owner reads it.
 */
export function noticeOfPassword(
  { accountId, verdict, canFindOut, foundAt }: SettledPassword,
  who: string,
  t: Words,
  timeOf: (at: number) => string,
): Notice {
  const of = (title: string, ...lines: string[]): Notice => ({
    id: idOfPassword(accountId),
    title,
    body: [who, ...lines].join('\n'),
    place: { page: 'password', accountId, sessionId: null },
  })
  switch (verdict) {
    case 'changed':
      return of(t('passwordNotice.changed'))
    case 'unchanged':
      // What the service refused stays as it was; a sign-in only tells how it stood at that moment.
      return foundAt === null
        ? of(t('passwordNotice.unchanged'), t('passwordNotice.oldWorks'))
        : of(t('passwordNotice.oldWorked', { time: timeOf(foundAt) }), t('passwordNotice.mayStillChange'))
    case 'notSent':
      return of(t('passwordNotice.unchanged'), t('passwordNotice.notSent'))
    case 'unknown':
      return of(
        t('passwordNotice.unknown'),
        canFindOut ? t('passwordNotice.findOut') : t('passwordReport.tryNew'),
      )
  }
}
