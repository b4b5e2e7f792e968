import type { z } from 'zod'
import type { AccountFiles, JsonStore } from '../../core/ports.ts'
import type { queuedEndsSchema, revocationsSchema } from '../../core/end-schemas.ts'
import { EMPTY_LEDGER, type LedgerFile } from './ledger-file.ts'

/** The unfinished revocations of all accounts, as versions before the ledger stored them. */
export type FormerRevocations = z.infer<typeof revocationsSchema>
/** The queued and the unsent ends of one account, as versions before the ledger stored them. */
export type FormerEnds = z.infer<typeof queuedEndsSchema>

export type LedgerFiles = Pick<AccountFiles<LedgerFile>, 'read' | 'write'>

/**
 * Returns the files of the ledgers, in which an account that has none has the ends of versions before: an interrupted
 * revocation becomes a batch that asks, queued ends wait. Those are deleted once the ledger of their account is on disk.
 */
export function withFormerEnds(
  ledgers: LedgerFiles,
  revocations: JsonStore<FormerRevocations>,
  queues: Pick<AccountFiles<FormerEnds>, 'read' | 'write'>,
): LedgerFiles {
  const left = new Set<string>()

  function dropFormer(accountId: string): void {
    queues.write(accountId, null)
    const { [accountId]: dropped, ...rest } = revocations.read()
    if (dropped) revocations.write(rest)
    left.delete(accountId)
  }

  return {
    read() {
      const all: Record<string, LedgerFile> = {}
      const queued = queues.read()
      const revoked = revocations.read()
      for (const accountId of new Set([...Object.keys(queued), ...Object.keys(revoked)])) {
        left.add(accountId)
        all[accountId] = importFormer(revoked[accountId] ?? null, queued[accountId] ?? null)
      }
      return { ...all, ...ledgers.read() }
    },
    write(accountId, ledger) {
      ledgers.write(accountId, ledger)
      if (left.has(accountId)) dropFormer(accountId)
    },
  }
}

/** The ledger that the ends of versions before the ledger make. */
export function importFormer(
  revocation: FormerRevocations[string] | null,
  queue: FormerEnds | null,
): LedgerFile {
  const batches: LedgerFile['batches'] = []
  const ends: LedgerFile['ends'] = []
  const add = (session: { id: number; createdAt: number | null; name?: string }, part: Part): void =>
    void ends.push({ key: null, name: null, hasFollowed: false, ...session, ...part })
  if (revocation) {
    const at = revocation.startedAt
    batches.push({ ...NEW_BATCH, number: 1, askedAt: at, since: at, phase: 'going' })
    const states: [(typeof revocation)['queued'], LedgerFile['ends'][number]['state']][] = [
      [revocation.cancelled, { is: 'cancelled' }],
      [revocation.queued, { is: 'queued' }],
      [revocation.sent, { is: 'sent', answer: null }],
      [revocation.done, { is: 'confirmed' }],
      [revocation.gone, { is: 'alreadyGone' }],
    ]
    for (const [rows, state] of states)
      for (const [id, createdAt] of rows) add({ id, createdAt }, { state, intents: [1] })
  }
  for (const { id, createdAt, name, queuedAt } of queue?.queued ?? []) {
    const number = batches.length + 1
    batches.push({
      ...NEW_BATCH,
      ...{ number, cause: 'one', isAlone: true, askedAt: queuedAt, since: queuedAt, phase: 'waiting' },
    })
    add({ id, createdAt, name }, { state: { is: 'queued' }, intents: [number] })
  }
  return { ...EMPTY_LEDGER, nextNumber: batches.length + 1, batches, ends, unsent: queue?.unsent ?? [] }
}

type Part = Pick<LedgerFile['ends'][number], 'state' | 'intents'>

const NEW_BATCH = { cause: 'many', isAlone: false, reason: null } as const
