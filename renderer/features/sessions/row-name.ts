import { useI18n } from 'vue-i18n'
import { timeOfUse } from '../../../electron/shared/last-use.ts'
import { useAgeText } from '../../lib/dates.ts'
import { useRefusedEnds } from '../revocation/refused-ends.ts'
import { useRevocations } from '../revocation/revocations.ts'
import { useReviews } from '../review/reviews.ts'
import { useList } from '../session-list/list-context.ts'
import type { ListedSession } from '../session-list/listed-session.ts'

/**
 * Returns the name of a row for screen readers, which read nothing else when the focus moves to a row: the session, its kind, its
 * last use and its state. `now` is epoch ms by this computer's clock.
 */
export function useRowName(): (session: ListedSession, now: number, isSelected: boolean) => string {
  const { t } = useI18n()
  const list = useList()
  const ageText = useAgeText()
  const revocations = useRevocations()
  const refusedEnd = useRefusedEnds()
  const reviews = useReviews()

  function state(session: ListedSession, accountId: string): string {
    if (session.isCurrent) return t('sessions.current')
    const place = revocations.endOf(accountId, session)?.place
    if (place === 'waiting') return t('waitingEnds.row')
    if (place === 'stopped') return t('revocation.stopped')
    if (place !== undefined) return t('revocation.short')
    return session.isNew ? t('alerts.new') : ''
  }

  /** Such as "Last used 9 days ago". */
  function lastUse({ lastUsedAt }: ListedSession, now: number, zone: string | undefined): string {
    if (lastUsedAt === 'unknown') return t('listView.lastUseUnknown')
    const age = ageText(timeOfUse(lastUsedAt), now, zone, t('time.never'))
    return lastUsedAt === null ? age : `${t('sessions.lastUsed')} ${age}`
  }

  return (session, now, isSelected) => {
    const account = list.accountOf(session)
    const decided = reviews.decisionOn(account.id, session)
    return [
      session.name,
      session.kind !== 'unknown' && t(`listView.kinds.${session.kind}`),
      list.accounts()?.get(account.id)?.name,
      lastUse(session, now + account.skew, account.zone),
      state(session, account.id),
      refusedEnd(account.id, session.key),
      decided && list.task?.isOpen(session) !== true && t(`review.decisions.${decided.decision}`),
      session.note !== null && t('listView.hasNote'),
      isSelected && t('listView.isSelected'),
    ]
      .filter(Boolean)
      .join(', ')
  }
}
