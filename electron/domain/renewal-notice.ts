import type { Notice } from './notice.ts'
import type { Words } from './words.ts'

/** The id of the notice about an account's renewal. */
export function idOfRenewal(accountId: string): string {
  return `renewal-${accountId}`
}

/** That a token ends soon and could not be renewed. `who` names the account. */
export function noticeOfRenewal(accountId: string, who: string, t: Words): Notice {
  return {
    id: idOfRenewal(accountId),
    title: t('renewalTrouble.notice'),
    body: [who, t('renewalTrouble.noticeHow')].join('\n'),
    place: { page: 'sessions', accountId, sessionId: null },
  }
}
