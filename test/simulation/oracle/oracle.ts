import type { Failure } from '../../../electron/shared/failure.ts'
import type { BatchView, EndsUpdate, EndsView } from '../../../electron/shared/ends.ts'
import type { ReviewUpdate } from '../../../electron/shared/review.ts'
import type { SessionIdentity } from '../../../electron/shared/session.ts'
import type { ServiceEvents } from '../../../electron/core/service-events.ts'
import type { AppProcess, ProcessWatcher } from '../world/app-process.ts'
import type { Computer } from '../world/computer.ts'
import type { NetworkWatcher } from '../world/network.ts'
import type { TrueSession, Truth } from '../world/truth.ts'
import { createAlertChecks } from './alerts.ts'
import { createBatchChecks, isOpen, type BatchChecks } from './batches.ts'
import { createClaims, type AccountAddress } from './claims.ts'
import { createEvidence } from './evidence.ts'
import { createKeyChecks } from './keys.ts'
import { createProfileChecks } from './profile.ts'
import { createIntents, nameOf, type Intent, type Intents } from './intents.ts'
import { createPlaces } from './places.ts'
import { createPromises } from './promises.ts'
import { createViolations, type Violations } from './violations.ts'
import { createWaits } from './waits.ts'
import { createWindowCopy } from './window-copy.ts'
import { createWritten, type Written } from './written.ts'

/** Knows the truth, hears everything that the app tells and sends, and compares. */
export interface Oracle extends ProcessWatcher, NetworkWatcher {
  readonly violations: Violations
  readonly intents: Intents
  readonly written: Written
  readonly batches: BatchChecks
  /** Compares what a process shows now; call it when the process has reacted to everything. */
  check(process: AppProcess): void
  /** Compares the places of a process with each other; dearer than `check`. */
  comparePlaces(process: AppProcess): void
  /** What must hold once the world has healed and had time. */
  checkSettled(process: AppProcess): void
  /** A process starts: what was only in memory is not told any more. */
  started(): void
  /** The person takes ends of a batch back: if it is that of a review, that may be open again. */
  mayReopen(accountId: string, batch: BatchView): void
  /** The person does something that ends the account's sign-in here. The returned function learns that the app refused. */
  leaves(accountId: string): () => void
  /** The person saved files of an account: compares what they say. */
  saved(accountId: string): void
  /** The service has confirmed a sign-out, before which these ends were open; `unended`: those that the app names as perhaps not done. */
  hasLeft(accountId: string, open: readonly Intent[], unended: readonly string[]): void
  /** The session whose token the app used last for a user at an address. */
  ownSession(userId: number, base: string): TrueSession | undefined
  /** The app says that these sessions are signed out. */
  toldSignedOut(sessions: readonly TrueSession[]): void
}

/** What the app knew of an account when it was last looked at. */
interface KnownAccount extends AccountAddress {
  status: string
}

const GRANTS: ReadonlySet<string> = new Set([
  '/auth/login',
  '/auth/two-factor',
  '/auth/register',
  '/auth/refresh',
])
/** After so long the app gives a request up, ms. */
const GIVEN_UP_MS = 30_000

/** Ends that are older ask again. */
const WEEK_MS = 7 * 86_400_000

/** Answers are on disk within a second, unless that write is the one at which a process is killed. */
const ANSWER_DELAY_MS = 2_000

