import { expect, onTestFinished } from 'vitest'
import {
  isUnfinished,
  type BatchPhase,
  type BatchView,
  type EndsView,
  type EndView,
} from '../../electron/shared/ends.ts'
import type { EventName, Events } from '../../electron/shared/events.ts'
import { serializeRows, type SessionListUpdate } from '../../electron/shared/session-list-update.ts'
import type { Account, User } from '../../electron/shared/account.ts'
import type { AppState } from '../../electron/shared/app-state.ts'
import type { DeviceSession } from '../../electron/shared/session.ts'
import type { Rule } from '../../electron/shared/rules.ts'
import type { SessionList } from '../../electron/shared/session-list.ts'
import {
  type Payload,
  type RequestName,
  REQUESTS,
  type RequestResult,
} from '../../electron/shared/requests.ts'
import type { ReviewUpdate } from '../../electron/shared/review.ts'
import { INITIAL_SETTINGS } from '../../electron/shared/initial-settings.ts'
import { ok } from '../../electron/shared/result.ts'
import { deviceSession, endCounts, keyOf } from '../support/builders.ts'
import { sessionTimes } from './session-times.ts'

type Handlers = { [N in RequestName]?: (payload: Payload<N>) => RequestResult<N> | Promise<RequestResult<N>> }
type Listener = (payload: unknown) => void

/** A user with default values. */
export function user(over: Partial<User> = {}): User {
  return {
    id: 7,
    name: 'Ana Souza',
    email: 'ana@example.com',
    role: 'admin',
    locale: 'en',
    timezone: 'UTC',
    emailVerified: true,
    twoFactorEnabled: false,
    tenant: { id: 1, name: 'Acme', status: 'active' },
    ...over,
  }
}

/** A signed-in account. */
export function account(over: Partial<Account> = {}): Account {
  return {
    id: 'a1',
    baseUrl: 'https://desk.example.com/api/v1',
    user: user(),
    credential: { kind: 'user' },
    status: 'signedIn',
    ...over,
  }
}

/** The second account of these tests. */
export function bruno(over: Partial<Account> = {}): Account {
  return account({ id: 'a2', user: user({ id: 8, name: 'Bruno Lima', tenant: null }), ...over })
}

/** The credential of an account with an API token. */
export const API_TOKEN: Account['credential'] = {
  kind: 'instance',
  fingerprint: 'm',
  maskedToken: 'sk_…9b31',
  acceptedBy: 'me',
}

/** The app state with one account, which is shown. */
export function appState(over: Partial<AppState> = {}): AppState {
  return {
    version: '0.1.0',
    runtime: 'Electron 45.4.1',
    deviceName: 'Session Desk on ana-laptop',
    settings: { ...INITIAL_SETTINGS, theme: 'light' },
    locale: 'en',
    tokenStorage: { location: 'keyring', reason: null, backend: 'gnome_libsecret' },
    online: true,
    hasTray: true,
    notificationsRefused: false,
    accounts: [account()],
    activeAccountId: 'a1',
    passwordReports: [],
    renewalWarnings: [],
    unconfirmedSessions: [],
    lostFiles: [],
    isFinishing: false,
    alerts: [],
    away: [],
    dueReviews: [],
    view: {},
    ...over,
  }
}

/** The app state without accounts. */
export function emptyAppState(over: Partial<AppState> = {}): AppState {
  return appState({ accounts: [], activeAccountId: null, ...over })
}

/** A session with default values: used a minute ago, signed in a day ago. */
export function session(id: number, name: string, over: Partial<DeviceSession> = {}): DeviceSession {
  return deviceSession({ id, name, serviceName: name, ...sessionTimes, ...over })
}

/** This device and three other sessions. */
export function sessions(): DeviceSession[] {
  return [
    session(1, 'Session Desk on ana-laptop', { isCurrent: true }),
    session(2, 'Firefox on Ubuntu'),
    session(3, 'Chrome on Windows'),
    session(4, 'Safari on iPhone'),
  ]
}

/** The keys of sessions of the list, as the window sends them. */
export function keysOf({ list: { sessions: rows } }: FakeBridge, ...ids: number[]): number[] {
  return (rows ?? []).filter(({ id }) => ids.includes(id)).map(({ key }) => key)
}

/** The payload by which the window revokes one session of its list. */
export function revokeOf(fake: FakeBridge, sessionId: number) {
  return { accountId: fake.list.accountId, key: keysOf(fake, sessionId)[0] }
}

/** The end of a session, in the batch number 1 unless `over` says otherwise. */
export function endView(
  sessionId: number,
  state: EndView['state'] = 'waiting',
  over: Partial<EndView> = {},
): EndView {
  const name = `Device ${sessionId}`
  return { key: keyOf({ id: sessionId }), name, state, failure: null, dropped: null, batches: [1], ...over }
}

/** The batch number 1, of three sessions; without `counts` all are waiting. */
export function batchView(
  phase: BatchPhase,
  counts: Partial<BatchView['counts']> = { waiting: 3 },
  over: Partial<BatchView> = {},
): BatchView {
  const about = { number: 1, cause: 'many', askedAt: Date.now() } as const
  return { ...about, phase, counts: endCounts(counts), answered: 0, total: 3, msLeft: null, ...over }
}

/** The phase of what can be undone for `ms`: by default longer than a test takes. */
export const undoablePhase = (ms = 50_000): BatchPhase => ({ kind: 'undoable', until: Date.now() + ms })

