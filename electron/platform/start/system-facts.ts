import { app } from 'electron'
import { hostname } from 'node:os'
import { posixRegion, type SystemLocale } from '../../domain/pick-locale.ts'

/** The facts about this computer that the first page shows. */
export interface SystemFacts extends SystemLocale {
  hostname: string
}

/** Reads the facts; call it after the app is ready. */
export function systemFacts(): SystemFacts {
  // On Linux the switch alone does not change the languages that Electron reports.
  const systemLocales = [
    app.commandLine.getSwitchValue('lang'),
    app.getLocale(),
    ...app.getPreferredSystemLanguages(),
  ]
  // On Linux Chromium does not read the setting for formats.
  const region = process.platform === 'linux' ? posixRegion(process.env) : app.getSystemLocale()
  return { hostname: hostname(), systemLocales, region }
}

/** Whether Chromium can become ready: on Linux it needs a display. */
export function hasDisplay(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return platform !== 'linux' || [env['DISPLAY'], env['WAYLAND_DISPLAY']].some(Boolean)
}
