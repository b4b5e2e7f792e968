import type { Language } from '../../../electron/shared/languages.ts'
import type { Facts } from './facts.ts'
import { TEXTS, TRANSLATIONS } from './texts.ts'

/** The AppStream metainfo, by which software centres show the app (freedesktop.org, AppStream 0.16). */
export function metainfo(facts: Facts): string {
  const { id, productName, license, homepage, author, desktopName, releases } = facts
  const released = releases.map(({ version, date, isOut }) => {
    const type = isOut ? 'stable' : 'development'
    return `    <release version="${escaped(version)}" date="${date.toISOString().slice(0, 10)}" type="${type}"/>`
  })
  const picture = new URL('resources/pictures/sessions.png', homepage.replace(/\/?$/, '/')).href
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${escaped(id)}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>${escaped(license)}</project_license>
  <name>${escaped(productName)}</name>
${inEachLanguage('summary', ({ summary }) => summary)}
  <developer_name>${escaped(author.name)}</developer_name>
  <description>
${[0, 1].map((at) => inEachLanguage('p', ({ description }) => description[at] ?? '', '    ')).join('\n')}
  </description>
  <launchable type="desktop-id">${escaped(desktopName)}</launchable>
  <icon type="stock">session-desk</icon>
  <categories>
    <category>Network</category>
  </categories>
  <url type="homepage">${escaped(homepage)}</url>
  <screenshots>
    <screenshot type="default">
${inEachLanguage('caption', ({ caption }) => caption, '      ')}
      <image>${escaped(picture)}</image>
    </screenshot>
  </screenshots>
  <content_rating type="oars-1.1"/>
  <releases>
${released.join('\n')}
  </releases>
</component>
`
}

function inEachLanguage(
  tag: string,
  text: (texts: (typeof TEXTS)[Language]) => string,
  indent = '  ',
): string {
  const english = `${indent}<${tag}>${escaped(text(TEXTS.en))}</${tag}>`
  const translated = TRANSLATIONS.map(
    ({ language, locale }) =>
      `${indent}<${tag} xml:lang="${locale}">${escaped(text(TEXTS[language]))}</${tag}>`,
  )
  return [english, ...translated].join('\n')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
