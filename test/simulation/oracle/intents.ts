import type { BatchPhase, BatchView } from '../../../electron/shared/ends.ts'
import type { Computer } from '../world/computer.ts'
import type { ServiceRequest } from '../world/service.ts'
import type { TrueSession, Truth } from '../world/truth.ts'
import { accountKey, isConfirmed, type Evidence } from './evidence.ts'
import type { Violations } from './violations.ts'

/** Who asked for an end, and where. */
export type IntentSource = 'window' | 'bulk' | 'review' | 'rule' | 'tray' | 'trayMany'

/** One end that was asked for. Times are true ms. */
export interface Intent {
  /** The one that was shown: an end never follows to another session. */
  readonly session: TrueSession
  /** The key by which it was shown. */
  readonly key: number
  readonly accountId: string
  readonly source: IntentSource
  /** The number of the batch that asks for it; null if the app did not answer. */
  batch: number | null
  readonly askedAt: number
  /** Until then nothing may be sent. */
  readonly undoableUntil: number
  /** Whether the person paused its batch. */
  isPaused: boolean
  /** `unsure`: the process was killed before it answered. */
  state: 'open' | 'unsure' | 'undone' | 'settled'
}

/** What a person asks for. */
export type Asked = Omit<Intent, 'state' | 'askedAt' | 'isPaused'>

/** The ends that were asked for, and the requests that may be sent for them. */
export type Intents = ReturnType<typeof createIntents>

/** The sources of single ends. */
export const ALONE: ReadonlySet<IntentSource> = new Set(['window', 'tray'])

/** The phases in which an end is sent by its batch. */
const SENDING: ReadonlySet<BatchPhase['kind']> = new Set(['going', 'done'])

/** A list that is older, as after a sleep, has to be asked for anew: ten minutes, and one for the way. */
const OLD_LIST_MS = 660_000
/** An end that has waited for a week asks, unless this computer's clock was set, by which it may have been asked for. */
const LONG_WAIT_MS = 169 * 3_600_000

