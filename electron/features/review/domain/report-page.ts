import { datesIn, validTimeZone } from '../../../shared/dates.ts'
import { languageOf } from '../../../shared/languages.ts'
import { ownZone, zoneLabel } from '../../../shared/zones.ts'
import type { Translate } from '../../../shared/translate.ts'
import { COLUMNS, reportFacts, reviewerOf, type ReviewToReport } from './report.ts'

/** A page to print, as HTML; header and footer repeat on each sheet. */
export interface PaperPage {
  html: string
  header: string
  footer: string
}

/** The styles of the page: system fonts, black on white, one line a session, whose two names are cut, and no page break within a row. */
const STYLE = `
  * { box-sizing: border-box }
  body { font: 8.5pt/1.3 system-ui, sans-serif; color: #111; margin: 0 }
  h1 { font-size: 15pt; font-weight: 600; margin: 0 }
  p { margin: 0 0 6pt }
  dl { display: grid; grid-template-columns: repeat(2, max-content minmax(0, 1fr)); gap: 1pt 12pt; margin: 0 0 8pt }
  dt, footer { color: #555 }
  dd { margin: 0; overflow-wrap: anywhere }
  table { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: 7.5pt; line-height: 1.25 }
  thead { display: table-header-group }
  tr, footer { break-inside: avoid }
  th, td { text-align: left; vertical-align: top; padding: 1.3pt 6pt 1.3pt 0; border-bottom: .5pt solid #bbb; overflow-wrap: break-word }
  th { font-weight: 600 }
  th[scope=row] { font-weight: 500 }
  th[scope=row], th[scope=row] + td { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  footer { display: grid; grid-template-columns: 2fr 2fr 1fr; gap: 24pt; margin-top: 36pt }
  footer span { border-top: .5pt solid #111; padding-top: 2pt }
`

const MARGIN_STYLE =
  'font: 7.5pt system-ui, sans-serif; color: #555; width: 100%; margin: 0 12mm; display: flex; justify-content: space-between; gap: 8mm'

/** Builds the page of a report; escapes every text, because names come from the service. */
export function reportPage(reported: ReviewToReport, t: Translate, locale: string): PaperPage {
  const { account, review } = reported
  const { user } = account
  // By the zone of the profile, or by this computer's where the runtime does not know that.
  const zone = validTimeZone(user.timezone)
  const zoneName = (zone && user.timezone) || ownZone()
  const { moment } = datesIn(locale, zone)
  const title = t('review.report.title')
  const unsigned = escapeHtml(t('review.report.unsigned'))
  const facts = reportFacts(reported, t, moment, zoneLabel(zoneName, review.finishedAt))
    .map(([fact, value]) => `<dt>${escapeHtml(fact)}</dt><dd>${isolated(value)}</dd>`)
    .join('')
  const printed = COLUMNS.filter(({ width }) => width > 0)
  const columns = printed
    .map(({ title: of, width }) => `<th scope="col" style="width:${width}%">${escapeHtml(t(of))}</th>`)
    .join('')
  const rows = review.items
    .map((item) => {
      const [name, ...cells] = printed.map(({ cell }) => isolated(cell(item, t, moment)))
      return `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    })
    .join('')
  // Lines to sign by hand: the app cannot know who sat before it.
  const lines = [reviewerOf(account), t('review.report.signature'), t('review.report.date')]
  const signature = lines.map((line) => `<span>${isolated(line)}</span>`).join('')
  return {
    html: `<!doctype html><html lang="${languageOf(locale)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1><p>${unsigned}</p><dl>${facts}</dl><table><thead><tr>${columns}</tr></thead><tbody>${rows}</tbody></table><footer>${signature}</footer></body></html>`,
    header: `<div style="${MARGIN_STYLE}"><span>${escapeHtml(title)}</span><span>${escapeHtml(user.email || user.name)}</span></div>`,
    footer: `<div style="${MARGIN_STYLE}"><span>${unsigned}</span><span><span class="pageNumber"></span>/<span class="totalPages"></span></span></div>`,
  }
}

/** Escapes a text and isolates its direction, so that it cannot reorder the text around it. */
function isolated(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
