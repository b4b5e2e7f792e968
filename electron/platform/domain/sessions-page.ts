import { pictureOf } from '../../shared/account-picture.ts'
import type { LastKnownList, LastKnownSession } from '../../shared/last-known-list.ts'
import { timeOfUse } from '../../shared/last-use.ts'
import { datesIn, validTimeZone, type Dates } from '../../shared/dates.ts'
import { serverName } from '../../shared/server-name.ts'
import {
  escapeHtml,
  fillDocument,
  headOf,
  type PageAccount,
  placeholder,
  type RowTemplates,
  type SessionsDocument,
} from '../../shared/static-document.ts'

/** The values of the page; `now` is epoch ms by this computer's clock. */
export interface SessionsPageValues {
  account: PageAccount
  list: LastKnownList
  theme: string
  locale: string
  now: number
}

/** Returns the HTML of the sessions document, filled in with an account's last known list; escapes all values. */
export function fillSessionsPage(document: SessionsDocument, values: SessionsPageValues): string {
  const { account, list, theme, locale, now } = values
  const { templates } = document
  const dates = datesIn(locale, validTimeZone(account.timezone), now)
  const { initials, hue } = pictureOf(account.baseUrl, account)
  const count = templates.count[list.count === 1 ? 0 : 1]
  const rows = list.sessions.map((session) => fillRow(templates, session, { now: now + list.skew, dates }))
  return fillDocument(
    document.html,
    {
      ...{ theme, locale },
      account: JSON.stringify(account),
      list: JSON.stringify(list),
      userName: account.name,
      initials,
      hue: String(hue),
      place: account.tenant ?? serverName(account.baseUrl),
      checked: dates.moment(list.checkedAt),
      count: count.replace(placeholder('n'), new Intl.NumberFormat(locale).format(list.count)),
    },
    { head: templates.heads[headOf(list.order)] ?? '', rows: rows.join('') },
  )
}

/** The common values of the rows; `now` is epoch ms by the service's clock. */
interface RowContext {
  now: number
  dates: Dates
}

function fillRow(templates: RowTemplates, session: LastKnownSession, context: RowContext): string {
  const { key, id, name, kind, lastUsedAt, createdAt, firstSeenAt, isCurrent } = session
  const never = lastUsedAt === 'unknown' ? templates.unknown : templates.never
  return fillDocument(
    isCurrent ? templates.current : templates.other,
    { key: String(key), id: String(id), name },
    {
      icon: templates.icons[kind],
      lastUsed: fillTime(templates, timeOfUse(lastUsedAt), never, context),
      signedIn: fillTime(templates, createdAt, templates.unknown, context),
      firstSeen: fillTime(templates, firstSeenAt, templates.unknown, context),
    },
  )
}

/** Returns the element of a time, or the text `instead` if it is null. */
function fillTime(
  { time, now: justNow }: RowTemplates,
  at: number | null,
  instead: string,
  { now, dates }: RowContext,
): string {
  if (at === null) return escapeHtml(instead)
  return fillDocument(time, {
    iso: new Date(at).toISOString(),
    exact: dates.exact(at),
    text: dates.age(at, now, justNow),
  })
}
