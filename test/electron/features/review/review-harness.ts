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
import type { ReviewedSession } from '../../../../electron/features/review/domain/review.ts'
import type { RecordedSession, SessionRecord } from '../../../../electron/features/sessions/domain/record.ts'
import { beginRecord, updateRecord } from '../../../../electron/features/sessions/domain/update-record.ts'
import { factsAt } from '../sessions/record-harness.ts'
import { accountOf } from '../../fake-service.ts'
import { fakeAccountFiles, fakeClock, fakeLog } from '../../fakes.ts'
import { list } from '../../../renderer/fake-bridge.ts'
import { endsUpdate } from '../activity/activity-harness.ts'
import { deviceSession, keyOf } from '../../../support/builders.ts'
import { idOf } from '../revocation/lists-harness.ts'

/** A day, ms. */
export const DAY = 86_400_000
/** The account of these tests. */
export const A = accountOf(7).id

/** A listed session; the first one is this device. */
export function row(id: number, over: Partial<DeviceSession> = {}): DeviceSession {
  return deviceSession({ id, createdAt: id, isCurrent: id === 1, serviceName: `Device ${id}`, ...over })
}

const FACTS = factsAt(1_000)

/** The record of an account. */
export interface ListedRecord {
  /** Updates the record with a fresh list. */
  list(rows: readonly ReviewedSession[]): void
  /** The rows with the keys of the record. */
  rows<R extends ReviewedSession>(rows: readonly R[]): R[]
  find(session: SessionIdentity): RecordedSession | null
  byKey(key: number): RecordedSession | null
}

/** A record of a first list. */
export function recordOf(first: readonly ReviewedSession[]): ListedRecord {
  const fetched = (rows: readonly ReviewedSession[]) => rows.map((row) => ({ ...row, name: row.serviceName }))
  const used = new Set<number>()
  /** Gives new sessions the keys that builders give, or others if another session had these. */
  function keyed(next: SessionRecord, before: SessionRecord | null): SessionRecord {
    const sessions = next.sessions.map((session, at) => {
      if (before && at < before.sessions.length) return session
      let key = keyOf(session)
      while (used.has(key)) key += 1_000
      used.add(key)
      return { ...session, key }
    })
    return { nextKey: next.nextKey, sessions }
  }
  let record = keyed(beginRecord(fetched(first), FACTS), null)
  const find: ListedRecord['find'] = (session) => {
    const known = record.sessions.filter((recorded) => isSameSession(recorded, session))
    return known.find(({ endedAt }) => endedAt === null) ?? known.at(-1) ?? null
  }
  return {
    list: (rows) => void (record = keyed(updateRecord(record, fetched(rows), FACTS), record)),
    rows: (rows) => rows.map((each) => ({ ...each, key: find(each)?.key ?? -each.id })),
    byKey: (key) => record.sessions.find((session) => session.key === key) ?? null,
    find,
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
  const started: number[][] = []
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
            sessions: state.sessions && (recordFor(accountId)?.rows(state.sessions) ?? state.sessions),
            checkedAt: clock.now(),
            ...{ isLive: state.isLive, isUnclear: state.isUnclear },
          }),
      },
      bulk: {
        start(_accountId, target, cause, at) {
          if (state.refusal) return failed(state.refusal)
          if (target.kind === 'these') started.push(target.keys)
          asked.push([cause, at])
          return ok(null)
        },
        ofMany: ({ ends }) => state.endsOfMany ?? ends,
        has: () => state.hasBatch,
        isEnding: (_accountId, key) => state.ending.has(idOf({ key })),
      },
      isSent: (_accountId, key) => state.sent.has(idOf({ key })),
      record: {
        find: (accountId, session) => recordFor(accountId)?.find(session) ?? null,
        byKey: (accountId, key) => recordFor(accountId)?.byKey(key) ?? null,
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
  const end = { name: 'Device', failure: null, batches: [1] }
  const ends = states.map(([id, state]) => ({ ...end, key: keyOf({ id }), state }))
  return endsUpdate(A, [{ kind }], ends)
}
