import type { Account } from '../../../shared/account.ts'
import type { LastUse } from '../../../shared/last-use.ts'
import type { ReviewItem } from '../../../shared/review.ts'
import type { Translate } from '../../../core/domain/translate.ts'
import { formatCsv } from '../../activity/domain/history-export.ts'
import { countDecisions, countEnds, progressOf, type Review } from './review.ts'

/** A review to report, with its account. */
export interface ReviewToReport {
  account: Pick<Account, 'baseUrl' | 'user'>
  review: Review
}

/** The columns of a report; each is the key of its text. */
export const COLUMNS = [
  'name',
  'serviceName',
  'signedIn',
  'lastUsed',
  'decision',
  'decidedAt',
  'outcome',
] as const

/** Formats epoch ms for a report. */
export type FormatTime = (at: number) => string

const inUtc: FormatTime = (at) => new Date(at).toISOString()

/** Returns the cells of one session, in the order of `COLUMNS`. */
export function reportCells(item: ReviewItem, t: Translate, format: FormatTime): string[] {
  const { name, serviceName, createdAt, lastUsedAt, decided } = item
  return [
    name,
    serviceName,
    createdAt === null ? t('time.unknown') : format(createdAt),
    formatUse(lastUsedAt, t, format),
    decisionText(item, t),
    decided ? format(decided.at) : '',
    outcomeText(item, t),
  ]
}

/** Returns the facts about the whole review, as titles and values. */
export function reportFacts(
  { account, review }: ReviewToReport,
  t: Translate,
  format: FormatTime,
): [string, string][] {
  const { user } = account
  const { decided, total } = progressOf(review)
  const { ended, openEnds } = countEnds(review)
  const who = [user.name, user.email, user.tenant?.name ?? ''].filter(Boolean).join(', ')
  const { finishedAt } = review
  const head: [string, string][] = [
    [t('review.report.account'), who],
    [t('review.report.server'), review.server],
    [t('review.report.version'), review.version],
    [t('review.report.started'), format(review.startedAt)],
    [t('review.report.finished'), finishedAt === null ? t('review.report.notFinished') : format(finishedAt)],
    [t('review.report.decisions'), t('review.progress', { decided, total })],
    [t('review.report.counts'), t('review.counts', countDecisions(review))],
  ]
  if (ended > 0) head.push([t('review.report.ended'), String(ended)])
  if (openEnds > 0) head.push([t('review.report.openEnds'), String(openEnds)])
  return head
}

/** Formats a review as CSV, times in UTC. */
export function reviewAsCsv(reported: ReviewToReport, t: Translate): string {
  return formatCsv([
    [t('review.report.unsigned')],
    ...reportFacts(reported, t, inUtc),
    [],
    [...COLUMNS.map((column) => t(`review.report.columns.${column}`)), t('activity.columns.session')],
    ...reported.review.items.map((item) => [...reportCells(item, t, inUtc), String(item.id)]),
  ])
}

/** Formats a review as JSON, times in UTC; only the value `statement` depends on the language. */
export function reviewAsJson({ account, review }: ReviewToReport, t: Translate): string {
  const { user } = account
  const { startedAt, finishedAt, server, version, items } = review
  const report = {
    statement: t('review.report.unsigned'),
    service: server,
    user: user.email || user.name,
    tenant: user.tenant?.name ?? null,
    appVersion: version,
    startedAt: inUtc(startedAt),
    finishedAt: inUtcOrNull(finishedAt),
    ...progressOf(review),
    ...countEnds(review),
    sessions: items.map((item) => ({
      id: item.id,
      name: item.name,
      serviceName: item.serviceName,
      signedInAt: inUtcOrNull(item.createdAt),
      lastUsedAt: item.lastUsedAt === 'unknown' ? 'unknown' : inUtcOrNull(item.lastUsedAt),
      isThisDevice: item.isCurrent,
      decision: item.isCurrent ? null : (item.decided?.decision ?? null),
      decidedAt: inUtcOrNull(item.decided?.at ?? null),
      toBeConfirmed: item.isDoubtful,
      arrivedDuringReview: item.hasArrived,
      outcome: item.outcome,
    })),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

function inUtcOrNull(at: number | null): string | null {
  return at === null ? null : inUtc(at)
}

function formatUse(lastUse: LastUse, t: Translate, format: FormatTime): string {
  if (lastUse === null) return t('time.never')
  return lastUse === 'unknown' ? t('time.unknown') : format(lastUse)
}

function decisionText({ isCurrent, isGone, isDoubtful, decided }: ReviewItem, t: Translate): string {
  if (isCurrent) return t('sessions.current')
  if (isDoubtful) return t('review.doubtful')
  if (decided) return t(`review.decisions.${decided.decision}`)
  return t(isGone ? 'review.gone' : 'review.report.undecided')
}

function outcomeText({ outcome, hasArrived }: ReviewItem, t: Translate): string {
  const texts = [
    ...(outcome ? [t(`review.outcomes.${outcome}`)] : []),
    ...(hasArrived ? [t('review.arrived')] : []),
  ]
  return texts.join('. ')
}
