import type { Failure } from '../../../../electron/shared/failure.ts'
import type { EndsUpdate, EndView, ItemStatus } from '../../../../electron/shared/ends.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { ReviewUpdate } from '../../../../electron/shared/review.ts'
import type { DeviceSession, SessionIdentity } from '../../../../electron/shared/session.ts'
import {
  createReviewRepository,
  createReviews,
  type StoredReviews,
} from '../../../../electron/features/review/index.ts'
import { isSameSession } from '../../../../electron/domain/api-session.ts'
import type { ReviewRecord } from '../../../../electron/features/review/domain/follow-record.ts'
import type { ReviewedSession } from '../../../../electron/features/review/domain/review.ts'
import type { SessionRecord } from '../../../../electron/features/sessions/domain/record.ts'
import { beginRecord, updateRecord } from '../../../../electron/features/sessions/domain/update-record.ts'
import { factsAt } from '../sessions/record-harness.ts'
import { accountOf } from '../../fake-service.ts'
import { fakeAccountFiles, fakeClock, fakeLog } from '../../fakes.ts'
import { list } from '../../../renderer/fake-bridge.ts'
import { endsUpdate } from '../activity/activity-harness.ts'
import { deviceSession } from '../../../support/builders.ts'

/** A day, ms. */
export const DAY = 86_400_000
/** The account of these tests. */
export const A = accountOf(7).id

/** A listed session; the first one is this device. */
export function row(id: number, over: Partial<DeviceSession> = {}): DeviceSession {
  return deviceSession({ id, createdAt: id, isCurrent: id === 1, serviceName: `Device ${id}`, ...over })
}

const FACTS = factsAt(1_000)

/** The record of an account, with its key of a session. */
export interface ListedRecord extends ReviewRecord {
  /** Updates the record with a fresh list. */
  list(rows: readonly ReviewedSession[]): void
  keyOf(session: SessionIdentity): number | null
}

/** A record of a first list; its keys are 1, 2, 3 and so on. */
export function recordOf(first: readonly ReviewedSession[]): ListedRecord {
  const fetched = (rows: readonly ReviewedSession[]) => rows.map((row) => ({ ...row, name: row.serviceName }))
  let record: SessionRecord = beginRecord(fetched(first), FACTS)
  const find: ReviewRecord['find'] = (session) => {
    const known = record.sessions.filter((recorded) => isSameSession(recorded, session))
    return known.find(({ endedAt }) => endedAt === null) ?? known.at(-1) ?? null
  }
  return {
    list: (rows) => void (record = updateRecord(record, fetched(rows), FACTS)),
    find,
    resolve: (reference) => record.sessions.find(({ key }) => key === reference.key) ?? find(reference),
    keyOf: (session) => find(session)?.key ?? null,
  }
}

/**
 * Reviews over files in memory, with a list that tests set; `start` is as after a kill. The record is updated with each live
 * list.
 */
export function setUpReviews() {
  const clock = fakeClock()
  const log = fakeLog()
  const files = fakeAccountFiles<StoredReviews>()
  const state = {
    accounts: [accountOf(7)],
    sessions: [row(1), row(2), row(3), row(4)] as DeviceSession[] | null,
    /** All ends of many that the ledger has, where an update has some of them only. */
    endsOfMany: null as EndView[] | null,
    /** Why no ends can be asked for. */
    refusal: null as Failure | null,
    isLive: true,
    isUnclear: false,
    /** Whether the ledger has the batch of the last review. */
    hasBatch: true,
    /** The sessions that have an unfinished end. */
    ending: new Set<number>(),
    sent: new Set<number>(),
  }
  const started: SessionIdentity[][] = []
  /** The cause and the time of each started revocation. */
  const asked: [cause: string | undefined, at: number | undefined][] = []
  const updates: ReviewUpdate[] = []
  const due: string[] = []
  let record: ListedRecord | null = null
  let recorded: DeviceSession[] | null = null

  /** Returns the record of the account, updated with its list. */
  function recordFor(accountId: string): ListedRecord | null {
    if (state.isLive && state.sessions && state.sessions !== recorded) {
      recorded = state.sessions
      if (record) record.list(recorded)
      else record = recordOf(recorded)
    }
    return accountId === A ? record : null
  }

  function start() {
    return createReviews({
      repository: createReviewRepository(files, log),
      accounts: { get: (id) => state.accounts.find((account) => account.id === id) ?? null },
      lists: {
        get: (accountId) =>
          list({
            accountId,
            sessions: state.sessions,
            checkedAt: clock.now(),
            ...{ isLive: state.isLive, isUnclear: state.isUnclear },
          }),
      },
      bulk: {
        start(_accountId, target, cause, at) {
          if (state.refusal) return failed(state.refusal)
          if (target.kind === 'these') started.push(target.sessions)
          asked.push([cause, at])
          return ok(null)
        },
        ofMany: ({ ends }) => state.endsOfMany ?? ends,
        has: () => state.hasBatch,
        isEnding: (_accountId, { id }) => state.ending.has(id),
      },
      isSent: (_accountId, { id }) => state.sent.has(id),
      record: {
        find: (accountId, session) => recordFor(accountId)?.find(session) ?? null,
        byKey: () => null,
        resolve: (accountId, reference) => recordFor(accountId)?.resolve(reference) ?? null,
      },
      version: '1.2.3',
      clock,
      log,
      changed: (update) => void updates.push(update),
      due: (accountId) => void due.push(accountId),
      dueChanged: () => undefined,
    })
  }

  return { clock, log, files, state, started, asked, updates, due, start }
}

/** An update of a batch of many in a phase, with these ends. */
export function updateOf(
  kind: 'running' | 'done',
  states: readonly [id: number, state: ItemStatus][],
): EndsUpdate {
  const end = { name: null, failure: null, batches: [1] }
  const ends = states.map(([id, state]) => ({ ...end, sessionId: id, createdAt: id, state }))
  return endsUpdate(A, [{ kind }], ends)
}
