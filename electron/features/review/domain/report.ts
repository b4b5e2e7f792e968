import { roleText, type Account } from '../../../shared/account.ts'
import type { LastUse } from '../../../shared/last-use.ts'
import { outcomeTextKey, type ReviewItem } from '../../../shared/review.ts'
import type { SessionFacts } from '../../../shared/session-facts.ts'
import type { Translate } from '../../../shared/translate.ts'
import { formatCsv } from '../../../domain/csv.ts'
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

/** A column of a report. */
interface ReportColumn {
  /** The key of its title. */
  title: string
  /** Its width on paper, in percent; its longest word fits in all languages. 0: it is not on paper. */
  width: number
  /** Whether paper cuts a long text, so that a session has one line. The other forms of the report have the whole text. */
  isCut: boolean
  cell(item: ReviewItem, t: Translate, format: FormatTime): string
}

/** How a report tells of a field of an item: in JSON, with times in UTC and in no language, and in a column. */
interface ReportField {
  json(item: ReviewItem): Record<string, unknown>
  column: ReportColumn
}

const column = (key: string, width: number, cell: ReportColumn['cell'], isCut = false): ReportColumn => ({
  title: `review.report.columns.${key}`,
  ...{ width, cell, isCut },
})

/**
 * The fields of an item in the order of the report. Both forms tell of each fact of a session; null: a field is the app's own, or
 * another one tells of it.
 */
const FIELDS: Record<keyof SessionFacts, ReportField> &
  Record<Exclude<keyof ReviewItem, keyof SessionFacts>, Partial<ReportField> | null> = {
  name: { json: ({ name }) => ({ name }), column: column('name', 19, ({ name }) => name, true) },
  serviceName: {
    json: ({ serviceName }) => ({ serviceName }),
    column: column('serviceName', 15, ({ serviceName }) => serviceName, true),
  },
  createdAt: {
    json: ({ createdAt }) => ({ signedInAt: inUtcOrNull(createdAt) }),
    column: column('signedIn', 14.5, ({ createdAt }, ...rest) => useText(createdAt ?? 'unknown', ...rest)),
  },
  lastUsedAt: {
    json: ({ lastUsedAt: use }) => ({ lastUsedAt: use === 'unknown' ? use : inUtcOrNull(use) }),
    column: column('lastUsed', 14.5, ({ lastUsedAt }, ...rest) => useText(lastUsedAt, ...rest)),
  },
  isCurrent: {
    json: ({ isCurrent }) => ({ isThisDevice: isCurrent }),
    column: column('decision', 10.5, decisionText),
  },
  decided: {
    json: ({ isCurrent, decided }) => ({
      decision: isCurrent ? null : (decided?.decision ?? null),
      decidedAt: inUtcOrNull(decided?.at ?? null),
    }),
    column: column('decidedAt', 14.5, ({ decided }, _t, format) => (decided ? format(decided.at) : '')),
  },
  hasArrived: { json: ({ hasArrived }) => ({ arrivedDuringReview: hasArrived }) },
  outcome: { json: ({ outcome }) => ({ outcome }), column: column('outcome', 12, outcomeText) },
  id: { json: ({ id }) => ({ id }), column: column('session', 0, ({ id }) => String(id)) },
  key: null,
  earlier: null,
}
const TOLD = Object.values(FIELDS).filter((field) => field !== null)

/** The columns of the CSV; paper has those with a width. */
export const COLUMNS = TOLD.flatMap((field) => field.column ?? [])

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
  const { decided, total } = progressOf(review.items)
  const { ended, openEnds } = countEnds(review.items)
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
    [t('review.report.counts'), t('review.counts', countDecisions(review.items))],
  ]
  if (ended > 0) head.push([t('review.report.ended'), String(ended)])
  if (openEnds > 0) head.push([t('review.report.openEnds'), String(openEnds)])
  return head
}

/** Formats a review as CSV, times in UTC; `locale` is as in `formatCsv`. */
export function reviewAsCsv(reported: ReviewToReport, t: Translate, locale: string): string {
  const rows = [
    [t('review.report.unsigned')],
    ...reportFacts(reported, t, { format: inUtc, zone: 'UTC' }),
    [],
    COLUMNS.map(({ title }) => t(title)),
    ...reported.review.items.map((item) => COLUMNS.map(({ cell }) => cell(item, t, inUtc))),
  ]
  return formatCsv(rows, locale)
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
    ...progressOf(review.items),
    ...countEnds(review.items),
    sessions: items.map((item) => Object.assign({}, ...TOLD.map(({ json }) => json?.(item))) as object),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

function inUtcOrNull(at: number | null): string | null {
  return at === null ? null : inUtc(at)
}

function useText(use: LastUse, t: Translate, format: FormatTime): string {
  return typeof use === 'number' ? format(use) : t(use === null ? 'time.never' : 'time.unknown')
}

function decisionText({ isCurrent, decided }: ReviewItem, t: Translate): string {
  if (isCurrent) return t('sessions.current')
  if (decided) return t(`review.decisions.${decided.decision}`)
  return t('review.report.undecided')
}

function outcomeText({ outcome, hasArrived }: ReviewItem, t: Translate): string {
  const texts = [
    ...(outcome ? [t(outcomeTextKey(outcome))] : []),
    ...(hasArrived ? [t('review.arrived')] : []),
  ]
  return texts.join('. ')
}
