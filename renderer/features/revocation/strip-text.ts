import { useI18n } from 'vue-i18n'
import type { EndView } from '../../../electron/shared/ends.ts'
import type { Failure } from '../../../electron/shared/failure.ts'
import { formatWait, MAX_WAIT_SECONDS } from '../../../electron/shared/relative-time.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useFailureCause, useFailureText } from '../../lib/failure-text.ts'
import { useRevocations } from './revocations.ts'
import {
  endsIn,
  hasFailures,
  onlyOf,
  sumOf,
  type AccountBatch,
  type LineSum,
  type StripLine,
} from './strip-lines.ts'

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
  const sayCause = useFailureCause()
  /** The name of a session that is ended alone. */
  const nameOf = (part: AccountBatch): string => endsIn(revocations.shown, part)[0]?.name ?? ''
  const when = (ms: number): string => formatWait(ms, locale.value)
  /** How long something still waits, such as "4 seconds". */
  function waitOf(ms: number): string {
    const seconds = Math.max(1, Math.ceil(ms / 1_000))
    const unit = { style: 'unit', unitDisplay: 'long' } as const
    return seconds <= MAX_WAIT_SECONDS
      ? number(seconds, { ...unit, unit: 'second' })
      : number(Math.ceil(seconds / 60), { ...unit, unit: 'minute' })
  }

  // After these two failures main fetched a fresh list, and the session is still in it.
  const isStillThere = (failure: Failure): boolean =>
    failure.kind === 'outcomeUnknown' || failure.kind === 'notFound'

  function waiting(accountId: string, reason: Failure, ms: number): string {
    if (reason.kind === 'offline' && reason.reason === 'noNetwork') return t('bulkRevocation.offline')
    if (reason.kind === 'rateLimited') return t('bulkRevocation.limited', { wait: waitOf(ms) })
    const why = say(reason, app.serverOf(accountId))
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

  /** A text about the number of ends in a state. */
  const counted = (key: string, count: number): string =>
    t(`bulkRevocation.${key}`, { n: number(count) }, count)

  /** The heading of what is over: where some did not end, it tells the whole outcome. */
  function heading({ counts, total }: LineSum): string {
    if (!hasFailures(counts)) return counted('ended', counts.confirmed)
    const done = { done: number(counts.confirmed), total: number(total) }
    return [
      t('bulkRevocation.partly.ended', done, counts.confirmed),
      ...(['failed', 'notConfirmed', 'alreadyGone', 'cancelled'] as const)
        .filter((state) => counts[state] > 0)
        .map((state) => t(`bulkRevocation.partly.${state}`, { n: number(counts[state]) }, counts[state])),
    ].join(', ')
  }

  /** Why an end did not succeed; empty if that is not known, or if it did. */
  function reasonOf(accountId: string, { state, failure }: EndView): string {
    if (failure === null) return ''
    if (state === 'notConfirmed') return sayCause(failure, app.serverOf(accountId))
    return isStillThere(failure)
      ? `${t('bulkRevocation.stillThere')}.`
      : say(failure, app.serverOf(accountId))
  }

  /** What the heading leaves open: the reason of all failures, if it is one, because otherwise each row says its own. */
  function outcome(parts: StripLine['parts'], { counts, total }: LineSum): string {
    if (hasFailures(counts)) {
      const failed = parts.flatMap((part) =>
        endsIn(revocations.shown, part)
          .filter(({ state }) => state === 'failed' || state === 'notConfirmed')
          .map((end) => reasonOf(part.accountId, end)),
      )
      const [reason = '', ...others] = new Set(failed)
      return others.length === 0 ? reason : ''
    }
    const rest = [
      ...(counts.alreadyGone > 0 ? [counted('gone', counts.alreadyGone)] : []),
      ...(counts.cancelled > 0 ? [counted('cancelled', counts.cancelled)] : []),
    ]
    return rest.length > 0 ? rest.join(' ') : counted('allDone', total)
  }

  function done({ parts }: StripLine, sum: LineSum): LineText {
    const only = onlyOf(parts)
    const end = only && endsIn(revocations.shown, only)[0]
    if (!only || !end?.failure) return { title: heading(sum), detail: outcome(parts, sum) }
    const { failure, state } = end
    const name = end.name ?? ''
    if (state === 'notConfirmed') {
      const detail = `${reasonOf(only.accountId, end)} ${t('revocation.notConfirmedHelp')}`
      return { title: t('revocation.notConfirmed', { name }), detail }
    }
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
  function item(accountId: string, end: EndView): string {
    const { state, failure } = end
    if (failure === null) return t(`bulkRevocation.state.${state}`)
    if (state === 'notConfirmed') return `${t(`bulkRevocation.state.${state}`)}. ${reasonOf(accountId, end)}`
    return isStillThere(failure) ? t('bulkRevocation.stillThere') : say(failure, app.serverOf(accountId))
  }

  return { describe, item }
}
