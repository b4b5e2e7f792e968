import type {
  BatchCommand,
  BatchPhase,
  BatchView,
  EndCause,
  EndsUpdate,
  EndsView,
  EndView,
  RevocationTarget,
} from '../../../../electron/shared/ends.ts'
import type { Events } from '../../../../electron/shared/events.ts'
import type { Account } from '../../../../electron/shared/account.ts'
import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import type { Batch } from '../../../../electron/features/revocation/domain/end.ts'
import type { LedgerFile } from '../../../../electron/features/revocation/ledger-file.ts'
import {
  createRevocations,
  type RevocationsDependencies,
} from '../../../../electron/features/revocation/revocations.ts'
import { fakeAccountFiles, fakeClock, fakeForgetting, fakeLog } from '../../fakes.ts'
import { accountOf, fakeService, type Answer } from '../../fake-service.ts'
import {
  createRecordedSession,
  type EndAnswer,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'
import { idOf, keyedRecord, keyFor, listsOver, sessionOf, undoMs } from './lists-harness.ts'

type Required = Pick<RevocationsDependencies, 'lists' | 'gateway' | 'clock'>

type StoredBatch = LedgerFile['batches'][number]
type StoredEnd = LedgerFile['ends'][number]

/** A stored end of session `id`, in the first batch; `part` overrides that. */
export function storedEnd(id: number, state: StoredEnd['state'], part: Partial<StoredEnd> = {}): StoredEnd {
  return { key: keyFor(id), id, createdAt: null, name: `D${id}`, state, intents: [1], ...part }
}

/** A stored ledger with one batch of many, which was going; `part` overrides that. */
export function storedLedger(ends: StoredEnd[], part: Partial<StoredBatch> = {}): LedgerFile {
  const batch = { number: 1, cause: 'many', isAlone: false, askedAt: 5, since: 5 } as const
  const batches: StoredBatch[] = [{ ...batch, phase: 'going', reason: null, ...part }]
  return { nextNumber: 2, batches, ends, unsent: [] }
}

/** Files of ledgers with these contents. */
export function ledgerFilesWith(stored: Readonly<Record<string, LedgerFile>> = {}) {
  const files = fakeAccountFiles<LedgerFile>()
  for (const [accountId, ledger] of Object.entries(stored)) files.writes.push([accountId, ledger])
  return files
}

/** Revocations whose accounts all exist and are signed in, at a service that can be reached; `dependencies` override that. */
export function revocationsOver({
  files = ledgerFilesWith(),
  ...dependencies
}: Required &
  Partial<Omit<RevocationsDependencies, 'files'>> & { files?: ReturnType<typeof ledgerFilesWith> }) {
  const [log, forgetting] = [fakeLog(), fakeForgetting()]
  const revocations = createRevocations({
    accounts: { get: (id) => accountOf(7, { id }) },
    record: keyedRecord(),
    answered: () => undefined,
    mayHaveEnded: () => undefined,
    files,
    undoMs,
    serviceNow: dependencies.clock.now,
    isSynced: () => true,
    shown: (id) => dependencies.lists.get(id).sessions,
    undone: () => undefined,
    onAccountForgotten: forgetting.on,
    nameOf: (_accountId, { name }) => name,
    isOnline: () => true,
    log,
    settled: () => undefined,
    published: () => undefined,
    ...dependencies,
  })
  return { revocations, files, log, forget: forgetting.forget }
}

const isWaiting = ({ phase }: BatchView): boolean => phase.kind === 'queued'

/** A record of the last good list, and of the answers to DELETEs of its sessions. */
export function recordLists() {
  let rows: readonly ApiSession[] = []
  const answers = new Map<number, EndAnswer>()
  const recordOf = (row: ApiSession): RecordedSession => {
    const answer = answers.get(row.id)
    return createRecordedSession(row, row.id, 0, answer && { answer })
  }
  return {
    recorded: () => rows.map(recordOf),
    onFetched: (_accountId: string, sessions: readonly ApiSession[]) => void (rows = sessions),
    answered: (_accountId: string, { id }: SessionIdentity, answer: EndAnswer) =>
      void answers.set(id, answer),
  }
}

/** The batches of many that do not wait for the network, the oldest first. */
export const manyIn = ({ batches }: EndsView): BatchView[] =>
  batches.filter((batch) => !batch.isAlone && !isWaiting(batch))

/** The ends in them. */
export function rowsIn(view: EndsView): EndView[] {
  const numbers = new Set(manyIn(view).map(({ number }) => number))
  return view.ends.filter((end) => end.batches.some((number) => numbers.has(number)))
}

/** The unsent ends that wait until their service can be reached. */
export function queuedIn({ batches, ends }: EndsView): EndView[] {
  const numbers = new Set(batches.filter(isWaiting).map(({ number }) => number))
  return ends.filter(({ state, batches: own }) => state === 'queued' && own.some((each) => numbers.has(each)))
}

/** The ends of one session each that are under way, with the phases of their batches. */
export function aloneIn({ batches, ends }: EndsView): (EndView & { phase: BatchPhase })[] {
  const alone = batches.filter((batch) => batch.isAlone && !isWaiting(batch) && batch.phase.kind !== 'done')
  return alone.flatMap(({ number, phase }) =>
    ends.filter((end) => end.batches.includes(number)).map((end) => ({ ...end, phase })),
  )
}

interface WorldOptions {
  others?: number
  takes?: number
  account?: Partial<Account>
  /** The ids of the sessions that are marked as this device. */
  current?: number[]
}

/**
 * A service that lists this device, with the id 1, and `others`; a DELETE takes `takes` ms there. And the app with that
 * list.
 */
export async function setUpRevocations({
  others = 6,
  takes = 100,
  account = {},
  current = [1],
}: WorldOptions = {}) {
  const clock = fakeClock()
  const service = fakeService(clock, () => Date.UTC(2030, 0, 1))
  const ids = Array.from({ length: others + 1 }, (_, index) => index + 1)
  const state = {
    /** When the listed sessions signed in. */
    listed: new Map<number, number | null>(ids.map((id) => [id, null])),
    current,
    /** The sessions that have another identity in the record now. */
    renewed: [] as number[],
    token: 't',
    status: 'signedIn' as Account['status'],
    online: true,
    /** The answer to the next requests, instead of what they do; a DELETE is carried out all the same if `isDone`. */
    answer: null as Answer | null,
    isDone: false,
    list: null as Answer | null,
    limitedUntil: null as number | null,
  }
  service.on('GET /auth/sessions', () => {
    const sessions = [...state.listed].map(([id, createdAt]) => ({
      id,
      name: `D${id}`,
      created_at: createdAt,
      is_current: state.current.includes(id),
    }))
    return state.list ?? { status: 200, body: { data: { sessions } } }
  })
  for (const id of ids)
    service.on(`DELETE /auth/sessions/${id}`, async () => {
      if (takes > 0) await new Promise<void>((resolve) => clock.after(takes, resolve))
      if (!state.answer || state.isDone) state.listed.delete(id)
      return state.answer ?? { status: 204 }
    })

  const gateway = { ...service.gateway(() => state.token), rateLimitedUntil: () => state.limitedUntil }
  const accounts = { get: (id: string) => accountOf(7, { id, ...account, status: state.status }) }
  const { answered, ...record } = recordLists()
  const lists = listsOver(gateway, clock, {
    ...{ accounts, ...record },
    changed: (accountId) => revocations.applyList(accountId),
  })
  const [updates, outcomes]: [EndsUpdate[], Events['session:revoked'][]] = [[], []]
  /** The batches that were taken back whole. */
  const undone: Pick<Batch, 'cause' | 'askedAt'>[] = []
  const dependencies = {
    lists,
    record: {
      ...keyedRecord(),
      byKey(_accountId: string, key: number) {
        const id = idOf({ key })
        return state.renewed.includes(id) ? createRecordedSession(sessionOf(100 + id), key, 0) : null
      },
    },
    answered,
    gateway,
    accounts,
    isOnline: () => state.online,
    published: (update: EndsUpdate) => void updates.push(update),
    settled: (event: Events['session:revoked']) => void outcomes.push(event),
    undone: (_accountId: string, batch: Pick<Batch, 'cause' | 'askedAt'>) => void undone.push(batch),
  }
  const files = ledgerFilesWith()
  const { revocations, forget, log } = revocationsOver({ ...dependencies, clock, files })
  await lists.refresh('a')

  /** The next run of the app, on a clock of its own, with a file as this run left it. */
  function restart(
    stored: Readonly<Record<string, LedgerFile>> = files.read(),
    part: Partial<RevocationsDependencies> = {},
  ) {
    const later = fakeClock()
    const over = { ...dependencies, clock: later, ...part, files: ledgerFilesWith(stored) }
    return { clock: later, ...revocationsOver(over) }
  }
  /** Lets seconds pass one by one, so that requests that follow each other begin in time. */
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) await clock.advance(1_000)
  }
  const deletes = (): number[] =>
    service.calls.flatMap(({ endpoint }) =>
      endpoint.startsWith('DELETE') ? Number(endpoint.split('/').at(-1)) : [],
    )
  const view = (): EndsView => revocations.view('a')
  /** The newest batch of many that does not wait for the network. */
  const summary = (): BatchView => manyIn(view()).at(-1)!
  const { bulk, single } = revocations
  return {
    clock,
    pass,
    service,
    gateway,
    state,
    files,
    log,
    lists,
    updates,
    outcomes,
    undone,
    revocations,
    bulk,
    single,
    start: (target: RevocationTarget = { kind: 'others' }, cause?: EndCause) =>
      bulk.start('a', target, cause),
    /** Commands the newest batch of many that does not wait for the network. */
    control: (command: BatchCommand) => bulk.control('a', manyIn(view()).at(-1)?.number ?? 99, command),
    view,
    forget,
    restart,
    deletes,
    summary,
  }
}

/** As `setUpRevocations`, with all others to revoke. */
export async function setUpOthers(options?: WorldOptions) {
  const world = await setUpRevocations(options)
  world.start()
  return world
}
