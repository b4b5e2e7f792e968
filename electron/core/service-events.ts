import { EventEmitter } from 'node:events'
import type { NewSignIn } from '../shared/activity.ts'
import type { RevocationUpdate } from '../shared/bulk-revocation.ts'
import type { Events } from '../shared/events.ts'
import type { UnconfirmedSession } from '../shared/session.ts'
import type { SessionList } from '../shared/session-list.ts'
import type { ReviewUpdate } from '../shared/review.ts'
import type { RuleRun } from '../shared/rules.ts'
import type { ApiSession } from './domain/api-session.ts'
import type { SettledPassword } from '../shared/password.ts'
import type { AccountRemovalReason } from './accounts.ts'

/** The events of the services, by name, with the arguments of each listener. Listeners run synchronously, in order. */
export interface ServiceEvents {
  /** The accounts, the settings or other state beside the sessions changed. */
  stateChanged: []
  /** A list arrived; it is not published yet. */
  listFetched: [accountId: string, sessions: readonly ApiSession[]]
  /** A fetched list is stored and published. */
  listStored: [accountId: string]
  /** A check began or ended, or a list arrived. */
  listChanged: [accountId: string]
  /** The service of an account could not be reached. */
  unreachable: [accountId: string]
  /** A list as the window shows it; after each change. */
  listPublished: [list: SessionList]
  /** Names in a published list changed without a new list. */
  namesChanged: [accountId: string]
  /** A session is about to be revoked, or its revocation progressed or ended. */
  pendingChanged: [accountId: string]
  /** No sign-in or renewal at this address is waiting for a token any more. */
  grantsSettled: [baseUrl: string]
  /** An account was removed from this computer; the services still have its data. */
  accountRemoved: [accountId: string, reason: AccountRemovalReason]
  /** After `accountRemoved`: the services delete their data of the account. */
  accountForgotten: [accountId: string]
  /** The outcome of revoking one session. */
  revoked: [event: Events['session:revoked']]
  /** A bulk revocation progressed. */
  bulkChanged: [update: RevocationUpdate]
  historyChanged: [accountId: string]
  /** A sign-in that did not come from this app; once for each. */
  alerted: [alert: NewSignIn]
  /** An alert was acknowledged, or its session ended or was renewed. */
  alertClosed: [accountId: string, sessionId: number]
  /** Alerts were opened or closed. */
  alertsChanged: []
  /** A review began, progressed or ended. */
  reviewChanged: [update: ReviewUpdate]
  /** The next review of an account is due; once for each due time. */
  reviewDue: [accountId: string]
  /** A rule began to end sessions. */
  ruleRan: [run: RuleRun]
  /** The outcome of a password change; again when more is known. */
  passwordSettled: [outcome: SettledPassword]
  /** The report on a password change was closed. */
  passwordClosed: [accountId: string]
  /** A session may still be signed in at its service. */
  sessionUnconfirmed: [session: UnconfirmedSession]
}

/** The emitter of the services' events. */
export type ServiceEmitter = EventEmitter<ServiceEvents>

/** Creates an emitter without listeners. */
export function createServiceEvents(): ServiceEmitter {
  // Each service that stores data of accounts listens for the same event.
  return new EventEmitter<ServiceEvents>().setMaxListeners(0)
}
