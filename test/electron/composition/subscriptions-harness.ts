import { createServices } from '../../../electron/composition/create-services.ts'
import { subscribeServices } from '../../../electron/composition/subscriptions.ts'
import type { ServiceDependencies } from '../../../electron/composition/dependencies.ts'
import { createAccounts, type AccountsFile } from '../../../electron/core/accounts.ts'
import type { JsonStore } from '../../../electron/core/ports.ts'
import { createFailures } from '../../../electron/core/failures.ts'
import { createServiceEvents } from '../../../electron/core/service-events.ts'
import { createSettings } from '../../../electron/core/settings.ts'
import { SECOND_LOOK_MS } from '../../../electron/features/sessions/session-lists.ts'
import type { LedgerFile } from '../../../electron/features/revocation/index.ts'
import { UNDO_WINDOW_MS } from '../../../electron/shared/ends.ts'
import type { BatchCommand, EndsUpdate } from '../../../electron/shared/ends.ts'
import type { RuleDays } from '../../../electron/shared/rules.ts'
import type { Annotation } from '../../../electron/shared/device.ts'
import type { SessionIdentity } from '../../../electron/shared/session.ts'
import type { SessionList } from '../../../electron/shared/session-list.ts'
import { INITIAL_SETTINGS } from '../../../electron/shared/initial-settings.ts'
import { accountOf, BASE_URL, fakeService, type Answer } from '../fake-service.ts'
import { fakeAccountFiles, fakeCipher, fakeClock, fakeLog, fakeStore, LIFE } from '../fakes.ts'
import { translations } from '../translations.ts'

type Files = ServiceDependencies['files']

/** The id of the signed-in account. */
export const ANA = accountOf(7).id
/** When the first sessions signed in, epoch ms. */
export const T0 = Date.parse('2024-11-01T00:00:00Z')
/** A minute, an hour and a day, ms. */
export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
/** When each test starts, epoch ms by this computer's clock and the service's. */
export const NOW = T0 + 60 * DAY
/** At least the interval between two announcements of ends of many, ms. */
export const PUBLISH_MS = 100

/** Identifies session `id`; each session signed in at another time. */
export const identity = (id: number): SessionIdentity => ({ id, createdAt: T0 + id * 1_000 })

/** The ledger of a bulk revocation of these sessions that the last run left before its first request. */
export function interruptedBulk(...ids: number[]): Files['ledgers'] {
  const ledgers = fakeAccountFiles<LedgerFile>()
  const end = { state: { is: 'waiting' as const }, intents: [1] }
  ledgers.write(ANA, {
    nextNumber: 2,
    batches: [{ number: 1, cause: 'many', askedAt: T0, since: NOW, phase: 'going', asks: null }],
    ends: ids.map((id) => ({ key: -id, ...identity(id), name: `Device ${id}`, ...end })),
  })
  return ledgers
}

/**
 * All subscribed services over files in memory and a fake service whose clock is this computer's. The service lists the
 * sessions of `state.listed`; `state.current` is this device, used just now, and no other one is ever used. A DELETE ends
 * its session. `stored` replaces files that are empty otherwise, and `accountsFile` that of the one account.
 */
