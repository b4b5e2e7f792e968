import { EventEmitter } from 'node:events'
import type { NewSignIn } from '../shared/activity.ts'
import type { EndCause, EndsUpdate, SettledEnd } from '../shared/ends.ts'
import type { UnconfirmedSession } from '../shared/session.ts'
import type { SessionList } from '../shared/session-list.ts'
import type { ReviewUpdate } from '../shared/review.ts'
import type { RuleRun } from '../shared/rules.ts'
import type { ApiSession } from '../domain/api-session.ts'
import type { SettledPassword } from '../shared/password.ts'
import type { AccountRemovalReason } from './accounts.ts'

/**
 * The services' events by name, with the arguments of their listeners. Listeners run synchronously, in order; one that
 * throws keeps the later ones from running, and the announcing service gets its error.
 */
export interface ServiceEvents {
  /** The accounts, the settings or other state besides the sessions changed. */
  stateChanged: []
  /** A fresh list arrived; it is not stored or published yet. */
  listFetched: [accountId: string, sessions: readonly ApiSession[]]
  /** A fetched list is stored and published. */
  listStored: [accountId: string]
  /** A check began or ended, or a list arrived. */
  listChanged: [accountId: string]
  /** The service of an account could not be reached. */
  unreachable: [accountId: string]
  /** A list was published, after any change of it. */
  listPublished: [list: SessionList]
  /** Names in a published list changed without a new list. */
  namesChanged: [accountId: string]
  /** An account was removed from this computer; the services still have its data, and delete them. */
  accountRemoved: [accountId: string, reason: AccountRemovalReason]
  /** The end of one session is over. */
  revoked: [end: SettledEnd]
  /** Ends were asked for, progressed or were forgotten. */
  endsChanged: [update: EndsUpdate]
  /** All ends of one asking were taken back, and nothing was sent. `askedAt` is epoch ms by this computer's clock. */
  endsUndone: [accountId: string, batch: { cause: EndCause; askedAt: number }]
  historyChanged: [accountId: string]
  /** A person said something else of sessions, or annotated them. */
  marked: [accountId: string]
  /** A new alert: a sign-in that this app did not make. Once for each. */
  alerted: [alert: NewSignIn]
  /** An alert was acknowledged, or its session ended. */
  alertClosed: [accountId: string, key: number]
  /** Alerts were opened or closed. */
  alertsChanged: []
  /** A review began, progressed or ended. */
  reviewChanged: [update: ReviewUpdate]
  /** The next review of an account is due; once for each due time. */
  reviewDue: [accountId: string]
  /** A rule began to end sessions. */
  ruleRan: [run: RuleRun]
  /** A password change has an outcome, or a verification found it. */
  passwordSettled: [outcome: SettledPassword]
  /** The report on a password change was closed. */
  passwordClosed: [accountId: string]
  /** A session may still be signed in at its service. */
  sessionUnconfirmed: [session: UnconfirmedSession]
}

export type ServiceEmitter = EventEmitter<ServiceEvents>

/** Returns a function that creates listeners of a service which announce an event. */
export function announcing(events: ServiceEmitter) {
  return <N extends keyof ServiceEvents>(name: N) =>
    (...details: ServiceEvents[N]): void =>
      void events.emit<keyof ServiceEvents>(name, ...details)
}

/** Creates an emitter without listeners. */
export function createServiceEvents(): ServiceEmitter {
  return new EventEmitter<ServiceEvents>()
}
