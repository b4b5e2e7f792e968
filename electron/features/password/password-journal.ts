import type { z } from 'zod'
import type { AccountStore } from '../../core/account-store.ts'
import type { passwordJournalSchema } from '../../core/file-schemas.ts'

/** The stored password changes of all accounts, by account id; no secret. */
export type PasswordJournalFile = z.infer<typeof passwordJournalSchema>

/**
 * A change with an unknown outcome: when it was sent, epoch ms by this computer's clock. `probed`: a sign-in tried to
 * verify it.
 */
export type OpenChange = NonNullable<PasswordJournalFile[string]['open']>

/** The probes for the change of `at`, the last at `madeAt`; their sessions may still be listed. Epoch ms. */
export type PasswordProbe = PasswordJournalFile[string]['probes'][number]

/** Records, across crashes, the open password changes, and separately the probes to clean up. */
export interface PasswordJournal {
  of(accountId: string): OpenChange | null
  all(): [accountId: string, change: OpenChange][]
  open(accountId: string, change: OpenChange): void
  /** The outcome is known, or the person dismissed it; probes are still cleaned up. */
  close(accountId: string): void
  probesOf(accountId: string): readonly PasswordProbe[]
  /** Records a probe before it is sent. */
  recordProbe(accountId: string, probe: PasswordProbe): void
  /** No session is left of the probes for the change of `at`. */
  removeProbes(accountId: string, at: number): void
}

type StoredPasswords = PasswordJournalFile[string]

const EMPTY: StoredPasswords = { open: null, probes: [] }
/** More than anybody makes while their sessions are looked for. */
const MAX_PROBES = 20

/** Creates the journal over its store, which keeps refused writes in memory: a full disk must not stop a change. */
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