/** Creates an oracle that has heard nothing; `note` adds a line to the story. */
export function createOracle(computer: Computer, truth: Truth, note: (text: string) => void): Oracle {
  const { kernel, disk } = computer
  const violations = createViolations(kernel.now)
  const evidence = createEvidence(truth)
  const inUse = new Map<string, TrueSession>()
  const intents = createIntents(kernel.now, truth, evidence, violations)
  const claims = createClaims(kernel.now, truth, evidence, intents, violations)
  const batches = createBatchChecks(kernel.now, violations)
  const windowCopy = createWindowCopy(kernel, violations)
  const alerts = createAlertChecks(computer, truth, evidence, violations)
  const places = createPlaces(computer, truth, evidence, intents, claims, violations)
  const keys = createKeyChecks(truth, evidence, violations)
  const written = createWritten(computer, truth, evidence, violations)
  const profile = createProfileChecks(disk, { intents, written }, violations)
  const waits = createWaits(kernel.now, truth, violations)
  const accounts = new Map<string, KnownAccount>()
  /** Accounts that the person has left. */
  const left = new Set<string>()
  /** Accounts whose sign-in was ended, not stored or not readable once. */
  const unusable = new Set<string>()
  /** Users for whom GET /auth/me answered 401, or who signed out everywhere. */
  const unauthenticated = new Set<number>()
  /** The last review of each account that was finished, by this computer's clock. */
  const finished = new Map<string, { startedAt: number; finishedAt: number }>()
  /** The reviews whose ends the person takes back, by account and when they were finished. */
  const reopenable = new Set<string>()
  const askedAt: number[] = []
  /** What ends said last. */
  const toldStates = new Map<string, string>()
  /** The batches of each account that were over when it last told of them. */
  const over = new Map<string, ReadonlySet<number>>()
  /** The sessions of which the person was told what became of their ends, since an account last signed out. */
  const toldSince = new Set<number>()
  /** When a process was last seen alive. */
  let aliveAt = 0
  /** The pending requests for a token: what lists show meanwhile may be their sessions. */
  const grantsAsked = new Set<number>()

  const meant = (accountId: string, identity: SessionIdentity): TrueSession | undefined =>
    intents.meant(accounts.get(accountId)?.userId ?? 0, identity)
  const addressOf = (id: string): AccountAddress => accounts.get(id) ?? { id, userId: 0, base: '' }
  const promises = createPromises(kernel.now, truth, evidence, intents, addressOf, violations)

  /** A service that tells to wait is waited for. */
  function toldFailure(session: TrueSession | undefined, failure: Failure | null): void {
    if (failure?.kind === 'rateLimited' && session)
      violations.add('gave up after 429', session.uid, `The end of ${nameOf(session)} failed.`)
  }

  function toldEnd({ accountId, sessionId, createdAt, name, outcome }: ServiceEvents['revoked'][0]): void {
    const { kind } = outcome
    note(`The app says of ${name} (${sessionId}): ${kind}`)
    places.toldOutcome(accountId, sessionId, name, kind)
    const session = meant(accountId, { id: sessionId, createdAt })
    if (kind === 'ended' || kind === 'alreadyGone') claims.toldGone('end', addressOf(accountId), session)
    if (kind === 'ended') claims.toldActor('end', addressOf(accountId), session, 'thisApp')
    toldFailure(session, 'failure' in outcome ? outcome.failure : null)
    if (kind === 'notConfirmed') claims.toldUnconfirmed('end', session)
    if (session) toldSince.add(session.uid)
    if (session) promises.told(accountId, null, session.uid)
    if (kind === 'ended' || kind === 'alreadyGone') batches.toldGone(accountId, { id: sessionId, createdAt })
  }

  function toldEnds(update: EndsUpdate): void {
    const { accountId, ends } = update
    batches.told(update)
    intents.shown(accountId, update.batches)
    for (const end of ends) {
      const { sessionId: id, createdAt, state } = end
      const session = meant(accountId, { id, createdAt })
      if (state === 'confirmed' || state === 'alreadyGone')
        claims.toldGone('batch', addressOf(accountId), session)
      if (state === 'confirmed') claims.toldActor('batch', addressOf(accountId), session, 'thisApp')
      const keys = end.batches.map((batch) => `${accountId} ${id} ${createdAt} ${batch}`)
      // An update may repeat what was told before, in a batch that another one was dismissed beside.
      const isNew = keys.every((key) => toldStates.get(key) !== state)
      for (const key of keys) toldStates.set(key, state)
      if (isNew && session && !isOpen(end))
        for (const batch of end.batches) promises.told(accountId, batch, session.uid)
      if (isNew) toldFailure(session, end.failure)
      if (isNew && state === 'notConfirmed') claims.toldUnconfirmed('batch', session)
    }
    for (const batch of update.batches) toldBatch(accountId, batch)
    const done = update.batches.filter(({ phase }) => phase.kind === 'done')
    over.set(accountId, new Set(done.map(({ number }) => number)))
  }

  function toldBatch(accountId: string, { number, phase, counts }: BatchView): void {
    const { userId = 0 } = accounts.get(accountId) ?? {}
    const wasUsable = !unusable.has(accountId) && !unauthenticated.has(userId)
    if (phase.kind === 'asking' && phase.reason === 'signedOut' && wasUsable)
      violations.add('told signed out', null, `Batch ${number} says that the account was signed out.`)
    if (phase.kind !== 'done' || over.get(accountId)?.has(number)) return
    note(`The app says that batch ${number} is done; ${counts.failed + counts.notConfirmed} failed`)
  }

  function toldReview({ accountId, review, items }: ReviewUpdate): void {
    const before = finished.get(accountId)
    if (review?.finishedAt)
      finished.set(accountId, { startedAt: review.startedAt, finishedAt: review.finishedAt })
    const isReopened = review && review.finishedAt === null && before?.startedAt === review.startedAt
    if (isReopened) finished.delete(accountId)
    if (isReopened && !reopenable.has(`${accountId} ${before.finishedAt}`))
      violations.add('review reopened', null, 'A review is open again, and nobody took its ends back.')
    for (const item of items) {
      const session = meant(accountId, item.renewedAs ?? item)
      if (item.outcome === 'ended' || item.outcome === 'alreadyGone')
        claims.toldGone('review', addressOf(accountId), session)
      if (item.outcome === 'ended') claims.toldActor('review', addressOf(accountId), session, 'thisApp')
    }
  }

  function toldSignedOut(sessions: readonly TrueSession[]): void {
    for (const session of sessions)
      if (session.until === null && (session.expiresAt === null || session.expiresAt > truth.time()))
        violations.add('told signed out', session.uid, `${nameOf(session)} is still signed in.`)
  }

  function checkUnsent({ accountId, unsent }: EndsView): void {
    for (const end of unsent)
      if (end.reason === 'gone') claims.toldGone('unsent', addressOf(accountId), meant(accountId, end))
  }

  /** An account is gone from this computer, with its ends. */
  function forget(accountId: string): void {
    batches.forget(accountId)
    windowCopy.forget(accountId)
    over.delete(accountId)
  }

  const isGrantPending = (): boolean =>
    [...grantsAsked].some((call) => kernel.now() - (askedAt[call] ?? 0) < GIVEN_UP_MS)

  function checkStatus(account: KnownAccount): void {
    const before = accounts.get(account.id)?.status
    const { id, status, userId } = account
    if (status === 'signedIn') left.delete(id)
    else unusable.add(id)
    const hasLost = before === 'signedIn' && status === 'signedOut'
    if (hasLost && !left.has(id) && !unauthenticated.has(userId))
      violations.add('signed out by itself', null, `The account of user ${userId} is signed out.`)
  }

  return {
    violations,
    intents,
    written,
    batches,
    told(name, ...details) {
      const [first] = details as [never]
      if (name === 'revoked') toldEnd(first)
      if (name === 'endsChanged') toldEnds(first)
      if (name === 'accountRemoved') forget(first)
      if (name === 'reviewChanged') toldReview(first)
      if (name !== 'alerted') return
      const alert = first as ServiceEvents['alerted'][0]
      const session = meant(alert.accountId, { id: alert.sessionId, createdAt: alert.createdAt })
      alerts.told(alert, session, accounts.get(alert.accountId)?.base ?? '')
    },
    endsShown: windowCopy.receive,
    sent(request) {
      waits.sent(request)
      const sender = truth.owner(request.token)
      if (sender) inUse.set(`${sender.userId} ${sender.base}`, sender)
      const id = sessionIdIn(request.path)
      if (request.method === 'DELETE' && id !== null) intents.checkSent(id, request.token)
      const call = askedAt.push(kernel.now()) - 1
      if (GRANTS.has(request.path)) grantsAsked.add(call)
      return call
    },
    strayed({ method, path, token }) {
      const [own, id] = [truth.owner(token), sessionIdIn(path)]
      const named = truth.sessions.filter((each) => each.userId === own?.userId && each.id === id)
      if (method === 'DELETE') for (const { uid } of named) evidence.strayed(uid)
    },
    delivered(request, call, answer) {
      const { method, path, token } = request
      const { status, listed } = answer
      grantsAsked.delete(call)
      waits.delivered(request, answer)
      const rows = listed?.rows.map(({ id, isCurrent }) => `${id}${isCurrent ? '*' : ''}`).join(' ')
      note(`    ${method} ${path}: ${status}${rows === undefined ? '' : `, ${rows}`}`)
      if (listed) evidence.listed(listed, askedAt[call] ?? 0, kernel.now(), isGrantPending())
      const own = truth.owner(token)
      const id = sessionIdIn(path)
      const ended = truth.sessions.findLast((each) => each.userId === own?.userId && each.id === id)
      if (method === 'DELETE' && ended) evidence.deleted(ended.uid, status, kernel.now())
      if (path === '/auth/logout-all' && status < 300 && own) evidence.endedAll(own.userId, kernel.now())
      if (path === '/auth/me' && status === 401 && own) unauthenticated.add(own.userId)
      // A 200 may say that nothing was done.
      if (path === '/auth/logout-all' && status < 300 && own?.endedBy === 'app')
        unauthenticated.add(own.userId)
      if (path === '/auth/me' && status === 403 && own?.endedBy === 'renewal') alerts.misled(own)
    },
    started() {
      const isLedgerLost = (id: string): boolean => disk.isLost(`ledger-${id}`)
      const isLost = (id: string): boolean => disk.isLost(`history-${id}`) || isLedgerLost(id)
      const losers = [...accounts.values()].flatMap(({ id, userId }) => (isLost(id) ? [userId] : []))
      claims.forget(new Set(losers), aliveAt)
      const forgetters = [...accounts.values()].filter(({ id }) => disk.isLost(`history-${id}`))
      evidence.started(kernel.now(), new Set(forgetters.map(({ userId }) => userId)))
      alerts.started([...accounts.values()])
      for (const id of profile.started(accounts.keys())) finished.delete(id)
      // Answers are on disk within a second.
      intents.reopen(({ session }) =>
        evidence.answers(session.uid).some(({ at }) => aliveAt - at <= ANSWER_DELAY_MS),
      )
      batches.started(isLedgerLost, aliveAt)
      // Nor what was paused or undone and could not be stored.
      intents.pause(({ accountId }) => isLedgerLost(accountId), false)
      windowCopy.started()
      over.clear()
      waits.forget()
    },
    mayReopen(accountId, { cause, askedAt: at }) {
      if (cause === 'review') reopenable.add(`${accountId} ${at}`)
    },
    leaves(accountId) {
      left.add(accountId)
      toldSince.clear()
      waits.forget()
      return intents.leave(accountId)
    },
    saved: (accountId) => places.checkSaved(addressOf(accountId)),
    toldSignedOut,
    ownSession: (userId, base) => inUse.get(`${userId} ${base}`),
    hasLeft(accountId, open, unended) {
      const { userId = 0, base } = accounts.get(accountId) ?? {}
      // Its last list was for the session that it knew as its own; an answer with a newer one may have been lost.
      const last = evidence.observations(userId).findLast((list) => list.base === base)
      const hasNewer = truth.sessions.some(
        (session) =>
          session.isOurs &&
          session.userId === userId &&
          session.base === base &&
          session.since > (last?.answeredAt ?? 0),
      )
      if (!hasNewer) toldSignedOut(truth.sessions.filter(({ uid }) => uid === last?.own))
      // What is a week old asks first, and is dropped with its question.
      const due = open.filter(({ askedAt: at }) => kernel.now() - at < WEEK_MS)
      const isNamed = ({ name }: TrueSession): boolean => unended.some((each) => each.startsWith(name))
      for (const { session } of due)
        if (session.until === null && !isNamed(session) && !toldSince.has(session.uid))
          violations.add('dropped by a sign-out', session.uid, `Nothing is said of ${nameOf(session)}.`)
    },
    check(process) {
      aliveAt = kernel.now()
      const views = new Map<string, EndsView>()
      for (const { id, user, status, baseUrl } of process.services.accounts.all()) {
        const account = { id, userId: user.id, base: baseUrl, status }
        checkStatus(account)
        accounts.set(id, account)
        claims.checkHistory(process, account)
        const view = process.services.revocations.view(id)
        views.set(id, view)
        intents.shown(id, view.batches)
        checkUnsent(view)
        batches.check(view)
        claims.checkTakenBack(process, id, user.id)
        if (!isGrantPending()) alerts.check(process, account)
        keys.check(process, account)
        written.check(process, account)
      }
      profile.check(process, views)
      // With an account its ends are gone.
      intents.settle(({ accountId }) => !views.has(accountId))
      promises.check(views, (accountId) => left.has(accountId))
    },
    comparePlaces(process) {
      for (const account of accounts.values()) {
        if (!process.services.accounts.get(account.id)) continue
        places.check(process, account)
        windowCopy.compare(process.services.revocations.view(account.id))
      }
    },
    checkSettled: promises.checkSettled,
  }
}

function sessionIdIn(path: string): number | null {
  const id = /^\/auth\/sessions\/(\d+)$/.exec(path)?.[1]
  return id === undefined ? null : Number(id)
}
