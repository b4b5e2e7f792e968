import type { BatchView, EndsUpdate, EndsView } from '../../../electron/shared/ends.ts'
import type { ReviewUpdate } from '../../../electron/shared/review.ts'
import type { ServiceEvents } from '../../../electron/core/service-events.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { Computer } from '../world/computer.ts'
import type { ServiceAnswer, ServiceRequest } from '../world/service.ts'
import type { TrueSession, Truth } from '../world/truth.ts'
import { createAlertChecks } from './alerts.ts'
import { createBatchChecks, isOpen } from './batches.ts'
import { createClaims } from './claims.ts'
import { accountKey, ANSWER_DELAY_MS, createEvidence, sessionIdIn, type EndRequest } from './evidence.ts'
import { createKeyChecks, createSessionNames } from './keys.ts'
import { createProfileChecks } from './profile.ts'
import { createIntents, type Intent } from './intents.ts'
import { actionsIn, createPlaces } from './places.ts'
import { createPromises } from './promises.ts'
import { createRecordModel, type AccountAddress } from './record.ts'
import { createViolations } from './violations.ts'
import { createWritten } from './written.ts'

/** Knows the truth, hears everything that the app tells and sends, and compares. */
export type Oracle = ReturnType<typeof createOracle>

/** What the app knew of an account when it was last looked at. */
type KnownAccount = AccountAddress & { status: string }

/** Ends that are older ask again. */
const WEEK_MS = 7 * 86_400_000

