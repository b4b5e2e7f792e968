import { app } from 'electron'
import { hostname } from 'node:os'

/** The facts about this computer that the first page shows. */
export interface SystemFacts {
  hostname: string
  /** The system's languages as BCP 47 tags, the preferred one first. */
  systemLocales: readonly string[]
}

/** Reads the facts; call it after the app is ready. */
export function systemFacts(): SystemFacts {
  // On Linux the switch alone does not change the languages that Electron reports.
  const systemLocales = [
    app.commandLine.getSwitchValue('lang'),
    app.getLocale(),
    ...app.getPreferredSystemLanguages(),
  ]
  return { hostname: hostname(), systemLocales }
}

/** Whether Chromium can become ready: on Linux it needs a display. */
export function hasDisplay(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return platform !== 'linux' || [env['DISPLAY'], env['WAYLAND_DISPLAY']].some(Boolean)
}
