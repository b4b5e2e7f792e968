import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultDeviceName } from '../core/domain/device-name.ts'
import { pickLocale } from '../core/domain/pick-locale.ts'
import { fillDocument, type StaticDocument } from '../shared/static-document.ts'
import type { StartupState } from './startup-state.ts'
import type { SystemFacts } from './system-facts.ts'

/**
 * Reads the static document of the sign-in screen and fills in its values. Null if the start shows another screen, or if
 * the build has no such document.
 */
export function readSignInPage(
  folder: string,
  { screen, theme, language, server }: StartupState,
  { hostname, systemLocales }: SystemFacts,
): StaticDocument | null {
  if (screen !== 'signIn') return null
  const path = join(folder, 'documents', `sign-in.${pickLocale(language, null, systemLocales)}.json`)
  try {
    const document = JSON.parse(readFileSync(path, 'utf8')) as StaticDocument
    const values = { theme, server, deviceName: defaultDeviceName(hostname) }
    return { ...document, html: fillDocument(document.html, values) }
  } catch {
    return null
  }
}
