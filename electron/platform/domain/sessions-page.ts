import { pictureOf } from '../../shared/account-picture.ts'
import type { LastKnownList, LastKnownSession } from '../../shared/last-known-list.ts'
import { timeOfUse } from '../../shared/last-use.ts'
import { formatAge } from '../../shared/relative-time.ts'
import { exactTime, listTime, validTimeZone } from '../../shared/exact-time.ts'
import { serverName } from '../../shared/server-name.ts'
import type { Language } from '../../shared/languages.ts'
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
  locale: Language
  now: number
}

/** Returns the HTML of the sessions document, filled in with an account's last known list; escapes all values. */
export function fillSessionsPage(document: SessionsDocument, values: SessionsPageValues): string {
  const { account, list, theme, locale, now } = values
  const { templates } = document
  const zone = validTimeZone(account.timezone)
  const { initials, hue } = pictureOf(account.baseUrl, account)
  const count = templates.count[list.count === 1 ? 0 : 1]
  const rows = list.sessions.map((session) =>
    fillRow(templates, session, { now: now + list.skew, locale, zone }),
  )
  return fillDocument(
    document.html,
    {
      theme,
      account: JSON.stringify(account),
      list: JSON.stringify(list),
      userName: account.name,
      initials,
      hue: String(hue),
      place: account.tenant ?? serverName(account.baseUrl),
      checked: listTime(list.checkedAt, now, locale, zone),
      count: count.replace(placeholder('n'), new Intl.NumberFormat(locale).format(list.count)),
    },
    { head: templates.heads[headOf(list.order)] ?? '', rows: rows.join('') },
  )
}

/** The common values of the rows; `now` is epoch ms by the service's clock. */
interface RowContext {
  now: number
  locale: Language
  zone: string | undefined
}

function fillRow(templates: RowTemplates, session: LastKnownSession, context: RowContext): string {
  const { id, name, kind, lastUsedAt, createdAt, firstSeenAt, isCurrent } = session
  const never = lastUsedAt === 'unknown' ? templates.unknown : templates.never
  return fillDocument(
    isCurrent ? templates.current : templates.other,
    { id: String(id), name },
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
  { now, locale, zone }: RowContext,
): string {
  if (at === null) return escapeHtml(instead)
  return fillDocument(time, {
    iso: new Date(at).toISOString(),
    exact: exactTime(at, locale, zone),
    text: formatAge(at, now, {
      locale,
      zone,
      words: { never: instead, now: justNow },
    }),
  })
}
