import { isOwnActor, type Actor } from '../../../electron/shared/activity.ts'
import type { SessionIdentity } from '../../../electron/shared/session.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { TrueSession } from '../world/truth.ts'
import { accountKey, ANSWER_DELAY_MS, isConfirmed, type EndRequest } from './evidence.ts'
import type { Intents, IntentSource } from './intents.ts'
import type { AccountAddress, Known } from './record.ts'
import { nameOf } from './violations.ts'

/** A place of the app that says what became of a session: a message, a page, a notice. */
export type Place = 'end' | 'batch' | 'review' | 'history' | 'export'

/** Compares what places say of sessions with the truth, and with what the app could know. */
export type Claims = ReturnType<typeof createClaims>

/** States of ends whose session is not there any more. */
const GONE = ['ended', 'gone'] as const

const APART_MS = 1_000
/** How long the app may take to record a list: a second one may have to confirm it. */
const RECORDED_MS = 3_000

/** Whether a request may have ended its session, for all that the app knows. */
const mayHaveEnded = ({ answer, isDisproved }: EndRequest): boolean =>
  !isDisproved && (answer === null || (answer.status < 300 && !answer.isRefused) || answer.status === 404)

/** Creates a collection without claims. */
export function createClaims(
  { computer, truth, evidence, record, violations, sessionOf }: Known,
  intents: Intents,
) {
  const { now } = computer.kernel
  /** When each account's place first said that a session is gone. */
  const gone = new Map<string, { place: Place; session: TrueSession; account: AccountAddress; at: number }>()
  /** The sessions that each account has ever called gone. */
  const said = new Set<string>()
  /** The sessions whose ends a rule's batch had. */
  const ofRules = new Set<TrueSession>()
  /** The sessions of which a process before could not store what it sent and was answered. */
  const notStored = new Set<number>()
  /** Whether a record may have been without its account for a while, which then heard of no answers. */
  let wereAccountsLost = false
  let startedAt = 0
  const goneKey = (place: Place, { id }: AccountAddress, { uid }: TrueSession): string =>
    `${place} ${id} ${uid}`

  function toldGone(place: Place, account: AccountAddress, session: TrueSession | undefined): void {
    if (!session || gone.has(goneKey(place, account, session))) return
    gone.set(goneKey(place, account, session), { place, session, account, at: now() })
    const says = `The ${place} says that it is gone`
    const heir = record.certainHeir(session, account)
    // A list that came just now may not be recorded yet, and a record that could not be stored says again what it said.
    const isProved = [Infinity, now() - RECORDED_MS].some((at) => record.isProvedGone(session, account, at))
    // An API token's empty list is good where the service has confirmed the end of all, although it did nothing.
    const isEmpty = account.key.endsWith(' API') && evidence.lists(account.key).at(-1)?.uids.size === 0
    const isEmptied = isEmpty && evidence.endsOf(session, account.base).some(isConfirmed)
    const wasSaid = computer.disk.isLost(`history-${account.id}`) && said.has(`${account.id} ${session.uid}`)
    said.add(`${account.id} ${session.uid}`)
    if (session.until === null && !isProved && !isEmptied && !wasSaid)
      violations.add('told gone without proof', session, `${says}.`)
    if (session.until !== null && heir?.until === null)
      violations.add('told gone though renewed', session, `${says}; it is ${nameOf(heir)} now.`)
  }

  function toldEnded(
    place: Place,
    account: AccountAddress,
    session: TrueSession | undefined,
    actor: Actor | null,
  ): void {
    toldGone(place, account, session)
    if (!session || actor === null) return
    const says = (text: string): string => `The ${place} says that ${text} ended it.`
    const wasAskedBy = (source: IntentSource): boolean =>
      (source === 'rule' && ofRules.has(session)) ||
      intents.all.some((intent) => intent.session === session && intent.source === source)
    if ((actor === 'rule' || actor === 'review') && !wasAskedBy(actor))
      violations.add('credits an asking', session, says(`a ${actor}`))
    // Signing out ends this device's own, which nobody asked to end.
    if (session.isOurs || notStored.has(session.uid)) return
    const ends = evidence.endsOf(session, account.base).filter(({ sentAt }) => sentAt < now())
    const asked = intents.all.filter((intent) => intent.session.id === session.id)
    const wasAsked = asked.some((intent) => intent.session === session)
    // Only histories say who: elsewhere, what was asked for and is gone has ended, whatever the answer was.
    const isHistory = place === 'history' || place === 'export'
    const isProved = isHistory ? ends.some(isConfirmed) : ends.length > 0 || wasAsked
    if (isOwnActor(actor) && !isProved) violations.add('credits this app', session, says('this app'))
    // What was sent after the session was over did not end it, nor what it survived; before a good list has it there is no record.
    const lists = evidence.good(account.key).filter(({ uids }) => uids.has(session.uid))
    // Two later lists without it told that it is gone, and by whom.
    const lacking = evidence
      .good(account.key)
      .filter((list) => list.askedAt > (lists.at(-1)?.askedAt ?? Infinity))
    const before = ends.filter(
      ({ id, sentAt }) =>
        // One that was asked for another session may have ended this one, which had got its id.
        (id === null || (wasAsked && asked.every((intent) => intent.session === session))) &&
        sentAt <= Math.min(session.until ?? Infinity, lacking[1]?.answeredAt ?? Infinity) &&
        lists.some(({ answeredAt }) => answeredAt + RECORDED_MS <= sentAt) &&
        !lists.some(({ askedAt }) => askedAt > sentAt + APART_MS),
    )
    // Where it seems to be renewed in the other account's record, that knows no end of it any more.
    const seemsRenewed = [true, false].some((isApiToken) => {
      const key = accountKey(account.userId, account.base, isApiToken)
      return truth.sessions.some((each) => record.seemsRenewed(session, each, { ...account, key }))
    })
    // Lists of somebody else's sessions said so before.
    const isExcused = wereAccountsLost || seemsRenewed || record.isDeceived(account)
    if (actor === 'elsewhere' && !isExcused && before.some(mayHaveEnded))
      violations.add('credits others', session, says('others'))
    // An id that our token has may have been another session's before.
    const mayBeOurs = evidence.isGranted(session.id, account.base) || intents.wereAllLeft()
    if (actor === 'unknown' && ends.length === 0 && !wasAsked && !mayBeOurs)
      violations.add('credits nobody', session, says('somebody'))
  }

  /** The session that an end is about: the one that was shown when it was asked for, not what its key names since. */
  function askedFor(
    session: TrueSession | undefined,
    account: AccountAddress,
    batches: readonly number[],
  ): TrueSession | undefined {
    const own = intents.all.filter(
      ({ accountId, batch }) => accountId === account.id && batch !== null && batches.includes(batch),
    )
    const its = own.length > 0 ? own : intents.all
    if (!session || its.some((intent) => intent.session === session)) return session
    const former = its.find(
      (intent) => intent.session.until !== null && record.mayBeOne(intent.session, session, account),
    )
    return former?.session ?? session
  }

  /** Whether a place that can change its mind still says that a session is gone. */
  function isStillTold({ services }: AppProcess, id: string, place: Place, session: TrueSession): boolean {
    const isIt = (its: SessionIdentity): boolean =>
      its.id === session.id && its.createdAt === session.createdAt
    const says = (outcome: string | null | undefined): boolean => GONE.some((each) => each === outcome)
    const { ends } = services.revocations.view(id)
    const its = services.history.of(id)?.sessions.findLast(isIt)
    if (place === 'batch') return ends.some((end) => sessionOf(id, end.key) === session && says(end.state))
    return place === 'history' && its !== undefined && its.endedAt !== null
  }

  return {
    /** A place says what became of the end of a session, which these batches ask for; a session is judged once for each place. */
    told(
      place: Place,
      account: AccountAddress,
      named: TrueSession | undefined,
      outcome: string | null,
      batches: readonly number[] = [],
    ) {
      const session = askedFor(named, account, batches)
      if (session && batches.some((batch) => intents.isOfRule(account.id, batch))) ofRules.add(session)
      if (GONE.some((each) => each === outcome)) toldGone(place, account, session)
      else if (session) gone.delete(goneKey(place, account, session))
      if (outcome === 'ended') toldEnded(place, account, session, 'thisApp')
    },
    /** A history says that a session has ended, and by whom; null while it does not. */
    toldEnded,
    /** Compares the history of an account with what it said before. */
    checkHistory(process: AppProcess, account: AccountAddress) {
      const { sessions } = process.services.history.of(account.id) ?? {}
      for (const { endedAt, endedBy, ...identity } of sessions ?? []) {
        const session = truth.named(account.userId, identity)
        if (!session) continue
        const key = goneKey('history', account, session)
        if (endedAt === null) gone.delete(key)
        else if (!gone.has(key) && !session.isOurs) toldEnded('history', account, session, endedBy)
      }
    },
    /** What two good lists show is listed again, whatever was said of it before. */
    checkTakenBack(process: AppProcess, { id, key }: AccountAddress) {
      const [first, second] = evidence.good(key).slice(-2)
      if (!first || !second || second.askedAt - first.answeredAt < APART_MS) return
      if (first.askedAt < startedAt || first.isSkipped || second.isSkipped) return
      for (const { place, session, account, at } of gone.values()) {
        const isListed = first.uids.has(session.uid) && second.uids.has(session.uid)
        const isWrong = account.id === id && session.until === null && first.askedAt >= at
        if (isListed && isWrong && isStillTold(process, id, place, session))
          violations.add('not taken back', session, `The ${place} says still that it is gone.`)
      }
    },
    /**
     * A new process does not say what the one before had in memory only, and does not know what that could not store of these users;
     * `aliveAt` is when that one last did anything.
     */
    forget(userIds: ReadonlySet<number>, aliveAt: number) {
      startedAt = now()
      wereAccountsLost ||= computer.disk.isLost('accounts')
      for (const [key, { place }] of gone) if (place === 'batch') gone.delete(key)
      for (const session of truth.sessions) {
        const ends = evidence.endsOf(session)
        const isRecent = ends.some(({ answer }) => answer && aliveAt - answer.at <= ANSWER_DELAY_MS)
        if (isRecent || (userIds.has(session.userId) && ends.length > 0)) notStored.add(session.uid)
      }
    },
  }
}
