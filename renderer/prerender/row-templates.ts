import type { DeviceKind } from '../../electron/shared/device.ts'
import type { LastKnownList } from '../../electron/shared/last-known-list.ts'
import { datesIn } from '../../electron/shared/dates.ts'
import { placeholder, type RowTemplates } from '../../electron/shared/static-document.ts'

/** The translations that the templates need, as vue-i18n has them. */
export interface Texts {
  t(key: string, named?: Record<string, unknown>, plural?: number): string
  n(value: number): string
  locale: { value: string }
}

const HEAD = /<thead[^]*<\/thead>/
const ROWS = /<tr class="group[^]*<\/tr>(?=(?:<!--.*?-->)*<\/tbody>)/
const ROW = /<tr class="group[^]*?<\/tr>/g
const ICON = /<svg[^]*?<\/svg>/
const TIME = /<time [^]*?<\/time>/
const PICTURE = / data-hue="\d" aria-hidden="true">[^<]*</

/**
 * Converts the HTML of `list`, rendered at `now`, to the page with placeholders for the head and the rows of its table, their number
 * and the time of the list, and to the templates of the rows. Throws if the markup is not as expected, so that the build fails.
 */
export function templatesOf(
  { html, heads }: Pick<RowTemplates, 'heads'> & { html: string },
  list: LastKnownList,
  { t, n, locale }: Texts,
  now: number,
): { html: string; templates: RowTemplates } {
  const rows = html.match(ROW) ?? []
  if (rows.length !== list.sessions.length) throw new Error(`The list has ${rows.length} rows`)
  const icons: Partial<Record<DeviceKind, string>> = {}
  let current = ''
  let other = ''
  for (const [index, { key, id, kind, isCurrent }] of list.sessions.entries()) {
    const row = rows[index] ?? ''
    icons[kind] = find(row, ICON)
    const template = row
      .replaceAll(String(key), placeholder('key'))
      .replaceAll(String(id), placeholder('id'))
      .replace(ICON, placeholder('icon'))
      .replace(TIME, placeholder('lastUsed'))
      .replace(TIME, placeholder('signedIn'))
      .replace(TIME, placeholder('firstSeen'))
    if (isCurrent) current = template
    else if (other !== '' && other !== template) throw new Error('The rows of two devices differ')
    else other = template
  }
  const checked = datesIn(locale.value, undefined, now).moment(list.checkedAt)
  const page = [
    [find(html, HEAD), placeholder('head')],
    [find(html, ROWS), placeholder('rows')],
    [`>${t('sessions.count', { n: n(list.count) }, list.count)}<`, `>${placeholder('count')}<`],
    [`>${checked}<`, `>${placeholder('checked')}<`],
    [find(html, PICTURE), ` data-hue="${placeholder('hue')}" aria-hidden="true">${placeholder('initials')}<`],
  ].reduce((text, [from = '', to = '']) => replaceOnce(text, from, to), html)
  const count = (plural: number): string => t('sessions.count', { n: placeholder('n') }, plural)
  return {
    html: page,
    templates: {
      current,
      other,
      heads,
      icons: icons as RowTemplates['icons'],
      time: find(rows[0] ?? '', TIME)
        .replace(/ datetime="[^"]*"/, ` datetime="${placeholder('iso')}"`)
        .replace(/ title="[^"]*"/, ` title="${placeholder('exact')}"`)
        .replace(/>[^<]*</, `>${placeholder('text')}<`),
      now: t('time.now'),
      never: t('time.never'),
      unknown: t('time.unknown'),
      count: [count(1), count(2)],
    },
  }
}

/** The head of the table in a page. */
export const headIn = (html: string): string => find(html, HEAD)

function find(text: string, pattern: RegExp): string {
  const [found] = pattern.exec(text) ?? []
  if (found === undefined) throw new Error(`The page has no ${String(pattern)}`)
  return found
}

function replaceOnce(text: string, from: string, to: string): string {
  const [before, after, ...more] = text.split(from)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`The page does not have this once: ${from}`)
  }
  return before + to + after
}
