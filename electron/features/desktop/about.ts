import type { Translate } from '../../shared/translate.ts'
import type { Library } from '../../shared/library.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { parseLibraries } from './domain/libraries.ts'

/** What a person asks about the app itself. */
export interface About {
  /** Copies the name, the versions and the system to the clipboard, as one line. */
  copyVersion(): Promise<Result<null>>
  /** The licences of the app, which comes first, and of its libraries; a storage failure if they cannot be read. */
  licenses(): Promise<Result<Library[]>>
}

/** Dependencies. `readLicenses` rejects where a file is missing, as after `npm run dev` without a build. */
export interface AboutDependencies {
  facts(): { version: string; runtime: string; system: string }
  toClipboard(text: string): Promise<void>
  /** The text of the app's licence, and the lists of libraries that the build wrote. */
  readLicenses(): Promise<{ own: string; lists: readonly string[] }>
}

/** The facts of Settings' About for macOS's own panel; the runtime stands there as the build. */
export function aboutPanel(version: string, runtime: string, t: Translate) {
  return {
    applicationName: t('app.name'),
    applicationVersion: version,
    version: runtime,
    copyright: t('about.mit'),
  }
}

/** Answers what a person asks about the app. */
export function createAbout({ facts, toClipboard, readLicenses }: AboutDependencies): About {
  return {
    async copyVersion() {
      const { version, runtime, system } = facts()
      await toClipboard(`Session Desk ${version} (${runtime}; ${system})`)
      return ok(null)
    },
    async licenses() {
      try {
        const { own, lists } = await readLicenses()
        const app = { name: 'Session Desk', version: facts().version, license: 'MIT', text: own.trim() }
        return ok([app, ...parseLibraries(lists)])
      } catch {
        return failed({ kind: 'misconfigured', reason: 'storage' })
      }
    },
  }
}
