import type { LostFile } from '../../shared/lost-file.ts'
import type { FILE_FORMATS } from '../../core/file-formats.ts'
import type { Changed, FileLoss, JsonStore, Log } from '../../core/ports.ts'
import type { OneTimeHints } from './notifications.ts'

/** The files that could not be read, of this run and of those before. */
export interface LostFiles {
  all(): LostFile[]
  /** The person dismissed the notice: marks all that are there now. If the disk refuses, the next start shows them again. */
  dismiss(): void
  /**
   * The person deleted such data of an account, or null for all of its data: deletes the copies of its damaged files too. They
   * stay, and stay told, if the disk refuses; so does a file that is not set aside.
   */
  forget(accountId: string, content: LostFile['content'] | null): void
}

const CONTENT: Readonly<Record<keyof typeof FILE_FORMATS, LostFile['content']>> = {
  accounts: 'accounts',
  vault: 'tokens',
  history: 'history',
  rules: 'rules',
  ledger: 'ends',
  review: 'reviews',
  renewals: 'checks',
  orphans: 'checks',
  passwords: 'checks',
  logouts: 'checks',
  unconfirmed: 'checks',
  settings: 'settings',
  window: 'settings',
  hints: 'settings',
  view: 'settings',
}

/** Dependencies; `found` are the losses, those of former runs included. */
export interface LostFilesDependencies {
  found(): readonly FileLoss[]
  /** Deletes the copies of an account's files of a format. Throws if the disk refuses. */
  removeCopies(name: string, accountId: string): void
  hints: JsonStore<OneTimeHints>
  changed: Changed
  log: Log
}

/** Creates the service. */
export function createLostFiles({
  found,
  removeCopies,
  hints,
  changed,
  log,
}: LostFilesDependencies): LostFiles {
  /** Those that were dismissed in this run: a file that is not set aside has no other trace of it. */
  const dismissed = new Set<string>()
  const forgotten = new Set<FileLoss>()
  let seenAt = hints.read().lossesSeenAt

  function all(): LostFile[] {
    const lost = new Map<string, LostFile>()
    for (const loss of found()) {
      const { name, accountId, at, isSetAside } = loss
      if (!isFormat(name) || forgotten.has(loss)) continue
      const content = CONTENT[name]
      const key = `${content} ${accountId} ${isSetAside}`
      if ((lost.get(key)?.at ?? -Infinity) >= at) continue
      lost.set(key, {
        content,
        accountId,
        at,
        isSetAside,
        isSeen: isSetAside ? at <= seenAt : dismissed.has(key),
      })
    }
    return [...lost.values()]
  }

  return {
    all,
    dismiss() {
      const lost = all()
      seenAt = lost.reduce(
        (latest, { at, isSetAside }) => (isSetAside ? Math.max(latest, at) : latest),
        seenAt,
      )
      for (const { content, accountId, isSetAside } of lost)
        dismissed.add(`${content} ${accountId} ${isSetAside}`)
      try {
        hints.write({ ...hints.read(), lossesSeenAt: seenAt })
      } catch {
        log.warn('hints.notSaved')
      }
      changed()
    },
    forget(accountId, content) {
      const own = found().filter((loss) => loss.accountId === accountId && loss.isSetAside)
      const meant = own.filter(
        ({ name }) => content === null || (isFormat(name) && CONTENT[name] === content),
      )
      if (meant.length === 0) return
      try {
        for (const { name } of meant) removeCopies(name, accountId)
        for (const loss of meant) forgotten.add(loss)
      } catch {
        log.warn('lostFiles.notDeleted', { account: accountId })
      }
      changed()
    },
  }
}

const isFormat = (name: string): name is keyof typeof CONTENT => Object.hasOwn(CONTENT, name)