/** Creates an oracle that has heard nothing; `note` adds a line to the story. */
export function createOracle(computer: Computer, truth: Truth, note: (text: string) => void) {
  const { kernel, disk } = computer
  const violations = createViolations(kernel.now)
  const accounts = new Map<string, KnownAccount>()
  const evidence = createEvidence(kernel.now, truth)
  const record = createRecordModel(truth, evidence)
  const names = createSessionNames(truth, (accountId) => accounts.get(accountId)?.userId ?? 0)
  const { sessionOf } = names
  const known = { computer, truth, evidence, record, violations, sessionOf }
  const intents = createIntents(computer, truth, evidence, violations)
  const claims = createClaims(known, intents)
  const batches = createBatchChecks(known)
  const alerts = createAlertChecks(known)
  const places = createPlaces(known, claims)
  const keys = createKeyChecks(known)
  const written = createWritten(known)
  const profile = createProfileChecks(disk, { intents, written }, violations)
  /** Those that this process is known to have. */
  const present = new Set<string>()
  /** Accounts that the person has left. */
  const left = new Set<string>()
  /** Accounts whose sign-in was ended, not stored or not readable once. */
  const unusable = new Set<string>()
  /** Users for whom GET /auth/me answered 401, or who signed out everywhere. */
  const unauthenticated = new Set<number>()
  /** Who receives the answers to the requests that left. */
  const receivers: ReturnType<typeof evidence.sent>[] = []
  /** What ends said last. */
  const toldStates = new Map<string, string>()
  /** The sessions of which the person was told what became of their ends, since an account last signed out. */
  const toldSince = new Set<number>()
  /** When a process was last seen alive. */
  let aliveAt = 0

  const addressOf = (id: string): AccountAddress => accounts.get(id) ?? { id, userId: 0, base: '', key: '' }
  const promises = createPromises(known, intents, addressOf)

  function toldEnd({ accountId, key, name, state }: ServiceEvents['revoked'][0]): void {
    const session = sessionOf(accountId, key)
    note(`The app says of ${name} (${session?.id}): ${state}`)
    claims.told('end', addressOf(accountId), session, state)
    if (session) toldSince.add(session.uid)
    promises.told(accountId, null, key)
    if (state === 'ended' || state === 'gone') batches.doneWith(accountId, key)
  }

  function toldEnds(update: EndsUpdate): void {
    const { accountId, ends } = update
    batches.told(update)
    intents.shown(accountId, update.batches)
    for (const end of ends) {
      const { key, state } = end
      const session = sessionOf(accountId, key)
      const names = end.batches.map((batch) => `${accountId} ${key} ${batch}`)
      // An update may repeat what was told before, in a batch that another one was dismissed beside.
      const isNew = names.every((each) => toldStates.get(each) !== state)
      for (const each of names) toldStates.set(each, state)
      if (isNew && !isOpen(end)) for (const batch of end.batches) promises.told(accountId, batch, key)
      if (isNew || state !== 'unclear')
        claims.told('batch', addressOf(accountId), session, state, end.batches)
    }
    const wasUsable = !unusable.has(accountId) && !unauthenticated.has(addressOf(accountId).userId)
    for (const { number, phase } of update.batches)
      if (phase.kind === 'asking' && phase.why === 'signedOut' && wasUsable)
        violations.add('told signed out', null, `Batch ${number} says that the account was signed out.`)
  }

  function toldReview({ accountId, items }: ReviewUpdate): void {
    for (const item of items)
      claims.told('review', addressOf(accountId), sessionOf(accountId, item.key), item.outcome)
  }

  function toldSignedOut(sessions: readonly TrueSession[]): void {
    for (const session of sessions)
      if (session.until === null && (session.expiresAt === null || session.expiresAt > truth.time()))
        violations.add('told signed out', session, 'It is still signed in.')
  }

  /** Nothing ends that no click, plan or run of a rule named; one that is killed need not have told of its run. */
  function checkNamed({ accountId, batches, ends }: EndsView): void {
    // The batch of ends whose own one was damaged begins at 0.
    const isByRule = ({ cause, askedAt }: BatchView): boolean => cause === 'rule' || askedAt === 0
    const byRule = new Set(batches.filter(isByRule).map(({ number }) => number))
    const account = addressOf(accountId)
    if (record.isDeceived(account)) return
    for (const { key, name, batches: its } of ends) {
      const session = sessionOf(accountId, key)
      // Without a record its key is an id, which a stranger's list may have shown.
      const isStrangers = truth.sessions.some(({ userId, id }) => userId !== account.userId && id === -key)
      if (!session || isStrangers || its.some((number) => byRule.has(number))) continue
      if (!intents.all.some((each) => each.accountId === accountId && promises.isItOf(each)({ key })))
        violations.add('ends what nobody named', session, `It has an end, as ${name}.`)
    }
  }

  function checkStatus(account: KnownAccount): void {
    const { id, status, userId } = account
    const before = accounts.get(id)?.status
    if (status === 'signedIn') left.delete(id)
    else unusable.add(id)
    const hasLost = before === 'signedIn' && status === 'signedOut'
    if (hasLost && !left.has(id) && !unauthenticated.has(userId))
      violations.add('signed out by itself', null, `The account of user ${userId} is signed out.`)
  }

  return {
    ...names,
    violations,
    intents,
    written,
    batches,
    told<N extends keyof ServiceEvents>(name: N, ...details: ServiceEvents[N]) {
      const [first] = details as [never]
      if (name === 'revoked') toldEnd(first)
      if (name === 'endsChanged') toldEnds(first)
      if (name === 'accountRemoved' && present.delete(first)) batches.forget(first)
      if (name === 'accountRemoved') alerts.removed(addressOf(first), details[1] === 'removed')
      if (name === 'reviewChanged') toldReview(first)
      if (name !== 'alerted') return
      const alert = first as ServiceEvents['alerted'][0]
      const others = [...accounts.values()].filter(
        (each) => present.has(each.id) && each.status === 'signedIn',
      )
      alerts.told(sessionOf(alert.accountId, alert.key), addressOf(alert.accountId), others)
    },
    sent(request: ServiceRequest) {
      const id = sessionIdIn(request.path)
      if (request.method === 'DELETE' && id !== null) intents.checkSent(id, request)
      return receivers.push(evidence.sent(request)) - 1
    },
    lost: (call: number) => receivers[call]?.(null),
    delivered(request: ServiceRequest, call: number, answer: ServiceAnswer) {
      const { method, path, token } = request
      const { status, listed } = answer
      const rows = listed?.rows.map(({ session, isCurrent }) => `${session.id}${isCurrent ? '*' : ''}`)
      note(`    ${method} ${path}: ${status}${rows === undefined ? '' : `, ${rows.join(' ')}`}`)
      receivers[call]?.(answer)
      const own = truth.owner(token)
      // Of an API token too, which has no session.
      const user = truth.userOf(token)
      if (path === '/auth/me' && status === 401 && user) unauthenticated.add(user.id)
      // A 200 may say that nothing was done.
      if (path === '/auth/logout-all' && status < 300 && own?.endedBy === 'app')
        unauthenticated.add(own.userId)
    },
    /** A process starts: what was only in memory is not told any more. */
    started() {
      present.clear()
      const isLedgerLost = (id: string): boolean => disk.isLost(`ledger-${id}`)
      const isLost = (id: string): boolean => disk.isLost(`history-${id}`) || isLedgerLost(id)
      const losers = [...accounts.values()].flatMap(({ id, userId }) => (isLost(id) ? [userId] : []))
      claims.forget(new Set(losers), aliveAt)
      evidence.started(
        [...accounts.values()].flatMap(({ id, key }) => (disk.isLost(`history-${id}`) ? key : [])),
        aliveAt,
      )
      alerts.started([...accounts.values()])
      profile.started(accounts.keys())
      // Answers are on disk within a second, if it accepts them.
      const wasLate = ({ answer }: EndRequest) => answer && aliveAt - answer.at <= ANSWER_DELAY_MS
      intents.reopen(
        ({ accountId, session }) => isLedgerLost(accountId) || evidence.endsOf(session).some(wasLate),
      )
      batches.started(isLedgerLost, aliveAt)
      // Nor what was paused or undone and could not be stored.
      intents.pause(({ accountId }) => isLedgerLost(accountId), false)
    },
    /** The person does something that ends the account's sign-in here. The returned function learns that the app refused. */
    leaves(accountId: string) {
      left.add(accountId)
      batches.forget(accountId)
      toldSince.clear()
      return intents.leave(accountId)
    },
    /** The person saved files of an account: compares what they say. */
    saved: (accountId: string) => places.checkSaved(addressOf(accountId)),
    /** The app says that these sessions are signed out. */
    toldSignedOut,
    /** The service has confirmed a sign-out, before which these ends were open; `unended`: those that the app names as perhaps not done. */
    hasLeft(accountId: string, open: readonly Intent[], unended: readonly string[]) {
      const { userId, base, key } = addressOf(accountId)
      // Its last list was for the session that it knew as its own; an answer with a newer one may have been lost.
      const last = evidence.lists(key).at(-1)
      const isIts = (each: TrueSession): boolean =>
        each.isOurs && each.userId === userId && each.base === base
      const hasNewer = truth.sessions.some((each) => isIts(each) && each.since > (last?.askedAt ?? 0))
      if (!hasNewer) toldSignedOut(truth.sessions.filter(({ uid, isOurs }) => isOurs && uid === last?.own))
      // What is a week old asks first, and is dropped with its question.
      for (const { session, askedAt } of open) {
        const isDue = session.until === null && kernel.now() - askedAt < WEEK_MS
        const isNamed = unended.some((each) => each.startsWith(session.name))
        if (isDue && !isNamed && !toldSince.has(session.uid))
          violations.add('dropped by a sign-out', session, 'Nothing is said of it.')
      }
    },
    /** Compares what a process shows now; call it when the process has reacted to everything. */
    check(process: AppProcess) {
      aliveAt = kernel.now()
      const views = new Map<string, EndsView>()
      for (const { id, user, status, baseUrl, credential } of process.services.accounts.all()) {
        const key = accountKey(user.id, baseUrl, credential.kind === 'instance')
        const account = { id, userId: user.id, base: baseUrl, key, status }
        checkStatus(account)
        accounts.set(id, account)
        present.add(id)
        // An API token's user may never have been told: by its account nobody knows whose its lists are.
        if (user.id !== 0) claims.checkHistory(process, account)
        const view = process.services.revocations.view(id)
        views.set(id, view)
        intents.shown(id, view.batches)
        batches.check(view)
        claims.checkTakenBack(process, account)
        if (!evidence.isGrantOpen()) alerts.check(process, account)
        keys.check(process, account)
        written.check(process, account)
      }
      profile.check(process, views)
      // With an account its ends are gone.
      intents.settle(({ accountId }) => !views.has(accountId))
      promises.check(views, (accountId) => left.has(accountId))
    },
    /** Compares the places of a process with each other; dearer than `check`. */
    comparePlaces(process: AppProcess) {
      const actions = actionsIn(process.tray().items)
      for (const account of accounts.values()) {
        if (!process.services.accounts.get(account.id)) continue
        places.check(process, actions, account)
        checkNamed(process.services.revocations.view(account.id))
      }
    },
    /** What must hold once the world has healed and had time. */
    checkSettled: promises.checkSettled,
  }
}
