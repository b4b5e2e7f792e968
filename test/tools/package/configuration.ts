import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { desktopActions, desktopKeys } from './desktop-entry.ts'
import type { Language } from '../../../electron/shared/languages.ts'
import type { Runtime } from '../../support/runtime/pinned.ts'

/** The inputs of a package; `root` is the project's folder. */
export interface PackageFacts {
  root: string
  version: string
  runtime: Runtime
  /** Whether it is a release, and not only for trying. */
  isRelease: boolean
}

/** Chromium's own texts for each language of the app; macOS calls some of them otherwise. A package has no others. */
const CHROMIUM_LANGUAGES: Record<Language, readonly string[]> = {
  en: ['en', 'en-US'],
  'pt-BR': ['pt-BR'],
  es: ['es', 'es-419'],
}

/** The version that a packaged app and its packages have; one with the fallback says so. */
export function appVersion(version: string, runtime: Pick<Runtime, 'tryout' | 'version'>): string {
  return runtime.tryout ? `${version}-tryout.${runtime.version}` : version
}

/** The overrides of electron-builder.yml; a package with the fallback says so in its version. */
export function configuration({ root, version, runtime, isRelease }: PackageFacts): Configuration {
  const base = createRequire(import.meta.url).resolve(join(root, 'electron-builder.yml'))
  return {
    extends: base,
    electronLanguages: Object.values(CHROMIUM_LANGUAGES).flat(),
    ...(runtime.tryout || runtime.source === 'override' ? { electronDist: runtime.dist } : {}),
    electronVersion: runtime.version,
    extraMetadata: { version: appVersion(version, runtime) },
    // The AppImage's own desktop file.
    linux: { desktop: { entry: desktopKeys('Session Desk'), desktopActions: desktopActions('AppRun') } },
    // Without an identity electron-builder only warns, and macOS then shows no notification of the app.
    ...(isRelease ? { mac: { forceCodeSigning: true } } : {}),
  }
}
