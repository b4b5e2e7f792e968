import { useI18n } from 'vue-i18n'
import type { BulkRevocation, RevocationItem, ItemStatus } from '../../../electron/shared/ends.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { formatWait } from '../../../electron/shared/relative-time.ts'

/** The texts of a bulk revocation. The title changes with the phase; the detail may change every second. */
export interface RevocationText {
  title: string
  detail: string
}

/** Describes an account's bulk revocation in the window's language; `now` is epoch ms by this computer's clock. */
export function useRevocationText(accountId: () => string) {
  const { t, locale, n: number } = useI18n()
  const app = useAppStore()
  const say = useFailureText()
  const sayHere = (failure: Parameters<typeof say>[0]): string => say(failure, app.serverOf(accountId()))

  function waiting(
    { until, reason }: BulkRevocation['phase'] & { is: 'waiting' },
    now: number,
  ): RevocationText {
    const detail = t('bulkRevocation.continues', { when: formatWait(until - now, locale.value) })
    if (reason.kind === 'rateLimited') return { title: t('bulkRevocation.limited'), detail }
    const isOffline = reason.kind === 'offline' && reason.reason === 'noNetwork'
    return isOffline
      ? { title: t('bulkRevocation.offline'), detail: t('bulkRevocation.offlineHelp') }
      : { title: sayHere(reason), detail }
  }

  /** Summarizes the finished items, successes first. */
  function outcome({ counts, total }: BulkRevocation): string {
    const sentences: [ItemStatus, string][] = [
      ['alreadyGone', t('bulkRevocation.gone', { n: number(counts.alreadyGone) }, counts.alreadyGone)],
      ['failed', t('bulkRevocation.failed', { n: number(counts.failed) }, counts.failed)],
      [
        'notConfirmed',
        t('bulkRevocation.notConfirmed', { n: number(counts.notConfirmed) }, counts.notConfirmed),
      ],
      ['cancelled', t('bulkRevocation.cancelled', { n: number(counts.cancelled) }, counts.cancelled)],
    ]
    const rest = sentences.filter(([state]) => counts[state] > 0).map(([, sentence]) => sentence)
    return rest.length > 0 ? rest.join(' ') : t('bulkRevocation.allDone', { n: number(total) }, total)
  }

  function describe(revocation: BulkRevocation, now: number): RevocationText {
    const { phase, counts, total, msLeft } = revocation
    const open = counts.queued + counts.sent
    const title = t('bulkRevocation.ending', { n: number(total) }, total)
    switch (phase.is) {
      case 'waiting':
        return waiting(phase, now)
      case 'interrupted':
        return {
          title: t('bulkRevocation.open', { n: number(open) }, open),
          detail: t(`bulkRevocation.stop.${phase.reason}`),
        }
      case 'paused':
        return {
          title: t('bulkRevocation.paused'),
          detail: t('bulkRevocation.pausedHelp', { n: number(counts.queued) }, counts.queued),
        }
      case 'done':
        return {
          title: t('bulkRevocation.ended', { n: number(counts.confirmed) }, counts.confirmed),
          detail: outcome(revocation),
        }
      default: {
        const isClosing = msLeft !== null && counts.queued === 0
        if (isClosing) return { title, detail: t('bulkRevocation.proving') }
        return {
          title,
          detail: msLeft === null ? '' : t('bulkRevocation.left', { when: formatWait(msLeft, locale.value) }),
        }
      }
    }
  }

  /** Describes the status of one item. */
  function item({ state, failure }: RevocationItem): string {
    // A fresh list still contains the session.
    const isStillThere = failure?.kind === 'outcomeUnknown' || failure?.kind === 'notFound'
    if (failure === null || state === 'notConfirmed') return t(`bulkRevocation.state.${state}`)
    return isStillThere ? t('bulkRevocation.stillThere') : sayHere(failure)
  }

  const progress = ({ answered, total }: BulkRevocation): string =>
    t('bulkRevocation.progress', { done: number(answered), total: number(total) })

  return { describe, item, progress }
}
