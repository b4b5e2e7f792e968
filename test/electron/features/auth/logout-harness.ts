import type { Transport } from '../../../../electron/api/transport.ts'
import {
  createPendingLogouts,
  type PendingLogoutsFile,
} from '../../../../electron/features/auth/pending-logouts.ts'
import {
  createUnconfirmedSessions,
  type UnconfirmedSessionsFile,
} from '../../../../electron/features/auth/unconfirmed-sessions.ts'
import type { Vault } from '../../../../electron/core/vault.ts'
import { createWorkUnderWay } from '../../../../electron/core/work-under-way.ts'
import { fakeStore, fakeLog, type FakeClock } from '../../fakes.ts'

let ids = 0

/** The files of pending logouts and of unconfirmed sessions. */
export const logoutFiles = () => ({
  logouts: fakeStore<PendingLogoutsFile>({}),
  unconfirmed: fakeStore<UnconfirmedSessionsFile>([]),
})

/** The logouts of one run of the app over a vault and a service; `files` survive it. */
export function logoutsOver(parts: {
  vault: Vault
  clock: FakeClock
  transportTo(baseUrl: string): Transport
  files?: ReturnType<typeof logoutFiles>
  canShowOutcome?: () => boolean
  removeAccount?: (accountId: string) => void
}) {
  const { vault, clock, transportTo, files = logoutFiles() } = parts
  const work = createWorkUnderWay()
  const log = fakeLog()
  const newId = (): string => `id-${++ids}`
  const added: string[] = []
  const unconfirmedSessions = createUnconfirmedSessions({
    store: files.unconfirmed,
    work,
    added: ({ cause, name }) => void added.push(`${cause} ${name}`),
    changed: () => undefined,
    clock,
    newId,
    log,
  })
  const logouts = createPendingLogouts({
    vault,
    store: files.logouts,
    transportOf: (_key, baseUrl) => transportTo(baseUrl),
    work,
    canShowOutcome: parts.canShowOutcome ?? (() => true),
    unconfirmed: unconfirmedSessions.add,
    removeAccount: parts.removeAccount ?? (() => undefined),
    clock,
    newId,
    random: () => 0.5,
    log,
  })
  return { work, logouts, unconfirmedSessions, files, added, log }
}
