import type { z } from 'zod'
import type { AccountStore } from '../../core/account-store.ts'
import type { passwordJournalSchema } from '../../core/file-schemas.ts'

/** What is kept about the passwords of all accounts, by account id; no secret. */
export type PasswordJournalFile = z.infer<typeof passwordJournalSchema>

/**
 * A change whose outcome is not known: when it was sent, epoch ms by this computer's clock. `probed`: a sign-in was made
 * to find out.
 */
export type PasswordMark = NonNullable<PasswordJournalFile[string]['open']>

/** Probes that were made for the change of `at`, last at `madeAt`: their sessions may be left over. Epoch ms. */
export type ProbeMark = PasswordJournalFile[string]['probes'][number]

/** Remembers, over a crash too, which changes of a password are open, and apart from them which probes to clean up after. */
export interface PasswordJournal {
  of(accountId: string): PasswordMark | null
  all(): [accountId: string, mark: PasswordMark][]
  open(accountId: string, mark: PasswordMark): void
  /** The outcome is known, or nobody asks any more; probes are still cleaned up after. */
  close(accountId: string): void
  probesOf(accountId: string): readonly ProbeMark[]
  /** A probe is about to be made. On disk before it is. */
  probing(accountId: string, probe: ProbeMark): void
  /** Nothing is left of the probes for the change of `at`. */
  cleaned(accountId: string, at: number): void
}

type StoredPasswords = PasswordJournalFile[string]

const NOTHING: StoredPasswords = { open: null, probes: [] }
/** More than anybody makes within the time that they are looked for. */
const MAX_PROBES = 20

/**
 * Makes the marks over their store, which keeps what the disk refuses: that costs the explanation after a crash, not the
 * change.
 */
export function createPasswordJournal(store: AccountStore<StoredPasswords>): PasswordJournal {
  const kept = (accountId: string): StoredPasswords => store.get(accountId) ?? NOTHING

  function write(accountId: string, next: StoredPasswords): void {
    const isNothing = next.open === null && next.probes.length === 0
    store.trySet(accountId, isNothing ? null : next)
  }

  return {
    of: (accountId) => kept(accountId).open,
    all: () => store.all().flatMap(([id, { open }]) => (open ? [[id, open] as const] : [])),
    open: (accountId, open) => write(accountId, { ...kept(accountId), open }),
    close: (accountId) => write(accountId, { ...kept(accountId), open: null }),
    probesOf: (accountId) => kept(accountId).probes,
    probing(accountId, probe) {
      const { open, probes } = kept(accountId)
      const others = probes.filter(({ at }) => at !== probe.at)
      write(accountId, {
        open: open?.at === probe.at ? { at: open.at, phase: 'probed' } : open,
        probes: [...others, probe].slice(-MAX_PROBES),
      })
    },
    cleaned(accountId, at) {
      const { open, probes } = kept(accountId)
      write(accountId, { open, probes: probes.filter((probe) => probe.at !== at) })
    },
  }
}
