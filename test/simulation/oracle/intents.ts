import type { BatchPhase, BatchView } from '../../../electron/shared/ends.ts'
import type { SessionIdentity } from '../../../electron/shared/session.ts'
import type { TrueSession, Truth } from '../world/truth.ts'
import type { Evidence } from './evidence.ts'
import type { Violations } from './violations.ts'

/** Who asked for an end, and where. */
export type IntentSource = 'window' | 'bulk' | 'review' | 'rule' | 'tray' | 'trayMany'

/** One end that was asked for. Times are true ms. */
export interface Intent {
  /** The one that it is about now: the end of one that was renewed may follow it. */
  session: TrueSession
  /** The one that it was about when it was asked for. */
  readonly first: TrueSession
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
export type Asked = Omit<Intent, 'state' | 'askedAt' | 'first' | 'isPaused'>

/** The ends that were asked for, and the requests that may be sent for them. */
export interface Intents {
  readonly all: readonly Intent[]
  /** The session that an identity names for a user; undefined if there never was one. */
  meant(userId: number, identity: SessionIdentity): TrueSession | undefined
  /** A session and those that its device got by renewals. */
  withHeirs(session: TrueSession): readonly TrueSession[]
  add(asked: Asked, isSure: boolean): void
  /** Takes intents back; `isSure`: the app said so. */
  takeBack(which: (intent: Intent) => boolean, isSure: boolean): void
  settle(which: (intent: Intent) => boolean): void
  /**
   * The person leaves an account. Until it is gone, nobody knows whether its ends are: a process that is killed before it stored
   * that keeps them, and so does one that refuses, as the returned function learns.
   */
  leave(accountId: string): () => void
  /** The app is still there, and refused none of these; `batch` asks for them. */
  confirm(which: (intent: Intent) => boolean, batch: number | null): void
  /** The person pauses these, or lets them go on. */
  pause(which: (intent: Intent) => boolean, isPaused: boolean): void
  /** The window shows the batches of an account like this from now on. */
  shown(accountId: string, batches: readonly Pick<BatchView, 'number' | 'phase'>[]): void
  /** What was said of these may be forgotten: a process was killed before it could store it. */
  reopen(which: (intent: Intent) => boolean): void
  /** Single ends may be sent from now on, undoable ones too: the app quits, or the account signs out. */
  flush(accountId: string | null): void
  /**
   * The account asks to sign out everywhere, which may send what is undoable, if it is granted. The returned function
   * learns whether it was.
   */
  signsOutEverywhere(accountId: string): (granted: boolean) => void
  /** A DELETE leaves this computer. */
  checkSent(id: number, token: string): void
  /** No rule of an account may end a session that is exempt or decided *Mine* there; null takes that back. */
  spare(accountId: string, session: TrueSession, reason: 'exempt' | 'mine' | null): void
  /** A review is over: what it decided protects nothing any more. */
  forgetDecisions(accountId: string): void
  /** The exemptions and decisions of an account are lost. */
  forgetSpared(accountId: string): void
  /** Whether the rule of an account is on, by its last change that the app confirmed. */
  readonly rulesOff: Set<string>
}

/** The sources of single ends. */
export const ALONE: ReadonlySet<IntentSource> = new Set(['window', 'tray'])

/** The phases in which an end is sent by its batch. */
const SENDING: ReadonlySet<BatchPhase['kind']> = new Set(['running', 'waiting', 'done'])

/** How long an end may follow renewals, and the time to undo and to send it. */
const FOLLOW_MS = 70_000

/** Creates an empty collection. */
export function createIntents(
  now: () => number,
  truth: Truth,
  evidence: Evidence,
  violations: Violations,
): Intents {
  let all: Intent[] = []
  const flushed = new Map<string, number>()
  /** Sent while they could be undone, for a sign-out everywhere that is not answered yet; by account. */
  const early = new Map<string, TrueSession[]>()
  const spared = new Map<string, Map<number, 'exempt' | 'mine'>>()
  const rulesOff = new Set<string>()

  /** The phases of the batches as last shown, by account. */
  const phases = new Map<string, ReadonlyMap<number, BatchPhase['kind']>>()

  const mayBeSent = ({ state }: Intent): boolean => state === 'open' || state === 'unsure'
  const wasFlushed = ({ accountId, askedAt, source }: Intent): boolean =>
    ALONE.has(source) && Math.max(flushed.get(accountId) ?? -1, flushed.get('*') ?? -1) >= askedAt

  function meant(userId: number, { id, createdAt }: SessionIdentity): TrueSession | undefined {
    return truth.sessions.findLast(
      (session) =>
        session.userId === userId &&
        session.id === id &&
        (createdAt === null || session.createdAt === createdAt),
    )
  }

  const withHeirs = (session: TrueSession): readonly TrueSession[] => [
    session,
    ...truth.sessions.filter(
      ({ uid, device, userId }) =>
        session.endedBy === 'renewal' &&
        userId === session.userId &&
        device === session.device &&
        uid > session.uid,
    ),
  ]

  /** Whether it may follow a renewal of its session, once and soon. */
  const mayFollow = (intent: Intent): boolean =>
    mayBeSent(intent) && intent.source !== 'rule' && now() - intent.askedAt <= FOLLOW_MS

  /** A person's end of a session that was renewed follows it. */
  function follow(target: TrueSession): void {
    for (const intent of all.filter(mayFollow))
      if (withHeirs(intent.session).includes(target)) intent.session = target
  }

  /** Whether an end may have followed what the lists show as a renewal, or one that was renewed again meanwhile. */
  function isFollowed(about: TrueSession, { base }: TrueSession): boolean {
    const seemsRenewed = ({ session }: Intent): boolean =>
      session.until !== null && session.uid < about.uid && evidence.mayBeRenewal(session, about, base)
    return all
      .filter(mayFollow)
      .some((intent) => withHeirs(intent.session).includes(about) || seemsRenewed(intent))
  }

  function isExcused(target: TrueSession, own: TrueSession, candidates: readonly Intent[]): boolean {
    if (!evidence.hasSeen(target.uid, own.base)) return true
    return candidates.some(({ session }) => session.createdAt === target.createdAt)
  }

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
    const line = truth.sessions.filter(({ device }) => device === target.device)
    const spare = by
      .flatMap(({ accountId }) => line.map(({ uid }) => spared.get(accountId)?.get(uid)))
      .find((reason) => reason !== undefined)
    if (spare) violations.add(`rule ends what is ${spare}`, target.uid, `A rule ended ${nameOf(target)}.`)
    if (by.every(({ accountId }) => rulesOff.has(accountId)))
      violations.add('rule off', target.uid, `A rule that is off ended ${nameOf(target)}.`)
  }

