import { useI18n } from 'vue-i18n'
import type { EndView, ItemStatus } from '../../../electron/shared/ends.ts'
import type { Failure } from '../../../electron/shared/failure.ts'
import { formatWait } from '../../../electron/shared/relative-time.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { useRevocations } from './revocations.ts'
import { endsIn, onlyOf, sumOf, type AccountBatch, type LineSum, type StripLine } from './strip-lines.ts'

/** The texts of a line. The title changes with what it is about; the detail may change every second. */
export interface LineText {
  title: string
  detail: string
}

/** Describes the lines of the strip in the window's language. */
export function useStripText() {
  const { t, locale, n: number } = useI18n()
  const app = useAppStore()
  const revocations = useRevocations()
  const say = useFailureText()
  /** The name of a session that is ended alone. */
  const nameOf = (part: AccountBatch): string => endsIn(revocations.shown, part)[0]?.name ?? ''
  const when = (ms: number): string => formatWait(ms, locale.value)

  // After these two failures main fetched a fresh list, and the session is still in it.
  const isStillThere = (failure: Failure): boolean =>
    failure.kind === 'outcomeUnknown' || failure.kind === 'notFound'

  function waiting(accountId: string, reason: Failure, ms: number): string {
    if (reason.kind === 'offline' && reason.reason === 'noNetwork') return t('bulkRevocation.offline')
    const why =
      reason.kind === 'rateLimited' ? t('bulkRevocation.limited') : say(reason, app.serverOf(accountId))
    return `${why} ${t('bulkRevocation.continues', { when: when(ms) })}`
  }

  function undoable({ parts, older }: StripLine, { total, until }: LineSum, now: number): LineText {
    const only = onlyOf(parts)
    const left = (until ?? now) - now
    const begins = t(only ? 'revocation.in' : 'bulkRevocation.in', { when: when(left) })
    const rest = older > 0 ? t('bulkRevocation.older', { n: number(older) }, older) : ''
    return {
      title: only
        ? t('revocation.toast', { name: nameOf(only) })
        : t('bulkRevocation.ending', { n: number(total) }, total),
      detail: left > 0 ? [`${begins}.`, rest].join(' ').trim() : t('revocation.sending'),
    }
  }

  function going({ parts }: StripLine, sum: LineSum, now: number): LineText {
    const only = onlyOf(parts)
    const title = only
      ? t('revocation.toast', { name: nameOf(only) })
      : t('bulkRevocation.endingOf', { done: number(sum.answered), total: number(sum.total) })
    if (sum.waitsFor !== null)
      return { title, detail: waiting(parts[0].accountId, sum.waitsFor, (sum.until ?? now) - now) }
    if (only) return { title, detail: t('revocation.sending') }
    if (sum.msLeft === null) return { title, detail: '' }
    const isClosing = sum.counts.queued === 0
    return {
      title,
      detail: isClosing ? t('bulkRevocation.proving') : t('bulkRevocation.left', { when: when(sum.msLeft) }),
    }
  }

  /** Summarizes what is over, successes first. */
  function outcome({ counts, total }: LineSum): string {
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

  function done({ parts }: StripLine, sum: LineSum): LineText {
    const only = onlyOf(parts)
    const end = only && endsIn(revocations.shown, only)[0]
    if (!only || !end?.failure)
      return {
        title: t('bulkRevocation.ended', { n: number(sum.counts.confirmed) }, sum.counts.confirmed),
        detail: outcome(sum),
      }
    const { failure, state } = end
    const name = end.name ?? ''
    if (state === 'notConfirmed')
      return { title: t('revocation.notConfirmed', { name }), detail: t('revocation.notConfirmedHelp') }
    return {
      title: t('revocation.failed', { name }),
      detail: isStillThere(failure) ? t('revocation.stillThere') : say(failure, app.serverOf(only.accountId)),
    }
  }

  /** Describes a line; `now` is epoch ms by this computer's clock. */
  function describe(line: StripLine, now: number): LineText {
    const sum = sumOf(line.parts)
    const { counts, total } = sum
    switch (line.kind) {
      case 'undoable':
        return undoable(line, sum, now)
      case 'going':
        return going(line, sum, now)
      case 'paused':
        return {
          title: t('bulkRevocation.pausedAt', { done: number(sum.answered), total: number(total) }),
          detail: t('bulkRevocation.pausedHelp', { n: number(counts.queued) }, counts.queued),
        }
      case 'asking': {
        const open = counts.queued + counts.sent
        const [{ batch }] = line.parts
        const reason = batch.phase.kind === 'asking' ? batch.phase.reason : 'restarted'
        return {
          title: t('bulkRevocation.open', { n: number(open) }, open),
          detail: t(`bulkRevocation.stop.${reason}`),
        }
      }
      case 'queued':
        return { title: t('queuedEnds.waiting', { n: number(counts.queued) }, counts.queued), detail: '' }
      case 'done':
        return done(line, sum)
    }
  }

  /** Describes what became of one end of an account. */
  function item(accountId: string, { state, failure }: EndView): string {
    if (failure === null || state === 'notConfirmed') return t(`bulkRevocation.state.${state}`)
    return isStillThere(failure) ? t('bulkRevocation.stillThere') : say(failure, app.serverOf(accountId))
  }

  return { describe, item }
}
