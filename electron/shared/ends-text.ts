import type { BatchView, EndView } from './ends.ts'
import type { Failure } from './failure.ts'
import { failureCause, failureText, type NamedServer } from './failure-text.ts'
import type { Translate } from './translate.ts'

// The window and the notifications say the same of an end.

/** Formats a number as the texts show it. */
type FormatNumber = (n: number) => string | number

/** Whether an end did not succeed. */
export function hasFailures({ failed, notConfirmed }: BatchView['counts']): boolean {
  return failed + notConfirmed > 0
}

/** Returns what came of ends: "Ended 5 sessions", or where some did not end all of it, "44 of 46 ended, 2 couldn't be". */
export function endsHeading(
  { counts, total }: Pick<BatchView, 'counts' | 'total'>,
  t: Translate,
  number: FormatNumber,
): string {
  const { confirmed } = counts
  if (!hasFailures(counts)) return t('bulkRevocation.ended', { n: number(confirmed) }, confirmed)
  const done = { done: number(confirmed), total: number(total) }
  return [
    t('bulkRevocation.partly.ended', done, confirmed),
    ...(['failed', 'notConfirmed', 'alreadyGone', 'cancelled'] as const)
      .filter((state) => counts[state] > 0)
      .map((state) => t(`bulkRevocation.partly.${state}`, { n: number(counts[state]) }, counts[state])),
  ].join(', ')
}

/** Returns what a heading without failures leaves open: the sessions that were gone before, and those that were not sent. */
export function endsRest(
  { alreadyGone, cancelled }: BatchView['counts'],
  t: Translate,
  number: FormatNumber,
): string {
  const rest = Object.entries({ gone: alreadyGone, cancelled }).filter(([, count]) => count > 0)
  return rest.map(([key, count]) => t(`bulkRevocation.${key}`, { n: number(count) }, count)).join(' ')
}

/** Whether main fetched a fresh list after this failure, and the session is still in it. */
export function isStillListed({ kind }: Failure): boolean {
  return kind === 'outcomeUnknown' || kind === 'notFound'
}

/** Returns why an end did not succeed; empty if that is not known, or if it did. */
export function endReason(
  { state, failure }: Pick<EndView, 'state' | 'failure'>,
  at: NamedServer,
  t: Translate,
): string {
  if (failure === null) return ''
  if (state === 'notConfirmed') return failureCause(failure, at, t)
  return isStillListed(failure) ? `${t('bulkRevocation.stillThere')}.` : failureText(failure, at, t)
}

/** Returns the reason of all failures among some ends; empty if there are several, because then each row says its own. */
export function commonReason<E extends EndView>(ends: readonly E[], reasonOf: (end: E) => string): string {
  const failed = ends.filter(({ state }) => state === 'failed' || state === 'notConfirmed')
  const [reason = '', ...others] = new Set(failed.map(reasonOf))
  return others.length === 0 ? reason : ''
}

/** Returns why the end of one session failed or is not confirmed, and what to do. */
export function failedEndHelp(
  { state, failure }: { state: string; failure: Failure },
  at: NamedServer,
  t: Translate,
): string {
  if (state === 'notConfirmed') return `${failureCause(failure, at, t)} ${t('revocation.notConfirmedHelp')}`
  return isStillListed(failure) ? t('revocation.stillThere') : failureText(failure, at, t)
}
