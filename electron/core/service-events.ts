import { EventEmitter } from 'node:events'
import type { NewSignIn } from '../shared/activity.ts'
import type { RevocationUpdate } from '../shared/bulk-revocation.ts'
import type { Events } from '../shared/events.ts'
import type { UnconfirmedSession } from '../shared/session.ts'
import type { SessionList } from '../shared/session-list.ts'
import type { RuleRun } from '../shared/rules.ts'
import type { ApiSession } from './domain/api-session.ts'
import type { SettledPassword } from '../shared/password.ts'
import type { AccountRemovalReason } from './accounts.ts'

/** What the services announce, by name, with the arguments of each listener. Listeners run at once, in order. */
export interface ServiceEvents {
  /** Something changed of the accounts, the settings or the state beside the sessions. */
  stateChanged: []
  /** A list came, and nothing of it is shown yet. */
  listFetched: [accountId: string, sessions: readonly ApiSession[]]
  /** A list that came is stored and published. */
  listStored: [accountId: string]
  /** A check began or ended, or a list came. */
  listChanged: [accountId: string]
  /** A list as people see it, each time anything of it changed. */
  listPublished: [list: SessionList]
  /** Names in a published list changed, beside those of a list that came. */
  namesChanged: [accountId: string]
  /** A session is to be revoked, or its revocation goes on, or is over. */
  pendingChanged: [accountId: string]
  /** No token is on its way to this app any more from an address. */
  grantsSettled: [baseUrl: string]
  /** An account is gone from this computer, and what is known of it is still there. */
  accountRemoved: [accountId: string, reason: AccountRemovalReason]
  /** After `accountRemoved`: nobody needs to know anything of the account any more. */
  accountForgotten: [accountId: string]
  /** The outcome of revoking one session. */
  revoked: [event: Events['session:revoked']]
  /** How a bulk revocation goes. */
  bulkChanged: [update: RevocationUpdate]
  historyChanged: [accountId: string]
  /** A sign-in that this app does not know; once for each. */
  alerted: [alert: NewSignIn]
  /** An alert was answered, or its session is gone or goes on under another id. */
  alertClosed: [accountId: string, sessionId: number]
  /** A rule is ending sessions. */
  ruleRan: [run: RuleRun]
  /** The outcome of changing a password, and again once more is known. */
  passwordSettled: [outcome: SettledPassword]
  /** Nothing more is to be said about a change of a password. */
  passwordClosed: [accountId: string]
  /** A session may still be signed in at its service. */
  sessionUnconfirmed: [session: UnconfirmedSession]
}

/** Where the services announce what happens, and others subscribe to it. */
export type ServiceEmitter = EventEmitter<ServiceEvents>

/** An emitter without listeners. */
export function createServiceEvents(): ServiceEmitter {
  // As many listen for one event as there are services that keep something of it.
  return new EventEmitter<ServiceEvents>().setMaxListeners(0)
}
