import type { AppState } from '../shared/app-state.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import type { Translate } from '../shared/translate.ts'
import type { Services } from './create-services.ts'
import type { Failures } from '../core/failures.ts'
import type { Clock } from '../core/ports.ts'
import { createPrintPage } from '../platform/window/print-page.ts'
import { createSaveFile } from '../platform/desktop/save-file.ts'
import { readLicenses } from '../platform/start/licenses.ts'
import { systemInfo, openFolder, toClipboard } from '../platform/start/system-info.ts'
import { type ActivityExport, createActivityExport } from '../features/activity/index.ts'
import { type ReviewReport, createReviewReport } from '../features/review/index.ts'
import {
  type About,
  type Diagnostics,
  createAbout,
  createDiagnostics,
  diagnosticsReport,
} from '../features/desktop/index.ts'
import { pickLocale } from '../domain/pick-locale.ts'
import { backendName } from '../platform/storage/safe-storage.ts'
import { writeAtomically } from '../platform/storage/write-atomically.ts'
import { readProfile } from '../platform/storage/read-profile.ts'
import { createConnectivity } from '../platform/network/connectivity.ts'
import { watchTrayHost } from '../platform/desktop/tray-host.ts'

/** Dependencies of the support tools. */
export interface SupportToolsDependencies {
  services: Services
  failures: Failures
  clock: Clock
  t: Translate
  /** The current locale of dates. */
  locale(): string
  appState(): AppState
  windows: Parameters<typeof createSaveFile>[0]
  logFolder: string
  dataFolder: string
}

/** What a person saves to a file or passes on to support. */
export interface SupportTools {
  diagnostics: Diagnostics
  about: About
  exportActivity: ActivityExport
  reviewReport: ReviewReport
  /** Opens the folder of the app's files in the system's file manager; a storage failure if that is not possible. */
  openDataFolder(): Promise<Result<null>>
}

/** Creates the diagnostics, the export of the history and the report of a review. */
export function createSupportTools(parts: SupportToolsDependencies): SupportTools {
  const { failures, clock, t, locale, appState, logFolder, dataFolder } = parts
  const { accounts, activity, renewals, reviews } = parts.services
  const saveFile = createSaveFile(parts.windows, writeAtomically)
  return {
    diagnostics: createDiagnostics({
      facts: () => ({
        ...appState(),
        ...systemInfo(),
        at: clock.now(),
        notices: appState(),
        doubtfulExpiries: accounts.all().flatMap(({ id }) => (renewals.isExpiryDoubtful(id) ? [id] : [])),
        failures: failures.last(),
      }),
      toClipboard,
      openFolder: () => openFolder(logFolder),
    }),
    about: createAbout({ facts: systemInfo, toClipboard, readLicenses }),
    openDataFolder: async () =>
      (await openFolder(dataFolder)) ? ok(null) : failed({ kind: 'misconfigured', reason: 'storage' }),
    exportActivity: createActivityExport({ accounts, activity, saveFile, t, locale }),
    reviewReport: createReviewReport({
      accounts,
      reviews,
      saveFile,
      printPage: createPrintPage(),
      t,
      locale,
    }),
  }
}

/**
 * The text of `--diagnostics`: what the files and the log of a profile say, read only, and the computer. It asks neither the keyring,
 * which may open a dialog, nor a running app. `isReady` is whether the app is; otherwise it returns without waiting for anything.
 */
export async function reportProfile(folder: string, clock: Clock, isReady: boolean): Promise<string> {
  const { settings, accounts, activeAccountId, failures } = readProfile(folder)
  const computer = systemInfo()
  const active = accounts.find(({ id }) => id === activeAccountId)
  const silent = { info: () => undefined, warn: () => undefined }
  const trayHost = isReady ? watchTrayHost(process.platform, silent) : null
  await trayHost?.answered
  const report = diagnosticsReport({
    ...{ ...computer, settings, accounts, failures },
    at: clock.now(),
    locale: pickLocale(settings.language, active?.user.locale ?? null, computer),
    tokenStorage: {
      location: null,
      reason: null,
      backend: isReady ? backendName(process.platform) : 'unknown',
    },
    online: isReady ? createConnectivity(() => undefined)() : null,
    hasTray: trayHost?.isPresent() ?? null,
    doubtfulExpiries: [],
    notices: null,
  })
  return `${report}\n`
}
