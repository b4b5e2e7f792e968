import type { EndsView } from '../../../electron/shared/ends.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { Disk } from '../world/disk.ts'
import type { Intents } from './intents.ts'
import type { Violations } from './violations.ts'
import type { Written } from './written.ts'

/** Checks what becomes of the profile: secrets, damaged files, ends of accounts that are gone. */
export function createProfileChecks(
  disk: Disk,
  { intents, written }: { intents: Intents; written: Written },
  violations: Violations,
) {
  /** The accounts that were there once. */
  const known = new Set<string>()
  /** Those of them that the person left. One that its file has lost comes back with what it had. */
  const removed = new Set<string>()

  return {
    /** A process starts. What stood in damaged files may be lost: that it is read where it can be, the disk checks. */
    started(accountIds: Iterable<string>) {
      // What was not stored, or stands in files that the account's file does not name, may come back.
      if (disk.isLost('accounts')) known.clear()
      for (const id of accountIds) {
        if (['accounts', `ledger-${id}`].some(disk.isDamaged))
          intents.takeBack(({ accountId }) => accountId === id, false)
        if (disk.isLost(`history-${id}`)) {
          written.loses(id)
          intents.forgetSpared(id)
        }
        if (disk.isDamaged(`review-${id}`)) written.loses(id, 'draft')
      }
    },
    /** `views` are the ends of the accounts that there are now. */
    check(process: AppProcess, views: ReadonlyMap<string, EndsView>) {
      for (const name of disk.leaks) violations.add('secret on disk', null, name)
      for (const line of process.leaks) violations.add('secret in the log', null, line.slice(0, 40))
      for (const fault of disk.faults) violations.add('read wrongly', null, fault)
      const shown = process.appState().lostFiles
      for (const { name, accountId, at } of process.losses())
        if (!shown.some((lost) => lost.accountId === accountId && lost.at >= at))
          violations.add('lost in silence', null, `${name} of ${accountId ?? 'the app'}`)
      for (const [id, { batches }] of views) {
        known.add(id)
        if (removed.delete(id) && batches.length > 0 && !disk.isStale(`ledger-${id}`))
          violations.add('ends came back', null, `With its sign-in, ${id} has ends of before its removal.`)
      }
      for (const id of known) if (!views.has(id)) removed.add(id)
    },
  }
}
