import type {
  BatchCommand,
  BatchView,
  EndCause,
  EndsUpdate,
  EndsView,
  EndView,
} from '../../../../electron/shared/ends.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import type { Account } from '../../../../electron/shared/account.ts'
import { createAccounts } from '../../../../electron/core/accounts.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import type { Clock } from '../../../../electron/core/ports.ts'
import { createRateLimits } from '../../../../electron/core/rate-limits.ts'
import {
  createAlerts,
  createHistoryRepository,
  type History,
} from '../../../../electron/features/activity/index.ts'
import type { LedgerFile } from '../../../../electron/features/revocation/ledger-file.ts'
import { createRevocations } from '../../../../electron/features/revocation/revocations.ts'
import { keyOf } from '../../../support/builders.ts'
import { accountOf, fakeService, type Answer } from '../../fake-service.ts'
import { fakeAccountFiles, fakeClock, fakeForgetting, fakeLog, fakeStore, settled } from '../../fakes.ts'
import { keyFor, listsOver, undoMs } from './lists-harness.ts'

/** When the sessions of the tests signed in, a second apart; epoch ms. */
const T0 = Date.parse('2024-11-01')
/** When each test starts. */
const NOW = T0 + 86_400_000
/** The two ways in which a person asks: for one session, and for many. */
export const ONE_OR_MANY = ['one', 'many'] as const
/** The keys of these sessions. */
export const these = (...numbers: number[]) => numbers.map((each) => keyFor(each))

/** The answer to a request whose token was revoked. */
export const UNAUTHENTICATED: Answer = { status: 401, body: { message: 'Unauthenticated.' } }

/** A session at the service. */
interface Row {
  name: string
  createdAt: number | null
  isUsed?: true
}

interface WorldOptions {
  /** The number of listed sessions beside this device, which has the id 1. */
  others?: number
  /** How long a DELETE takes at the service, ms. */
  takes?: number
  account?: Partial<Account>
  /** The ids of the sessions that are marked as this device. */
  current?: number[]
}

export type World = Awaited<ReturnType<typeof setUp>>

/** The endpoint of the list. */
export const LIST = 'GET /auth/sessions'
const iso = (time: number): string => new Date(time).toISOString()
const never = <T>(): Promise<T> => new Promise(() => undefined)
/** The number of a session in tests: its id, or for a later session with a used id the next number. */
export const numberOf = ({ key }: { key: number }): number => key - keyOf({ id: 0 })

/**
 * A service whose clock is this computer's, and the app with the accounts a and b there, and the list of a. The record, the lists and the
 * ledger are the app's own.
 */
