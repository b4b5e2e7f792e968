import { roleText, type Account } from '../../../shared/account.ts'
import type { LastUse } from '../../../shared/last-use.ts'
import { outcomeTextKey, type ReviewItem } from '../../../shared/review.ts'
import { fieldsLine } from '../../../shared/service-fields.ts'
import type { SessionFacts } from '../../../shared/session-facts.ts'
import type { Translate } from '../../../shared/translate.ts'
import { formatCsv } from '../../../domain/csv.ts'
import { countsOf, type Review } from './review.ts'

/** A review to report, with its account. */
export interface ReviewToReport {
  account: Pick<Account, 'baseUrl' | 'user'>
  review: Review & { finishedAt: number }
}

/** Formats epoch ms for a report. */
export type FormatTime = (at: number) => string

/** A column of a report. */
interface ReportColumn {
  /** The key of its title. */
  title: string
  /** Its width on paper, in percent; its longest word fits in all languages. 0: it is not on paper. */
  width: number
  cell(item: ReviewItem, t: Translate, format: FormatTime): string
}

const column = (title: string, width: number, cell: ReportColumn['cell']): ReportColumn => ({
  title,
  width,
  cell,
})

/** The column that tells of each field of an item, in their order; null: the field is the app's own, or another column tells of it. */
const COLUMN_OF: Record<keyof SessionFacts, ReportColumn> & Record<keyof ReviewItem, ReportColumn | null> = {
  name: column('sessions.name', 19, ({ name }) => name),
  serviceName: column('details.serviceName', 15, ({ serviceName }) => serviceName),
  serviceFields: column('serviceFields.title', 0, ({ serviceFields }, t) => fieldsLine(serviceFields, t)),
  createdAt: column('sessions.signedIn', 14.5, ({ createdAt }, ...rest) =>
    useText(createdAt ?? 'unknown', ...rest),
  ),
  lastUsedAt: column('sessions.lastUsed', 14.5, ({ lastUsedAt }, ...rest) => useText(lastUsedAt, ...rest)),
  isCurrent: column('review.report.columns.decision', 10.5, decisionText),
  decided: column('review.report.columns.decidedAt', 14.5, ({ decided }, _t, format) =>
    decided ? format(decided.at) : '',
  ),
  outcome: column('review.report.columns.outcome', 12, outcomeText),
  id: column('activity.columns.session', 0, ({ id }) => String(id)),
  ...{ hasArrived: null, key: null, earlier: null },
}

/** The columns of the table; paper has those with a width. */
export const COLUMNS = Object.values(COLUMN_OF).filter((each) => each !== null)

/** The name of the person who reviewed, as far as the app knows: that of the account. */
export function reviewerOf({ user }: ReviewToReport['account']): string {
  return user.name || user.email
}

/** Returns the facts about the whole review, as titles and values; `zone` is the name of the zone of all times. */
export function reportFacts(
  { account, review }: ReviewToReport,
  t: Translate,
  format: FormatTime,
  zone: string,
): [string, string][] {
  const { user } = account
  const device = review.items.find(({ isCurrent }) => isCurrent)?.name
  const { decided, total, counts, ended, openEnds } = countsOf(review.items)
  const who = [user.name, user.email, user.tenant?.name ?? ''].filter(Boolean).join(', ')
  const role = roleText(user.role ?? '', t)
  const head: [string, string][] = [
    [t('allAccounts.account'), who],
    [t('review.report.reviewedBy'), [reviewerOf(account), role, device ?? ''].filter(Boolean).join(', ')],
    [t('review.report.server'), account.baseUrl],
    [t('review.report.version'), review.version],
    [t('review.report.started'), format(review.startedAt)],
    [t('review.report.finished'), format(review.finishedAt)],
    [t('profile.zone'), zone],
    [t('review.report.decisions'), t('review.progress', { decided, total })],
    [t('review.report.counts'), t('review.counts', counts)],
  ]
  if (ended > 0) head.push([t('review.report.ended'), String(ended)])
  if (openEnds > 0) head.push([t('review.report.openEnds'), String(openEnds)])
  return head
}

/** Formats the sessions of a review as CSV with a head, times in UTC; `locale` is as in `formatCsv`. */
export function reviewAsCsv({ review }: ReviewToReport, t: Translate, locale: string): string {
  const inUtc: FormatTime = (at) => new Date(at).toISOString()
  const rows = [
    COLUMNS.map(({ title }) => t(title)),
    ...review.items.map((item) => COLUMNS.map(({ cell }) => cell(item, t, inUtc))),
  ]
  return formatCsv(rows, locale)
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
  const texts = [outcome && t(outcomeTextKey(outcome)), hasArrived && t('review.arrived')]
  return texts.filter(Boolean).join('. ')
}