/** Creates an empty collection. */
export function createIntents(computer: Computer, truth: Truth, evidence: Evidence, violations: Violations) {
  const { now } = computer.kernel
  let all: Intent[] = []
  const flushed = new Map<string, number>()
  /** Sent while they could be undone, for a sign-out everywhere that is not answered yet; by account. */
  const early = new Map<string, TrueSession[]>()
  const spared = new Map<string, Map<number, 'exempt' | 'mine'>>()
  const rulesOff = new Set<string>()
  let wereAllLeft = false

  /** The phases of the batches as last shown, by account. */
  const phases = new Map<string, ReadonlyMap<number, BatchPhase['kind']>>()
  /** The batches of rules, by account and number: of a run that a killed process had stored nobody was told. */
  const ofRules = new Set<string>()

  const mayBeSent = ({ state }: Intent): boolean => state === 'open' || state === 'unsure'
  const wasFlushed = ({ accountId, askedAt, source }: Intent): boolean =>
    ALONE.has(source) && Math.max(flushed.get(accountId) ?? -1, flushed.get('*') ?? -1) >= askedAt

  /** Why none of these may be sent now, whatever their time to undo; null if one may. */
  function holdOf(open: readonly Intent[]): string | null {
    if (open.length === 0) return null
    if (open.every(({ isPaused }) => isPaused)) return 'paused by the person'
    const all = open.map(({ accountId, batch }) => phases.get(accountId)?.get(batch ?? 0))
    const [phase] = all
    return phase && all.every((each) => each !== undefined && !SENDING.has(each)) ? phase : null
  }

  function checkRule(target: TrueSession, by: readonly Intent[]): void {
    if (by.length === 0 || by.some(({ source }) => source !== 'rule')) return
    const line = truth.sessions.filter((each) => truth.withHeirs(each).includes(target))
    const [spare, ...others] = by.map(({ accountId }) =>
      line.map(({ uid }) => spared.get(accountId)?.get(uid)).find((reason) => reason !== undefined),
    )
    // Of two accounts of one user, one may spare it and the other not.
    if (spare && others.every(Boolean))
      violations.add(`rule ends what is ${spare}`, target, 'A rule ended it.')
    if (by.every(({ accountId }) => rulesOff.has(accountId)))
      violations.add('rule off', target, 'A rule that is off ended it.')
  }

  return {
    get all() {
      return all
    },
    /** No rule of an account may end a session that is exempt or decided *Mine* there; null takes that back. */
    spare(accountId: string, { uid }: TrueSession, reason: 'exempt' | 'mine' | null) {
      const own = spared.get(accountId) ?? new Map<number, 'exempt' | 'mine'>()
      spared.set(accountId, own)
      if (reason === null) own.delete(uid)
      else own.set(uid, reason)
    },
    /** The exemptions and decisions of an account are lost. */
    forgetSpared: (accountId: string) => void spared.delete(accountId),
    /** Whether the rule of an account is on, by its last change that the app confirmed. */
    rulesOff,
    add(asked: Asked, isSure: boolean) {
      const state = isSure ? 'open' : 'unsure'
      all = [...all, { ...asked, askedAt: now(), isPaused: false, state }]
    },
    /** Takes intents back; `isSure`: the app said so. */
    takeBack(which: (intent: Intent) => boolean, isSure: boolean) {
      for (const intent of all.filter(which))
        if (mayBeSent(intent)) intent.state = isSure ? 'undone' : 'unsure'
    },
    settle(which: (intent: Intent) => boolean) {
      for (const intent of all.filter(which)) if (mayBeSent(intent)) intent.state = 'settled'
    },
    /**
     * The person leaves an account. Until it is gone, nobody knows whether its ends are: a process that is killed before it stored
     * that keeps them, and so does one that refuses, as the returned function learns.
     */
    leave(accountId: string) {
      const open = all.filter((intent) => intent.accountId === accountId && intent.state === 'open')
      for (const intent of open) intent.state = 'unsure'
      return () => {
        for (const intent of open) if (intent.state === 'unsure') intent.state = 'open'
      }
    },
    /** The app is still there, and refused none of these; `batch` asks for them. */
    confirm(which: (intent: Intent) => boolean, batch: number | null) {
      for (const intent of all.filter(which)) {
        if (intent.state !== 'unsure') continue
        intent.state = 'open'
        intent.batch = batch
      }
    },
    /** The person pauses these, or lets them go on. */
    pause(which: (intent: Intent) => boolean, isPaused: boolean) {
      for (const intent of all.filter(which)) intent.isPaused = isPaused
    },
    /** The window shows the batches of an account like this from now on. */
    shown(accountId: string, batches: readonly Pick<BatchView, 'number' | 'phase' | 'cause'>[]) {
      phases.set(accountId, new Map(batches.map(({ number, phase }) => [number, phase.kind])))
      for (const { number, cause } of batches) if (cause === 'rule') ofRules.add(`${accountId} ${number}`)
    },
    isOfRule: (accountId: string, batch: number | null) => ofRules.has(`${accountId} ${batch}`),
    /** What was said of these may be forgotten: a process was killed before it could store it. */
    reopen(which: (intent: Intent) => boolean) {
      for (const intent of all.filter(which)) if (intent.state === 'settled') intent.state = 'unsure'
    },
    /** Whether the person asked to sign out everywhere, which may have been done without an answer. */
    wereAllLeft: () => wereAllLeft,
    /** Single ends may be sent from now on, undoable ones too: the app quits, or the account signs out. */
    flush: (accountId: string | null) => void flushed.set(accountId ?? '*', now()),
    /**
     * The account asks to sign out everywhere, which may send what is undoable, if it is granted. The returned function
     * learns whether it was.
     */
    signsOutEverywhere(accountId: string) {
      wereAllLeft = true
      const sent: TrueSession[] = []
      early.set(accountId, sent)
      return (granted: boolean): void => {
        early.delete(accountId)
        for (const session of granted ? [] : sent)
          violations.add('refused sign-out sends ends', session, 'A DELETE, while undoable.')
      }
    },
    /** A DELETE leaves this computer. */
    checkSent(id: number, { token, base }: ServiceRequest) {
      const userId = truth.userOf(token)?.id
      const those = truth.sessions.filter((session) => session.userId === userId && session.id === id)
      const target = those.findLast(({ until }) => until === null)
      const about = target ?? those.at(-1)
      if (!about) return
      const own = truth.owner(token)
      const add = (kind: string, text: string): void => violations.add(kind, about, `A DELETE${text}.`)
      const key = accountKey(about.userId, base, own === undefined)
      const [lists, latest] = [evidence.good(key), evidence.lists(key).at(-1)]
      const namedOwn = lists.findLast(({ isSkipped }) => !isSkipped)?.own ?? null
      // A service that plainly names another session as this device is believed, and one whose numbers tell nothing may tell nothing.
      const isUntold = truth.habits.numbersInTokens !== 'sessions' && latest?.unclear !== null
      if (target && target === own && !isUntold && (namedOwn === null || namedOwn === own.uid))
        return add('ends this device', ', this device')
      const named = all.filter(({ session }) => those.includes(session))
      const candidates = named.filter((intent) => mayBeSent(intent) || intent.state === 'settled')
      const open = candidates.filter(mayBeSent)
      // A list that plainly shows somebody else's sessions has the person ask for their ids.
      const isShown = (other: TrueSession): boolean => lists.some(({ uids }) => uids.has(other.uid))
      const strangers = truth.sessions.filter((each) => each.id === id && each.userId !== userId)
      if (!target && strangers.some(isShown)) return
      if (candidates.length === 0)
        return add(named.length > 0 ? 'sent although undone' : 'sent without being asked', '')
      // Nothing tells the app that an id was given again before a list shows it, nor if a server that is behind denies it since.
      const last = lists.findLast(({ uids }) => those.some(({ uid }) => uids.has(uid)))
      if (target && last?.uids.has(target.uid) && !candidates.some(({ session }) => session === target))
        return add('ends another session', ', which nobody chose')
      // Of two accounts of one user, one may sign out, which sends its own.
      // A lost account that comes again brings its batches.
      const comesAgain = ({ accountId, batch, state }: Intent): boolean =>
        state === 'settled' && phases.get(accountId)?.get(batch ?? 0) === 'going'
      const isFree = candidates.some((intent) => wasFlushed(intent) || comesAgain(intent))
      const hold = isFree ? null : holdOf(open)
      if (hold) return add(`sent while ${hold}`, `, ${hold}`)
      if (now() - (latest?.answeredAt ?? 0) > OLD_LIST_MS) return add('sent by an old list', '')
      const isOld = open.every(({ askedAt }) => now() - askedAt > LONG_WAIT_MS)
      if (open.length > 0 && isOld && computer.wallOffset === 0)
        return add('sent after a week', ', which nobody asked for since')
      const isEarly = open.length > 0 && !isFree && open.every((intent) => intent.undoableUntil > now())
      const held = open.map(({ accountId }) => early.get(accountId)).find((list) => list !== undefined)
      if (isEarly && held) return void held.push(about)
      if (isEarly) return add('sent early', ' while it could be undone')
      // A server that is behind may show it again.
      const ended = evidence.endsOf(about, base).find(isConfirmed)?.answer
      const since = lists.filter(({ answeredAt }) => answeredAt > (ended?.at ?? 0))
      const wasShown = since.some(({ uids }) => uids.has(about.uid))
      if (!target && open.length === 0 && ended && !wasShown) return add('sent twice', ', which had ended')
      if (target) checkRule(target, open)
    },
  }
}