/** The end of one listed session, alone: by default of session 2, which can be undone. */
export function singleEnd(
  phase: BatchPhase = undoablePhase(),
  end: Partial<EndView> = {},
  batch: Partial<BatchView> = {},
): Pick<EndsView, 'batches' | 'ends'> {
  const number = batch.number ?? 1
  const view = endView(2, 'waiting', { name: 'Firefox on Ubuntu', batches: [number], ...end })
  const counts = { [view.state]: 1 }
  return {
    batches: [batchView(phase, counts, { number, cause: 'one', total: 1, ...batch })],
    ends: [view],
  }
}

/** The ends of sessions by their ids, asked for together in the batch number 1 unless `over` says otherwise. */
export function manyEnds(
  phase: BatchPhase,
  states: Record<number, EndView['state']>,
  over: Partial<BatchView> = {},
): Pick<EndsView, 'batches' | 'ends'> {
  const batches = [over.number ?? 1]
  const ends = Object.entries(states).map(([id, state]) => endView(Number(id), state, { batches }))
  const counts: Partial<BatchView['counts']> = {}
  for (const { state } of ends) counts[state] = (counts[state] ?? 0) + 1
  const answered = ends.filter(({ state }) => !isUnfinished(state) && state !== 'dropped').length
  return { batches: [batchView(phase, counts, { answered, total: ends.length, ...over })], ends }
}

/** Several askings in one account, the oldest first. */
export function inOrder(
  ...askings: Pick<EndsView, 'batches' | 'ends'>[]
): Pick<EndsView, 'batches' | 'ends'> {
  return {
    batches: askings.flatMap(({ batches }) => batches),
    ends: askings.flatMap(({ ends }) => ends),
  }
}

/** What is shown of the ends of account a1. */
export function endsView(over: Partial<EndsView> = {}): EndsView {
  return { accountId: 'a1', batches: [], ends: [], ...over }
}

/** A fresh list. */
export function list(over: Partial<SessionList> = {}): SessionList {
  return {
    accountId: 'a1',
    sessions: sessions(),
    checkedAt: Date.now(),
    skew: 0,
    checking: false,
    failure: null,
    isLive: true,
    isUnclear: false,
    orphanKey: null,
    ...over,
  }
}

/** A rule that is off. */
const RULE: Rule = {
  afterDays: null,
  lastEndedAt: null,
  nextRunAt: null,
  blockedBy: null,
}

/**
 * Installs a bridge on `window` that records every call, answers with `handlers`, and can emit events. It rejects a
 * payload that main would refuse, and the test fails.
 */
export function fakeBridge(initial: AppState, handlers: Handlers = {}) {
  const calls: { name: RequestName; payload: unknown }[] = []
  const refused: object[] = []
  onTestFinished(() => expect(refused, 'requests that main refuses').toEqual([]))
  const listeners = new Map<string, Set<Listener>>()
  let revision = 0
  const ends: EndsView[] = []
  const review: ReviewUpdate = {
    accountId: 'a1',
    review: null,
    items: [],
    isWhole: true,
    earlier: [],
    schedule: { days: 90, finishedAt: null, dueAt: null, isDue: false },
  }
  const fake = {
    state: initial,
    list: list(),
    ends,
    review,
    calls,
    handlers,
    emit,
    changeState,
    changeList,
    changeEnds,
    callsOf,
  }

  function emit<N extends EventName>(name: N, payload: Events[N]): void {
    listeners.get(name)?.forEach((listener) => listener(structuredClone(payload)))
  }
  function changeState(over: Partial<AppState>): void {
    fake.state = { ...fake.state, ...over }
    emit('appState:changed', fake.state)
  }
  function changeList(over: Partial<SessionList>): SessionListUpdate {
    fake.list = { ...fake.list, ...over }
    const update = listUpdate()
    emit('sessions:changed', update)
    return update
  }
  /** Publishes the ends of an account, all of them. */
  function changeEnds(over: Partial<EndsView>): void {
    const view = endsView(over)
    fake.ends = [...fake.ends.filter(({ accountId }) => accountId !== view.accountId), view]
    emit('ends:changed', { ...view, isWhole: true })
  }
  function listUpdate(): SessionListUpdate {
    const { sessions: rows, ...rest } = fake.list
    return { ...rest, revision: ++revision, rows: serializeRows(rows) }
  }
  function callsOf(name: RequestName): unknown[] {
    return calls.filter((call) => call.name === name).map(({ payload }) => payload)
  }
  function defaultAnswer(name: RequestName): unknown {
    if (name === 'appState:get') return ok(fake.state)
    if (name === 'ends:get') return ok(fake.ends)
    if (name === 'session:revokeMany') return ok({ refused: [] })
    if (name === 'review:get') return ok(fake.review)
    if (name === 'rule:get') return ok(RULE)
    return ok(name === 'session:list' ? listUpdate() : null)
  }
  const bridge = {
    invoke: async (name: RequestName, payload?: unknown) => {
      calls.push({ name, payload: structuredClone(payload) })
      const { error } = REQUESTS[name].payload.safeParse(payload ?? null)
      if (error) {
        refused.push({ name, payload, because: error.issues })
        throw new Error('Refused: malformed request')
      }
      const handler = handlers[name] as ((payload: unknown) => unknown) | undefined
      return structuredClone(await (handler ? handler(payload) : defaultAnswer(name)))
    },
    on: (name: string, listener: Listener) => {
      const known = listeners.get(name) ?? new Set<Listener>()
      listeners.set(name, known.add(listener))
      return () => known.delete(listener)
    },
  }
  Object.defineProperty(window, 'sessionDesk', { value: bridge, configurable: true })
  return fake
}

/** The result of `fakeBridge`. */
export type FakeBridge = ReturnType<typeof fakeBridge>
