import { END_STATES, hasFailed, isUnfinished, type BatchView, type EndState, type EndView } from './ends.ts'
import { failureCause, failureText, type NamedServer } from './failure-text.ts'
import type { Translate } from './translate.ts'

// The window and the notifications say the same of an end.

/** Formats a number as the texts show it. */
type FormatNumber = (n: number) => string | number

/** What the texts need to know of an end. */
type ToldEnd = Omit<EndView, 'key' | 'batches'>

const countOf = (counts: BatchView['counts'], isCounted: (state: EndState) => boolean): number =>
  END_STATES.filter(isCounted).reduce((sum, state) => sum + counts[state], 0)

/** Whether some ends are over without success, and can be asked for again. */
export const hasFailures = (counts: BatchView['counts']): boolean => countOf(counts, hasFailed) > 0

/** The number of ends that are not over. */
export const countUnfinished = (counts: BatchView['counts']): number => countOf(counts, isUnfinished)

/** Returns what came of ends: "Ended 5 sessions", or where not all of them ended, "44 ended, 2 refused, 1 kept". */
export function endsHeading(counts: BatchView['counts'], t: Translate, number: FormatNumber): string {
  const outcomes = (['ended', 'refused', 'stillListed', 'unclear', 'gone', 'dropped'] as const).filter(
    (state) => counts[state] > 0,
  )
  if (outcomes.every((state) => state === 'ended'))
    return t('bulkRevocation.ended', { n: number(counts.ended) }, counts.ended)
  return outcomes
    .map((state) => t(`bulkRevocation.partly.${state}`, { n: number(counts[state]) }, counts[state]))
    .join(', ')
}

/** Returns why an end did not succeed; empty if its state says all that is known. */
function endReason({ name, state, failure, dropped }: ToldEnd, at: NamedServer, t: Translate): string {
  if (dropped !== null && dropped !== 'cancelled') return t(`endDropped.${dropped}`, { name })
  if (failure === null) return ''
  // Since then a good list showed what came of it.
  const isSettled = failure.kind === 'outcomeUnknown' || failure.kind === 'notFound'
  if (state === 'stillListed' && isSettled) return ''
  return state === 'unclear' ? failureCause(failure, at, t) : failureText(failure, at, t)
}

/**
 * Returns why some ends did not succeed, if all have one reason; empty if there are several, because then each row says its own. What
 * the person cancelled has none.
 */
export function commonReason<E extends EndView>(
  ends: readonly E[],
  serverOf: (end: E) => NamedServer,
  t: Translate,
): string {
  const failed = ends.filter(({ state }) => hasFailed(state))
  const stopped = ends.filter(({ dropped }) => dropped !== null && dropped !== 'cancelled')
  const reasonOf = (end: E): string => endReason(end, serverOf(end), t)
  const [reason = '', ...others] = new Set((failed.length > 0 ? failed : stopped).map(reasonOf))
  return others.length === 0 ? reason : ''
}

/** Returns the title of the outcome of one end. */
export const endTitle = ({ name, state }: Pick<EndView, 'name' | 'state'>, t: Translate): string =>
  t(`revocation.${state === 'stillListed' ? 'refused' : state}`, { name })

/** Returns why the end of one session did not succeed, and what to do; empty if it did. */
export function endHelp(end: ToldEnd, at: NamedServer, t: Translate): string {
  const reason = endReason(end, at, t)
  if (end.state === 'unclear') return `${reason} ${t('revocation.unclearHelp')}`
  return reason || (end.state === 'stillListed' ? t('revocation.stillListedHelp') : '')
}
