import type { z } from 'zod'
import type { AccountStore } from '../../core/account-store.ts'
import type { passwordJournalSchema } from '../../core/file-schemas.ts'

/** The stored password changes of all accounts, by account id; no secret. */
export type PasswordJournalFile = z.infer<typeof passwordJournalSchema>

/**
 * A change with an unknown outcome. `at` is when it was sent, epoch ms by this computer's clock; phase `probed`: a
 * sign-in may have tried to verify it.
 */
export type OpenChange = NonNullable<PasswordJournalFile[string]['open']>

/**
 * The probes of the change that was sent at `at`; the last began at `madeAt`. Epoch ms by this computer's clock. Their
 * sessions may still be listed.
 */
export type PasswordProbe = PasswordJournalFile[string]['probes'][number]

/** Stores the open password changes, and separately the probes to clean up, so that a crash loses neither. */
export interface PasswordJournal {
  of(accountId: string): OpenChange | null
  all(): [accountId: string, change: OpenChange][]
  open(accountId: string, change: OpenChange): void
  /** Deletes the open change: its outcome is known, or the person dismissed it. Its probes stay. */
  close(accountId: string): void
  probesOf(accountId: string): readonly PasswordProbe[]
  /** Stores a probe before it is sent. */
  recordProbe(accountId: string, probe: PasswordProbe): void
  /** Deletes the probes of the change of `at`: no session of theirs is left. */
  removeProbes(accountId: string, at: number): void
}

type StoredPasswords = PasswordJournalFile[string]

const EMPTY: StoredPasswords = { open: null, probes: [] }
/** Older probes are deleted, and their sessions are no longer cleaned up. */
const MAX_PROBES = 20

/** Creates the journal over a store that keeps failed writes in memory: a full disk must not stop a change. */
export function createPasswordJournal(store: AccountStore<StoredPasswords>): PasswordJournal {
  const stored = (accountId: string): StoredPasswords => store.get(accountId) ?? EMPTY

  function write(accountId: string, next: StoredPasswords): void {
    const isEmpty = next.open === null && next.probes.length === 0
    store.trySet(accountId, isEmpty ? null : next)
  }

  return {
    of: (accountId) => stored(accountId).open,
    all: () => store.all().flatMap(([id, { open }]) => (open ? [[id, open] as const] : [])),
    open: (accountId, open) => write(accountId, { ...stored(accountId), open }),
    close: (accountId) => write(accountId, { ...stored(accountId), open: null }),
    probesOf: (accountId) => stored(accountId).probes,
    recordProbe(accountId, probe) {
      const { open, probes } = stored(accountId)
      const others = probes.filter(({ at }) => at !== probe.at)
      write(accountId, {
        open: open?.at === probe.at ? { at: open.at, phase: 'probed' } : open,
        probes: [...others, probe].slice(-MAX_PROBES),
      })
    },
    removeProbes(accountId, at) {
      const { open, probes } = stored(accountId)
      write(accountId, { open, probes: probes.filter((probe) => probe.at !== at) })
    },
  }
}
