import type { Events } from '../contract/events.ts'
import type { Accounts } from './accounts.ts'
import { createAlerts } from './alerts.ts'
import { createHistoryBook } from './history.ts'
import type { Orphans } from './orphans.ts'
import type { Outside } from './outside.ts'
import type { OwnSessions } from './own-sessions.ts'
import type { PasswordProbes } from './password-probes.ts'
import type { ServiceClocks } from './service-clocks.ts'
import type { SessionLists } from './session-lists.ts'
import type { Farewell } from './sign-out.ts'

/** The services that the history and the alerts look at; those that are functions are made later. */
export interface HistorySources {
  accounts: Accounts
  own: OwnSessions
  orphans: Orphans
  serviceClocks: ServiceClocks
  lists(): SessionLists
  isProbe: PasswordProbes['isProbe']
}

/** Wires what this computer remembers of the sessions. */
export function composeHistory(outside: Outside, sources: HistorySources) {
  const { accounts, own, orphans, serviceClocks, isProbe } = sources
  const history = createHistoryBook({
    cabinet: outside.files.history,
    now: serviceClocks.now,
    isHeard: (accountId) => sources.lists().get(accountId).checkedAt !== null,
    isThere: (accountId) => accounts.get(accountId) !== null,
    changed: outside.historyChanged,
    log: outside.log,
  })
  const alerts = createAlerts({
    accounts,
    book: history,
    own,
    now: serviceClocks.now,
    isEnding(accountId, id) {
      const { ends } = sources.lists().get(accountId)
      return ends.some(({ sessionId, phase }) => sessionId === id && phase === 'sending')
    },
    isProbe,
    leftovers: orphans.idsIn,
    alerted: outside.alerted,
    closed: outside.alertClosed,
    changed: outside.accountsChanged,
  })
  return {
    history,
    alerts,
    /** Tells of an end once it is in the history. */
    settled: (event: Events['session:settled']) => (alerts.settled(event), outside.ended(event)),
    /** What was seen is kept for the next sign-in; whoever removes an account wants nothing of it left here. */
    left(accountId: string, way: Farewell) {
      if (way === 'removed') history.forget(accountId)
      else alerts.signedOut(accountId, way)
    },
  }
}
