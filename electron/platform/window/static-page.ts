import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultDeviceName } from '../../domain/device-name.ts'
import { pickLocale } from '../../domain/pick-locale.ts'
import { languageOf } from '../../shared/languages.ts'
import { fillDocument, type SessionsDocument, type StaticDocument } from '../../shared/static-document.ts'
import { fillSessionsPage } from '../domain/sessions-page.ts'
import type { StartupState } from './startup-state.ts'
import type { SystemFacts } from '../start/system-facts.ts'

/**
 * Reads the static document of the first screen and fills in its values. `now` is epoch ms by this computer's clock.
 * Null if the screen has no document, as in development.
 */
export function readStaticPage(
  folder: string,
  state: StartupState,
  { hostname, ...system }: SystemFacts,
  now: number,
): StaticDocument | null {
  const { screen, theme, language, server } = state
  const account = screen.kind === 'sessions' ? screen.account : null
  const locale = pickLocale(language, account?.locale ?? null, system)
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(folder, 'documents', `${name}.${languageOf(locale)}.json`), 'utf8'))
  try {
    if (screen.kind === 'signIn') {
      const document = read('sign-in') as StaticDocument
      const values = { theme, locale, server, deviceName: defaultDeviceName(hostname) }
      return { ...document, html: fillDocument(document.html, values) }
    }
    if (screen.kind !== 'sessions' || account === null || screen.list === null) return null
    const document = read('sessions') as SessionsDocument
    return {
      ...document,
      html: fillSessionsPage(document, { account, list: screen.list, theme, locale, now }),
    }
  } catch {
    return null
  }
}