export async function setUp(
  stored: Partial<Files> = {},
  accountsFile: JsonStore<AccountsFile> = fakeStore({ accounts: [accountOf(7)], activeAccountId: ANA }),
) {
  const clock = fakeClock()
  clock.jump(NOW - clock.now())
  const service = fakeService(clock, () => clock.now() + state.skew)
  const log = fakeLog()
  const events = createServiceEvents()
  const state = {
    listed: [1, 2, 3],
    current: 1,
    /** The names of sessions that are not named after their id. */
    names: new Map<number, string>(),
    /** The answer to a request of the list, instead of the list. */
    answer: null as Answer | null,
    isOnline: true,
    /** The service's clock minus this computer's, ms. */
    skew: 0,
    ids: 0,
  }
  service.on('GET /auth/sessions', () => {
    const sessions = state.listed.map((id) => ({
      id,
      name: state.names.get(id) ?? `Device ${id}`,
      is_current: id === state.current,
      created_at: iso(T0 + id * 1_000),
      last_used_at: id === state.current ? iso(clock.now()) : null,
    }))
    return state.answer ?? { status: 200, body: { data: { sessions } }, date: clock.now() + state.skew }
  })
  for (const id of [2, 3, 4, 9])
    service.on(`DELETE /auth/sessions/${id}`, () => {
      state.listed = state.listed.filter((other) => other !== id)
      return { status: 200, body: { success: true } }
    })
  service.on('POST /auth/logout', () => ({ status: 204 }))

  const files: Files = {
    vault: fakeStore({}),
    renewals: fakeStore({}),
    orphans: fakeStore({}),
    passwords: fakeStore({}),
    history: fakeAccountFiles(),
    ledgers: fakeAccountFiles(),
    reviews: fakeAccountFiles(),
    rules: fakeStore({}),
    logouts: fakeStore({}),
    unconfirmed: fakeStore([]),
    ...stored,
  }
  const services = createServices({
    confirmServer: async () => true,
    files,
    accounts: createAccounts(accountsFile, log, () => void events.emit('stateChanged')),
    view: { get: () => ({}) },
    settings: createSettings(fakeStore(INITIAL_SETTINGS), null, log, () => undefined),
    cipher: fakeCipher(),
    transportOf: (_key, baseUrl) => service.transportTo(baseUrl),
    releaseTransports: () => undefined,
    clock,
    log,
    newId: () => `id-${++state.ids}`,
    version: '1.2.3',
    random: () => 0.5,
    locale: () => 'en',
    translate: translations(),
    visibility: () => 'visible',
    page: () => 1,
    isOnline: () => state.isOnline,
    failures: createFailures(clock, log),
    events,
  })
  subscribeServices(services, events)
  /** Starts a review of the list, and decides which of its sessions are not the person's; all others are. */
  function decide(notMine: number[]): void {
    services.reviews.start(ANA)
    const { review, items } = services.reviews.get(ANA)
    for (const { key, id } of items) {
      const decision = notMine.includes(id) ? 'notMine' : 'mine'
      services.reviews.decide(ANA, review?.startedAt ?? 0, [key], decision)
    }
  }
  /** The key of session `id` of the list. */
  const keyOf = (id: number): number =>
    services.publishedLists.get(ANA).sessions?.find((each) => each.id === id)?.key ?? -id
  const published: SessionList[] = []
  events.on('listPublished', (list) => void published.push(list))
  const told: EndsUpdate[] = []
  events.on('endsChanged', (update) => void told.push(update))
  const runs: unknown[] = []
  events.on('ruleRan', (run) => void runs.push(run))
  await services.vault.put(ANA, '1|token', LIFE)
  const ends = () => services.revocations.view(ANA)

  return {
    services,
    service,
    events,
    clock,
    state,
    files,
    /** The published lists, oldest first. */
    published,
    /** The announced changes of ends, oldest first. */
    told,
    runs,
    /** The service answers a sign-in with a token of the user with the account's number and this email. */
    acceptLogin(email: string) {
      const data = { token: '5|token', user: { id: 7, name: 'Ana', email }, expires_at: null }
      service.on('POST /auth/login', () => ({ status: 200, body: { success: true, data } }))
    },
    signIn: (email: string) =>
      services.signIn.signIn({ server: BASE_URL, email, password: 'p', deviceName: 'Desk' }),
    /** Fetches the list; `listed` are the sessions that the service lists from now on. */
    async check(listed = state.listed) {
      state.listed = listed
      const checking = services.lists.refresh(ANA)
      await drained()
      // What the list lacks is looked for again.
      if (services.lists.get(ANA).checking) await clock.advance(SECOND_LOOK_MS)
      return checking
    },
    /** The key of session `id`. */
    keyOf,
    /** Asks for the end of a session without a network. */
    queueEnd(id: number) {
      state.isOnline = false
      services.revocations.revoke(ANA, keyOf(id))
      state.isOnline = true
    },
    /** Writes a name or a note on session `id` of the list. */
    annotate: (id: number, part: Partial<Annotation>) =>
      services.publishedLists.annotate(ANA, keyOf(id), part),
    rowIds: () => services.publishedLists.get(ANA).sessions?.map(({ id }) => id),
    ends,
    batches: () => ends().batches,
    /** The ends that wait for the network. */
    queued() {
      const waiting = ends().batches.filter(({ phase }) => phase.kind === 'waiting')
      return ends().ends.filter((end) => waiting.some(({ number }) => end.batches.includes(number)))
    },
    startBulk() {
      const others = (services.lists.get(ANA).sessions ?? []).filter(({ isCurrent }) => !isCurrent)
      return services.revocations.start(
        ANA,
        others.map(({ id }) => keyOf(id)),
        'many',
      )
    },
    /** Commands the newest batch. */
    control: (command: BatchCommand) =>
      services.revocations.control(ANA, ends().batches.at(-1)?.number ?? 0, command),
    /** Sets the rule as a person does who sees what it would end. */
    setRule(days: RuleDays | null) {
      return services.rules.set(ANA, days, days === null ? [] : services.rules.wouldEnd(ANA, days))
    },
    revoke: (id: number) => services.revocations.revoke(ANA, keyOf(id)),
    /** Lets the undo window pass, all requests be answered, and the last progress be announced. */
    async passUndo() {
      await clock.advance(UNDO_WINDOW_MS)
      await drained()
      await clock.advance(PUBLISH_MS)
    },
    decide,
    /** Starts a review of the list, decides that session 2 is not the person's and all others are, and finishes it. */
    review() {
      decide([2])
      return services.reviews.finish(ANA, [keyOf(2)])
    },
    /** The outcome of session 2 in the review. */
    outcome: () => services.reviews.get(ANA).items.find(({ id }) => id === 2)?.outcome,
    /** The types of the history's entries with their sessions, oldest first. */
    entries: () =>
      services.history.of(ANA)?.entries.map(({ type, actor, sessionId }) => [type, actor, sessionId]),
  }
}

/** The same after the first list was fetched. */
export async function setUpChecked(...stored: Parameters<typeof setUp>) {
  const all = await setUp(...stored)
  await all.check()
  return all
}

/** Runs everything that waits for promises, however long the chain is. */
const drained = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

function iso(time: number): string {
  return new Date(time).toISOString()
}
