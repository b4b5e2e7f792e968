import { useI18n } from 'vue-i18n'
import { MAX_WAIT_DAYS } from '../../../electron/shared/ends.ts'
import {
  commonReason,
  countUnfinished,
  endHelp,
  endsHeading,
  endTitle,
} from '../../../electron/shared/ends-text.ts'
import type { Failure } from '../../../electron/shared/failure.ts'
import { failureText, type NamedServer } from '../../../electron/shared/failure-text.ts'
import { formatWait, MAX_WAIT_SECONDS } from '../../../electron/shared/dates.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useRevocations } from './revocations.ts'
import { endsIn, onlyOf, type AccountBatch, type LineSum, type EndsLine } from './ends-lines.ts'

/** The texts of a line. The title changes with what it is about; the detail may change every second. */
export interface LineText {
  title: string
  detail: string
}

/** Returns a function that describes a line in the window's language; `now` is epoch ms by this computer's clock. */
export function useLineText(): (line: EndsLine, sum: LineSum, now: number) => LineText {
  const { t, locale, n: number } = useI18n()
  const app = useAppStore()
  const revocations = useRevocations()
  function serverOf(accountId: string): NamedServer {
    const server = app.serverOf(accountId)
    return { server, isKnown: app.isKnownServer(server) }
  }
  /** The name of a session that is ended alone. */
  const nameOf = (part: AccountBatch): string => endsIn(revocations.shown, part)[0]?.name ?? ''
  const when = (ms: number): string => formatWait(ms, locale.value)
  /** How long something still takes, such as "4 seconds"; `isShort`: "4 s", by the symbols of SI. */
  function spanOf(ms: number, isShort = false): string {
    const seconds = Math.max(1, Math.ceil(ms / 1_000))
    const isLong = seconds > MAX_WAIT_SECONDS
    const value = isLong ? Math.ceil(seconds / 60) : seconds
    if (isShort) return `${number(value)} ${isLong ? 'min' : 's'}`
    return number(value, { style: 'unit', unitDisplay: 'long', unit: isLong ? 'minute' : 'second' })
  }

  function waiting(accountId: string, reason: Failure, ms: number): string {
    if (reason.kind === 'offline' && reason.reason === 'noNetwork') return t('bulkRevocation.offline')
    if (reason.kind === 'rateLimited') return t('bulkRevocation.limited', { wait: spanOf(ms) })
    const why = failureText(reason, serverOf(accountId), t)
    return `${why} ${t('bulkRevocation.continues', { when: when(ms) })}`
  }

  function undoable({ parts, older }: EndsLine, { total, until }: LineSum, now: number): LineText {
    const only = onlyOf(parts)
    const left = (until ?? now) - now
    const begins = t(only ? 'revocation.in' : 'bulkRevocation.in', { when: when(left) })
    const rest = older > 0 ? t('bulkRevocation.older', older) : ''
    return {
      title: only ? t('revocation.row', { name: nameOf(only) }) : t('bulkRevocation.ending', total),
      detail: left > 0 ? [`${begins}.`, rest].join(' ').trim() : t('revocation.sending'),
    }
  }

  function going({ parts }: EndsLine, sum: LineSum, now: number): LineText {
    const only = onlyOf(parts)
    const title = only
      ? t('revocation.row', { name: nameOf(only) })
      : t('bulkRevocation.endingOf', { done: sum.answered, total: sum.total })
    if (sum.waitsFor !== null)
      return { title, detail: waiting(parts[0].accountId, sum.waitsFor, (sum.until ?? now) - now) }
    if (only) return { title, detail: t('revocation.sending') }
    if (sum.msLeft === null) return { title, detail: '' }
    const isClosing = sum.counts.waiting === 0
    if (isClosing) return { title, detail: t('bulkRevocation.proving') }
    return { title, detail: t('bulkRevocation.left', { time: spanOf(sum.msLeft, true) }) }
  }

  /** The reason of all failures, if it is one. */
  function reasonOf(parts: EndsLine['parts']): string {
    const ends = parts.flatMap((part) =>
      endsIn(revocations.shown, part).map((end) => ({ ...end, accountId: part.accountId })),
    )
    return commonReason(ends, ({ accountId }) => serverOf(accountId), t)
  }

  function done({ parts }: EndsLine, sum: LineSum): LineText {
    const only = onlyOf(parts)
    const end = only && endsIn(revocations.shown, only)[0]
    if (!only || !end) return { title: endsHeading(sum.counts, t, number), detail: reasonOf(parts) }
    return { title: endTitle(end, t), detail: endHelp(end, serverOf(only.accountId), t) }
  }

  return (line, sum, now) => {
    const { counts, total } = sum
    switch (line.kind) {
      case 'undoable':
        return undoable(line, sum, now)
      case 'going':
        return going(line, sum, now)
      case 'paused':
        return {
          title: t('bulkRevocation.pausedAt', { done: sum.answered, total }),
          detail: t('bulkRevocation.pausedHelp', counts.waiting),
        }
      case 'asking': {
        const open = countUnfinished(counts)
        const { phase } = line.parts[0].batch
        const why = phase.kind === 'asking' ? phase.why : 'restarted'
        return {
          title: t('bulkRevocation.open', open),
          detail: t(`bulkRevocation.stop.${why}`, { days: MAX_WAIT_DAYS }),
        }
      }
      case 'waiting':
        return { title: t('waitingEnds.waiting', counts.waiting), detail: '' }
      case 'done':
        return done(line, sum)
    }
  }
}
