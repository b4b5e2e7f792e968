import type { UnconfirmedSession } from '../contract/models.ts'
import { hostOf } from './diagnostics-text.ts'
import type { Notice } from './notice.ts'
import type { Words } from './words.ts'

/** That a session may still be signed in; the window says what to do about it. */
export function unconfirmedNotification({ id, cause, baseUrl, name }: UnconfirmedSession, t: Words): Notice {
  const server = hostOf(baseUrl)
  return {
    id: `unconfirmed-${id}`,
    title: t('app.name'),
    body:
      cause === 'signIn' || name === null
        ? t('unconfirmed.signIn', { server })
        : t('unconfirmed.signOut', { name, server }),
    place: { page: 'sessions', accountId: null, sessionId: null },
  }
}
