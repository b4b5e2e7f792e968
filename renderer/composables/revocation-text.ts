import { useI18n } from 'vue-i18n'
import type { Ending, RevocationItem, ItemStatus } from '../../electron/contract/ending.ts'
import { useAppStore } from '../stores/app.ts'
import { useFailureText } from './failure-text.ts'
import { formatWait } from './relative-time.ts'
import { serverName } from './server-name.ts'

/** The text of a bulk revocation beside its numbers. The title changes with the phase; the detail may change every second. */
export interface RevocationText {
  title: string
  detail: string
}

/** Describes a bulk revocation in the window's language; `now` is epoch ms by this computer's clock. */
export function useRevocationText() {
  const { t, locale, n: number } = useI18n()
  const app = useAppStore()
  const say = useFailureText()
  const sayHere = (failure: Parameters<typeof say>[0]): string =>
    say(failure, serverName(app.account?.baseUrl ?? ''))

  function waiting({ until, reason }: Ending['phase'] & { is: 'waiting' }, now: number): RevocationText {
    const detail = t('endMany.goesOn', { when: formatWait(until - now, locale.value) })
    if (reason.kind === 'rateLimited') return { title: t('endMany.limited'), detail }
    const isOffline = reason.kind === 'offline' && reason.reason === 'noNetwork'
    return isOffline
      ? { title: t('endMany.offline'), detail: t('endMany.offlineHelp') }
      : { title: sayHere(reason), detail }
  }

  /** Summarizes the finished items, successes first. */
  function outcome({ counts, total }: Ending): string {
    const sentences: [ItemStatus, string][] = [
      ['alreadyGone', t('endMany.gone', { n: number(counts.alreadyGone) }, counts.alreadyGone)],
      ['failed', t('endMany.failed', { n: number(counts.failed) }, counts.failed)],
      ['notConfirmed', t('endMany.notConfirmed', { n: number(counts.notConfirmed) }, counts.notConfirmed)],
      ['cancelled', t('endMany.cancelled', { n: number(counts.cancelled) }, counts.cancelled)],
    ]
    const rest = sentences.filter(([state]) => counts[state] > 0).map(([, sentence]) => sentence)
    return rest.length > 0 ? rest.join(' ') : t('endMany.allDone', { n: number(total) }, total)
  }

  function describe(revocation: Ending, now: number): RevocationText {
    const { phase, counts, total, msLeft } = revocation
    const open = counts.queued + counts.sent
    const title = t('endMany.ending', { n: number(total) }, total)
    switch (phase.is) {
      case 'waiting':
        return waiting(phase, now)
      case 'interrupted':
        return {
          title: t('endMany.open', { n: number(open) }, open),
          detail: t(`endMany.stop.${phase.reason}`),
        }
      case 'paused':
        return {
          title: t('endMany.paused'),
          detail: t('endMany.pausedHelp', { n: number(counts.queued) }, counts.queued),
        }
      case 'done':
        return {
          title: t('endMany.ended', { n: number(counts.confirmed) }, counts.confirmed),
          detail: outcome(revocation),
        }
      default: {
        const isClosing = msLeft !== null && counts.queued === 0
        if (isClosing) return { title, detail: t('endMany.proving') }
        return {
          title,
          detail: msLeft === null ? '' : t('endMany.left', { when: formatWait(msLeft, locale.value) }),
        }
      }
    }
  }

  /** Describes the status of one item. */
  function item({ state, failure }: RevocationItem): string {
    // A fresh list still contains the session.
    const isStillThere = failure?.kind === 'outcomeUnknown' || failure?.kind === 'notFound'
    if (failure === null || state === 'notConfirmed') return t(`endMany.state.${state}`)
    return isStillThere ? t('endMany.stillThere') : sayHere(failure)
  }

  const progress = ({ answered, total }: Ending): string =>
    t('endMany.progress', { done: number(answered), total: number(total) })

  return { describe, item, progress }
}