export async function setUp({ others = 2, takes = 0, account = {}, current = [1] }: WorldOptions = {}) {
  const clock = fakeClock()
  clock.jump(NOW - clock.now())
  const service = fakeService(clock)
  const ids = Array.from({ length: others + 1 }, (_, index) => index + 1)
  const state = {
    listed: new Map<number, Row>(ids.map((id) => [id, { name: `D${id}`, createdAt: T0 + id * 1_000 }])),
    current,
    token: 't',
    online: true,
    /** The answer to the next DELETEs, instead of what they do; they are carried out all the same if `isDone`. */
    answer: null as Answer | null,
    isDone: false,
    /** The answer to the next lists. */
    list: null as Answer | null,
    /** The service's clock minus this computer's, and whether that is known. */
    skew: 0,
    isSynced: true,
    /** Display names that differ from the service's, by id. */
    names: new Map<number, string>(),
  }
  service.on(LIST, () => {
    const sessions = [...state.listed].map(([id, { name, createdAt, isUsed }]) => ({
      ...{ id, name, is_current: state.current.includes(id) },
      created_at: createdAt && iso(createdAt),
      last_used_at: isUsed ? iso(clock.now()) : null,
    }))
    return state.list ?? { status: 200, body: { data: { sessions } } }
  })
  for (const id of [...ids, 99])
    service.on(`DELETE /auth/sessions/${id}`, async () => {
      if (takes > 0) await new Promise<void>((resolve) => clock.after(takes, resolve))
      const wasListed = state.listed.has(id)
      if (!state.answer || state.isDone) state.listed.delete(id)
      return state.answer ?? { status: wasListed ? 204 : 404 }
    })

  const [log, forgetting] = [fakeLog(), fakeForgetting()]
  const all = [accountOf(7, { id: 'a', ...account }), accountOf(8, { id: 'b' })]
  const accounts = createAccounts(fakeStore({ accounts: all, activeAccountId: 'a' }), log, () => undefined)
  const disk = { ledgers: fakeAccountFiles<LedgerFile>(), records: fakeAccountFiles<History>() }
  const updates: EndsUpdate[] = []
  /** The outcomes of single ends that were told, as `2 ended`. */
  const told: string[] = []
  /** The causes of the batches that were taken back whole. */
  const undone: EndCause[] = []
  const now = (): number => clock.now() + state.skew
  let runs = 0

  /** One process; after the next one began, it sends and tells nothing more. */
  function start() {
    const run = ++runs
    const isAlive = (): boolean => run === runs
    const own: Clock = { ...clock, after: (ms, callback) => clock.after(ms, () => isAlive() && callback()) }
    const limits = createRateLimits(own, forgetting.on)
    const callAs: Gateway['callAs'] = async (accountId, call) => {
      const answer = await service.gateway(() => state.token).callAs(accountId, call)
      if (!isAlive()) return never()
      if (!answer.ok && answer.failure.kind === 'rateLimited') limits.pause(accountId, answer.failure.retryAt)
      return answer
    }
    const gateway: Gateway = { callAs, callAsOnce: callAs, rateLimitedUntil: limits.until }
    const history = createHistoryRepository({
      ...{ files: disk.records, clock: own, now, log, changed: () => undefined, random: () => 0 },
      marked: () => undefined,
      ...{ hasAccount: () => true, ofSameUser: accounts.ofSameUser },
    })
    const lists = listsOver(gateway, own, {
      ...{ accounts, recorded: history.listedSessions },
      onFetched: (accountId, rows) => alerts.evaluate(accountId, rows),
      onUpdated: (accountId) => revocations.applyList(accountId),
    })
    const revocations = createRevocations({
      ...{ accounts, lists, record: history, gateway, clock: own, log, files: disk.ledgers, undoMs },
      ...{ answered: history.answered, mayHaveEnded: history.mayEnd, serviceNow: now },
      isSynced: () => state.isSynced,
      isOnline: () => state.online,
      shown: (id) => lists.get(id).sessions ?? history.listedSessions(id),
      nameOf: (_accountId, { id, name }) => state.names.get(id) ?? name,
      onAccountForgotten: forgetting.on,
      settled: (end) => void told.push(`${numberOf(end)} ${end.state}`),
      published: (update) => void updates.push(update),
      undone: (_accountId, { cause }) => void undone.push(cause),
    })
    const alerts = createAlerts({
      ...{ accounts, history, now, isOut: revocations.isOut, askedBy: revocations.askedBy },
      // The sessions of the first list get the keys of `keyFor`.
      random: () => keyOf({ id: 0 }) / 2 ** 52,
      ...{ isGranted: () => false, isProbe: () => false, orphanIds: () => new Set<number>() },
      ...{ nameOf: (_accountId, { name }) => name, whenNamed: () => undefined },
      ...{ alerted: () => undefined, closed: () => undefined, changed: () => undefined },
    })
    return { history, lists, revocations, limits }
  }
  let app = start()

  const view = (accountId = 'a'): EndsView => app.revocations.view(accountId)

  /** Lets time pass until something is so, for at most ten minutes. */
  async function until(isSo: () => boolean): Promise<void> {
    const end = clock.real() + 600_000
    while (!isSo()) {
      if (clock.real() > end) throw new Error(`never: ${isSo.toString()}`)
      await clock.advance(50)
    }
  }

  /** The requests so far: `list`, or `delete 2`. */
  const requests = (): string[] =>
    service.calls.map(({ endpoint }) =>
      endpoint === LIST ? 'list' : endpoint.replace('DELETE /auth/sessions/', 'delete '),
    )
  const isDone = (): boolean => view().batches.every(({ phase }) => phase.kind === 'done')

  /** Fetches the list, as the poller does. */
  async function list(accountId = 'a'): Promise<void> {
    let isOver = false
    void app.lists.refresh(accountId).then(() => (isOver = true))
    await settled()
    await until(() => isOver)
  }

  /** A person asks for the end of one session or of many, or a review or a rule does. */
  function ask(cause: EndCause, ...numbers: number[]): Result<null> {
    const keys = these(...numbers)
    if (cause === 'one') return app.revocations.revoke('a', keyFor(numbers[0]!))
    return cause === 'many' ? askPlan(keys) : app.revocations.start('a', keys, cause)
  }

  function askPlan(keys: number[]): Result<null> {
    const [refused] = app.revocations.startPlan([{ accountId: 'a', keys }])
    return refused ? failed(refused.failure) : ok(null)
  }

  await list()
  service.calls.length = 0
  return {
    ...{ clock, service, state, accounts, disk, log, updates, told, undone, view, until, list, ask },
    forget: forgetting.forget,
    revocations: () => app.revocations,
    record: () => app.history,
    /** Ends the run as a kill does, and starts the next one, which has no list yet. */
    kill() {
      app = start()
      app.revocations.wake()
    },
    askOthers: () =>
      askPlan([...state.listed.keys()].filter((id) => !state.current.includes(id)).map((id) => keyFor(id))),
    undo: (number: number) => app.revocations.undo('a', keyFor(number)),
    /** Commands a batch; the newest one. */
    command: (command: BatchCommand, batch = view().batches.at(-1)?.number ?? 0) =>
      app.revocations.control('a', batch, command),
    /** The service tells another request of the account to wait. */
    pause: (ms: number) => app.limits.pause('a', clock.now() + ms),
    /** Cuts this computer off from the network, or connects it. */
    connect(isOnline: boolean) {
      state.online = isOnline
      app.revocations.wake()
    },
    phases: () => view().batches.map(phaseText),
    /** The ends as `2 waiting`, by number. */
    states: () => view().ends.map(stateText).toSorted(),
    /** The stored ends, as `2 waiting`, by id. */
    stored: () =>
      (disk.ledgers.read()['a']?.ends ?? []).map(({ id, state: { is } }) => `${id} ${is}`).toSorted(),
    isDone,
    /** Lets time pass until nothing goes on any more. */
    allDone: () => until(isDone),
    requests,
    /** The ids of the requests to end a session. */
    deletes: () => requests().flatMap((each) => (each === 'list' ? [] : Number(each.split(' ')[1]))),
  }
}

/** The phase of a batch: `many going`, and what it waits for, or why it asks. */
function phaseText({ cause, phase }: BatchView): string {
  const wait = phase.kind === 'going' && phase.wait ? ` ${phase.wait.reason.kind}` : ''
  return `${cause} ${phase.kind}${phase.kind === 'asking' ? ` ${phase.why}` : wait}`
}

const stateText = (end: EndView): string =>
  `${numberOf(end)} ${end.state}${end.dropped ? ` ${end.dropped}` : ''}`
