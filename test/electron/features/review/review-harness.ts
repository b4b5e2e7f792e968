import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { ReviewUpdate } from '../../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { createAccountStore, KEPT } from '../../../../electron/core/account-store.ts'
import { createReviews, type StoredReviews } from '../../../../electron/features/review/index.ts'
import {
  keyOfRow,
  isOpen,
  withMark,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'
import { fakeRecord } from '../sessions/record-harness.ts'
import { accountOf } from '../../fake-service.ts'
import { fakeAccountFiles, fakeClock, fakeLog } from '../../fakes.ts'
import { list } from '../../../renderer/fake-bridge.ts'
import { deviceSession, keyOf } from '../../../support/builders.ts'

/** A day, ms. */
export const DAY = 86_400_000
/** The account of these tests, and another one. */
export const [A, B] = [accountOf(7).id, accountOf(8).id] as const

/** A listed session; the first one is this device. */
export function row(id: number, over: Partial<DeviceSession> = {}): DeviceSession {
  return deviceSession({ id, createdAt: id, isCurrent: id === 1, serviceName: `Device ${id}`, ...over })
}

/**
 * Reviews over files in memory, with a list that tests set; `start` is as after a kill. The record follows each good list, and gives
 * the sessions of the first one the keys of `keyOf`. The service's clock is a minute ahead.
 */
export function setUpReviews() {
  const clock = fakeClock()
  const log = fakeLog()
  const files = fakeAccountFiles<StoredReviews>()
  const record = fakeRecord(keyOf({ id: 1 }))
  const state = {
    accounts: [accountOf(7)],
    /** The list of each account. */
    sessions: [row(1), row(2), row(3), row(4)] as DeviceSession[] | null,
    isLive: true,
    isUnclear: false,
    failure: null as Failure | null,
    isRecordLost: false,
    /** The service's clock minus this computer's, ms. */
    skew: 60_000,
    /** Why no ends can be asked for. */
    refusal: null as Failure | null,
    /** Runs before the disk refuses to store marks; null: it stores them. */
    refusesMarks: null as (() => void) | null,
    /** The keys of the sessions of account A that have an unfinished end. */
    ending: new Set<number>(),
  }
  const started: number[][] = []
  /** The cause and the time of each started revocation. */
  const asked: [cause: string | undefined, at: number | undefined][] = []
  const updates: ReviewUpdate[] = []
  const due: string[] = []
  /** The sessions that the person acknowledged, by id. */
  const acknowledged: number[] = []
  const recorded = new Map<string, DeviceSession[]>()
  const serviceNow = (): number => clock.now() + state.skew

  /** Updates the record of an account with its list, if that is a good one that it has not seen. */
  function updateRecord(accountId: string): void {
    const { sessions, isLive, isUnclear } = state
    if (!sessions || !isLive || isUnclear || recorded.get(accountId) === sessions) return
    recorded.set(accountId, sessions)
    record.list(
      accountId,
      sessions.map((session) => ({ ...session, name: session.serviceName })),
      serviceNow(),
    )
  }

  function byKey(accountId: string, key: number): RecordedSession | null {
    updateRecord(accountId)
    return state.isRecordLost ? null : record.byKey(accountId, key)
  }

  function rowsOf(accountId: string): DeviceSession[] | null {
    updateRecord(accountId)
    const rows = state.sessions?.map((session) => {
      const key = keyOfRow(record, accountId, session)
      const known = record.byKey(accountId, key)
      return {
        ...session,
        key,
        firstSeenAt: known?.firstSeenAt ?? null,
        isNew: known !== null && isOpen(known),
      }
    })
    return rows ?? null
  }

  /** Changes what the record of account A has of these sessions. */
  function change(ids: readonly number[], part: Partial<RecordedSession>): void {
    updateRecord(A)
    record.mark(A, (session) => (ids.includes(session.id) ? { ...session, ...part } : session))
  }

  /** The person acknowledges the sign-in of a session, as the alerts store it. */
  function acknowledge(accountId: string, key: number): void {
    const at = serviceNow()
    acknowledged.push(byKey(accountId, key)?.id ?? 0)
    record.mark(accountId, (session) =>
      session.key === key
        ? withMark(
            { ...session, alert: 'none' },
            { decision: 'mine', at: Math.max(at, session.mark?.at ?? at) },
          )
        : session,
    )
  }

  function start() {
    return createReviews({
      store: createAccountStore({
        ...{ disk: files, warning: 'review.notSaved', keepsRefused: true, log },
        ...KEPT,
      }),
      accounts: { get: (id) => state.accounts.find((account) => account.id === id) ?? null },
      lists: {
        get(accountId) {
          const { isLive, isUnclear, failure } = state
          const sessions = rowsOf(accountId)
          return list({ accountId, sessions, checkedAt: clock.now(), isLive, isUnclear, failure })
        },
      },
      revocations: {
        start(_accountId, keys, cause, at) {
          if (state.refusal) return failed(state.refusal)
          started.push([...keys])
          asked.push([cause, at])
          return ok(null)
        },
        stateOf: (accountId, key) => (accountId === A && state.ending.has(key) ? 'waiting' : null),
      },
      record: { byKey, of: () => null },
      mark(accountId, change) {
        const isChanged = record.sessionsOf(accountId).some((session) => change(session) !== session)
        if (isChanged) state.refusesMarks?.()
        if (isChanged && state.refusesMarks) throw new Error('ENOSPC')
        record.mark(accountId, change)
      },
      acknowledge,
      serviceNow,
      version: '1.2.3',
      clock,
      log,
      changed: (update) => void updates.push(update),
      due: (accountId) => void due.push(accountId),
      dueChanged: () => undefined,
    })
  }

  const keysOf = (...ids: number[]): number[] =>
    ids.map((id) => rowsOf(A)?.find((session) => session.id === id)?.key ?? keyOf({ id }))

  return {
    clock,
    log,
    files,
    state,
    started,
    asked,
    updates,
    due,
    acknowledged,
    serviceNow,
    start,
    change,
    /** The keys of listed sessions of account A. */
    keysOf,
    /** What the person says of the sessions of account A, by id. */
    marks: () =>
      Object.fromEntries(record.sessionsOf(A).flatMap(({ id, mark }) => (mark ? [[id, mark.decision]] : []))),
    acknowledge: (id: number): void => keysOf(id).forEach((key) => acknowledge(A, key)),
  }
}
