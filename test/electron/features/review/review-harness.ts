import type { RevocationUpdate } from '../../../../electron/shared/bulk-revocation.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { ReviewUpdate } from '../../../../electron/shared/review.ts'
import type { DeviceSession, SessionIdentity } from '../../../../electron/shared/session.ts'
import {
  createReviewRepository,
  createReviews,
  type StoredReviews,
} from '../../../../electron/features/review/index.ts'
import { accountOf } from '../../fake-service.ts'
import { fakeAccountFiles, fakeClock, fakeLog } from '../../fakes.ts'
import { bulkRevocation, list } from '../../../renderer/fake-bridge.ts'
import { presentPlainly } from '../revocation/lists-harness.ts'

/** A day, ms. */
export const DAY = 86_400_000
/** The account of these tests. */
export const A = accountOf(7).id

/** A listed session; the first one is this device. */
export function row(id: number, over: Partial<DeviceSession> = {}): DeviceSession {
  const plain = { id, name: `Device ${id}`, lastUsedAt: null, createdAt: id, isCurrent: id === 1 }
  return { ...presentPlainly(plain), ...over }
}

/** Reviews over files in memory, with a list and a bulk revocation that tests set; `start` is as after a kill. */
export function setUpReviews() {
  const clock = fakeClock()
  const log = fakeLog()
  const files = fakeAccountFiles<StoredReviews>()
  const state = {
    accounts: [accountOf(7)],
    sessions: [row(1), row(2), row(3), row(4)] as DeviceSession[] | null,
    bulk: { accountId: A, revocation: null, rows: [] } as RevocationUpdate,
    isBusy: false,
    isLive: true,
    origins: new Map<number, 'signIn' | 'renewal'>(),
    sent: new Set<number>(),
  }
  const started: SessionIdentity[][] = []
  const updates: ReviewUpdate[] = []
  const due: string[] = []

  function start() {
    return createReviews({
      repository: createReviewRepository(files, log),
      accounts: { get: (id) => state.accounts.find((account) => account.id === id) ?? null },
      lists: {
        get: (accountId) =>
          list({ accountId, sessions: state.sessions, checkedAt: clock.now(), isLive: state.isLive }),
      },
      bulk: {
        start(_accountId, target) {
          if (state.isBusy) return failed({ kind: 'conflict' })
          if (target.kind === 'these') started.push(target.sessions)
          return ok(null)
        },
        get: () => state.bulk,
      },
      isSent: (_accountId, { id }) => state.sent.has(id),
      originOf: (_baseUrl, { id }) => state.origins.get(id) ?? null,
      now: () => clock.now(),
      version: '1.2.3',
      clock,
      log,
      changed: (update) => void updates.push(update),
      due: (accountId) => void due.push(accountId),
      dueChanged: () => undefined,
    })
  }

  /** A bulk revocation in a phase, with these items. */
  function bulkOf(
    is: 'undoable' | 'running' | 'done',
    items: readonly [id: number, state: RevocationUpdate['rows'][number]['state']][],
  ): RevocationUpdate {
    const item = { name: null, failure: null }
    const rows = items.map(([id, status]) => ({ ...item, sessionId: id, createdAt: id, state: status }))
    return (state.bulk = { accountId: A, revocation: bulkRevocation({ is }, {}, { accountId: A }), rows })
  }

  return { clock, log, files, state, started, updates, due, start, bulkOf }
}