  return {
    get all() {
      return all
    },
    meant,
    withHeirs,
    spare(accountId, { uid }, reason) {
      const own = spared.get(accountId) ?? new Map<number, 'exempt' | 'mine'>()
      spared.set(accountId, own)
      if (reason === null) own.delete(uid)
      else own.set(uid, reason)
    },
    forgetDecisions(accountId) {
      const own = spared.get(accountId) ?? new Map<number, 'exempt' | 'mine'>()
      for (const [uid, reason] of own) if (reason === 'mine') own.delete(uid)
    },
    forgetSpared: (accountId) => void spared.delete(accountId),
    rulesOff,
    add(asked, isSure) {
      const state = isSure ? 'open' : 'unsure'
      all = [...all, { ...asked, first: asked.session, askedAt: now(), isPaused: false, state }]
    },
    takeBack(which, isSure) {
      for (const intent of all.filter(which))
        if (mayBeSent(intent)) intent.state = isSure ? 'undone' : 'unsure'
    },
    settle(which) {
      for (const intent of all.filter(which)) if (mayBeSent(intent)) intent.state = 'settled'
    },
    leave(accountId) {
      const open = all.filter((intent) => intent.accountId === accountId && intent.state === 'open')
      for (const intent of open) intent.state = 'unsure'
      return () => {
        for (const intent of open) if (intent.state === 'unsure') intent.state = 'open'
      }
    },
    confirm(which, batch) {
      for (const intent of all.filter(which)) {
        if (intent.state !== 'unsure') continue
        intent.state = 'open'
        intent.batch = batch
      }
    },
    pause(which, isPaused) {
      for (const intent of all.filter(which)) intent.isPaused = isPaused
    },
    shown: (accountId, batches) =>
      void phases.set(accountId, new Map(batches.map(({ number, phase }) => [number, phase.kind]))),
    reopen(which) {
      for (const intent of all.filter(which)) if (intent.state === 'settled') intent.state = 'unsure'
    },
    flush: (accountId) => void flushed.set(accountId ?? '*', now()),
    signsOutEverywhere(accountId) {
      const sent: TrueSession[] = []
      early.set(accountId, sent)
      return (granted) => {
        early.delete(accountId)
        for (const session of granted ? [] : sent)
          violations.add(
            'refused sign-out sends ends',
            session.uid,
            `A DELETE for ${nameOf(session)}, undoable.`,
          )
      }
    },
    checkSent(id, token) {
      const own = truth.owner(token)
      if (!own) return
      const target = truth.signedIn(own.userId).find((session) => session.id === id)
      const about =
        target ?? truth.sessions.findLast((session) => session.userId === own.userId && session.id === id)
      if (!about) return
      evidence.sent(about.uid, now())
      if (target) follow(target)
      const named = all.filter(({ session }) => session.userId === own.userId && session.id === id)
      const candidates = named.filter((intent) => mayBeSent(intent) || intent.state === 'settled')
      const open = candidates.filter(mayBeSent)
      if (target && target === own && (truth.habits.idsInTokens || truth.habits.marks))
        return violations.add('ends this device', about.uid, `A DELETE for ${nameOf(about)}, this device.`)
      if (candidates.length === 0 && isFollowed(about, own)) return
      if (candidates.length === 0) {
        const kind = named.length > 0 ? 'sent although undone' : 'sent without being asked'
        return violations.add(kind, about.uid, `A DELETE for ${nameOf(about)}.`)
      }
      if (
        target &&
        !candidates.some(({ session }) => session === target) &&
        !isExcused(target, own, candidates) &&
        // An earlier end may have named a session that had this id before.
        !isFollowed(target, own)
      )
        return violations.add(
          'ends another session',
          target.uid,
          `A DELETE for ${nameOf(target)}, which nobody chose.`,
        )
      // Of two accounts of one user, one may sign out, which sends its own.
      const isFlushed = candidates.some(wasFlushed)
      // An earlier end may have followed what seems to be a renewal to this one, which can be undone for itself.
      const hold = isFlushed || isFollowed(about, own) ? null : holdOf(open)
      if (hold)
        return violations.add(`sent while ${hold}`, about.uid, `A DELETE for ${nameOf(about)}, ${hold}.`)
      const isEarly = !isFlushed && open.every((intent) => intent.undoableUntil > now())
      const held = open.map(({ accountId }) => early.get(accountId)).find((list) => list !== undefined)
      if (open.length > 0 && isEarly && held) return void held.push(about)
      if (open.length > 0 && isEarly)
        return violations.add(
          'sent early',
          about.uid,
          `A DELETE for ${nameOf(about)} while it could be undone.`,
        )
      // A server that is behind may show it again, and nothing tells that two addresses lead to one service.
      const ended = evidence.answers(about.uid).find(({ status }) => status < 300)
      const wasShown = evidence
        .observations(own.userId)
        .some(({ uids, answeredAt }) => answeredAt > (ended?.at ?? Infinity) && uids.has(about.uid))
      const isKnown = ended !== undefined && !wasShown && about.endedFrom === own.base
      if (!target && open.length === 0 && isKnown)
        return violations.add(
          'sent twice',
          about.uid,
          `Another DELETE for ${nameOf(about)}, which had ended.`,
        )
      if (target) checkRule(target, open)
    },
  }
}

/** How a story names a session. */
export function nameOf({ name, id, uid }: TrueSession): string {
  return `${name} (session ${id}, no. ${uid})`
}
