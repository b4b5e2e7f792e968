import { roleText, type Account } from '../../../shared/account.ts'
import type { LastUse } from '../../../shared/last-use.ts'
import type { ReviewItem } from '../../../shared/review.ts'
import type { Translate } from '../../../shared/translate.ts'
import { formatCsv } from '../../activity/domain/history-export.ts'
import { countDecisions, countEnds, progressOf, type Review } from './review.ts'

/** A review to report, with its account. */
export interface ReviewToReport {
  account: Pick<Account, 'baseUrl' | 'user'>
  review: Review
}

/** Formats epoch ms for a report. */
export type FormatTime = (at: number) => string

/** How a report tells times: one zone for all, by the name that its head has. */
export interface ReportTimes {
  format: FormatTime
  zone: string
}

const inUtc: FormatTime = (at) => new Date(at).toISOString()

export interface ReportColumn {
  /** The key of its text. */
  key: string
  /** Its width on paper, in percent; its longest word fits in all languages. */
  width: number
  /** Whether paper cuts a long text, so that a session has one line. The other forms of the report have the whole text. */
  isCut?: boolean
  cell(item: ReviewItem, t: Translate, format: FormatTime): string
}

export const COLUMNS: readonly ReportColumn[] = [
  { key: 'name', width: 19, isCut: true, cell: ({ name }) => name },
  { key: 'serviceName', width: 15, isCut: true, cell: ({ serviceName }) => serviceName },
  {
    key: 'signedIn',
    width: 14.5,
    cell: ({ createdAt }, t, format) => (createdAt === null ? t('time.unknown') : format(createdAt)),
  },
  { key: 'lastUsed', width: 14.5, cell: ({ lastUsedAt }, t, format) => formatUse(lastUsedAt, t, format) },
  { key: 'decision', width: 10.5, cell: decisionText },
  { key: 'decidedAt', width: 14.5, cell: ({ decided }, _t, format) => (decided ? format(decided.at) : '') },
  { key: 'outcome', width: 12, cell: outcomeText },
]

/** The name of the person who reviewed, as far as the app knows: that of the account. */
export function reviewerOf({ account: { user } }: ReviewToReport): string {
  return user.name || user.email
}

/** Returns the facts about the whole review, as titles and values. */
export function reportFacts(
  reported: ReviewToReport,
  t: Translate,
  { format, zone }: ReportTimes,
): [string, string][] {
  const { account, review } = reported
  const { user } = account
  const device = review.items.find(({ isCurrent }) => isCurrent)?.name
  const { decided, total } = progressOf(review)
  const { ended, openEnds } = countEnds(review)
  const who = [user.name, user.email, user.tenant?.name ?? ''].filter(Boolean).join(', ')
  const role = roleText(user.role ?? '', t)
  const { finishedAt } = review
  const head: [string, string][] = [
    [t('review.report.account'), who],
    [t('review.report.reviewedBy'), [reviewerOf(reported), role, device ?? ''].filter(Boolean).join(', ')],
    [t('review.report.server'), review.server],
    [t('review.report.version'), review.version],
    [t('review.report.started'), format(review.startedAt)],
    [t('review.report.finished'), finishedAt === null ? t('review.report.notFinished') : format(finishedAt)],
    [t('review.report.zone'), zone],
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
    ...reportFacts(reported, t, { format: inUtc, zone: 'UTC' }),
    [],
    [...COLUMNS.map(({ key }) => t(`review.report.columns.${key}`)), t('activity.columns.session')],
    ...reported.review.items.map((item) => [
      ...COLUMNS.map(({ cell }) => cell(item, t, inUtc)),
      String(item.id),
    ]),
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
    sessions: items.map(exportedSession),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

/** What the JSON says of each field of an item; null: nothing, because it is the app's own or another one tells it. */
const JSON_FIELDS: Record<keyof ReviewItem, ((item: ReviewItem) => Record<string, unknown>) | null> = {
  id: ({ id }) => ({ id }),
  name: ({ name }) => ({ name }),
  serviceName: ({ serviceName }) => ({ serviceName }),
  createdAt: ({ createdAt }) => ({ signedInAt: inUtcOrNull(createdAt) }),
  lastUsedAt: ({ lastUsedAt: use }) => ({ lastUsedAt: use === 'unknown' ? use : inUtcOrNull(use) }),
  isCurrent: ({ isCurrent }) => ({ isThisDevice: isCurrent }),
  decided: ({ isCurrent, decided }) => ({
    decision: isCurrent ? null : (decided?.decision ?? null),
    decidedAt: inUtcOrNull(decided?.at ?? null),
  }),
  isDoubtful: ({ isDoubtful }) => ({ toBeConfirmed: isDoubtful }),
  hasArrived: ({ hasArrived }) => ({ arrivedDuringReview: hasArrived }),
  outcome: ({ outcome }) => ({ outcome }),
  key: null,
  sessionKey: null,
  isGone: null,
  earlier: null,
  renewedAs: null,
}

function exportedSession(item: ReviewItem): Record<string, unknown> {
  const fields = Object.values(JSON_FIELDS).flatMap((field) => (field ? Object.entries(field(item)) : []))
  return Object.fromEntries(fields)
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
