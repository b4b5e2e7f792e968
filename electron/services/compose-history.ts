import type { NewSignIn } from '../contract/activity.ts'
import type { EndingNews } from '../contract/ending.ts'
import type { Events } from '../contract/events.ts'
import type { SessionIdentity } from '../contract/models.ts'
import type { Accounts } from './accounts.ts'
import { createAlerts } from './alerts.ts'
import type { DeviceReader } from './device-reader.ts'
import type { Dressing } from './dressing.ts'
import { createRevocationHistory } from './revocation-history.ts'
import { createHistoryBook } from './history.ts'
import type { Orphans } from './orphans.ts'
import type { Outside } from './outside.ts'
import type { OwnSessions } from './own-sessions.ts'
import type { PasswordProbes } from './password-probes.ts'
import type { ServiceClocks } from './service-clocks.ts'
import type { SessionLists } from './session-lists.ts'
import type { SessionNotes } from './session-notes.ts'
import type { Farewell } from './sign-out.ts'

/** The services that the history and the alerts look at; those that are functions are made later. */
export interface HistorySources {
  accounts: Accounts
  own: OwnSessions
  orphans: Orphans
  serviceClocks: ServiceClocks
  lists(): SessionLists
  isProbe: PasswordProbes['isProbe']
  /** Whether an end of a session was sent, and is not told of yet. */
  isEnding(accountId: string, session: SessionIdentity): boolean
  /** The end of many with all of its rows. */
  ending(accountId: string): EndingNews
  devices: DeviceReader
  notes: SessionNotes
  /** What people call a session. */
  nameOf: Dressing['nameOf']
}

/** Wires what this computer remembers of the sessions. */
export function composeHistory(outside: Outside, sources: HistorySources) {
  const { accounts, own, orphans, serviceClocks, isProbe, isEnding, devices, notes, nameOf } = sources
  const history = createHistoryBook({
    files: outside.files.history,
    clock: outside.clock,
    now: serviceClocks.now,
    isHeard: (accountId) => sources.lists().get(accountId).checkedAt !== null,
    isThere: (accountId) => accounts.get(accountId) !== null,
    changed: (accountId) => outside.events.emit('historyChanged', accountId),
    keyOf: devices.keyOf,
    written: notes.names,
    nameOf,
    log: outside.log,
  })
  const alerts = createAlerts({
    accounts,
    book: history,
    keyOf: devices.keyOf,
    written: notes.names,
    own,
    now: serviceClocks.now,
    isEnding,
    isProbe,
    leftovers: orphans.idsIn,
    // Once the list that has it is named, and its names are told apart.
    alerted: (alert) => queueMicrotask(() => outside.events.emit('alerted', named(alert))),
    closed: (accountId, sessionId) => outside.events.emit('alertClosed', accountId, sessionId),
    changed() {
      outside.events.emit('stateChanged')
      // The rows say which are new; not in the middle of a list that is being looked at.
      queueMicrotask(() => sources.lists().redress())
    },
  })
  const keepEnding = createRevocationHistory(alerts, outside.clock)

  function named(alert: NewSignIn): NewSignIn {
    const { accountId, sessionId: id, createdAt, name } = alert
    return { ...alert, name: nameOf(accountId, { id, createdAt, name }) }
  }

  return {
    history,
    alerts: {
      ...alerts,
      open: () => alerts.open().map((each) => ({ ...each, newest: each.newest.map(named) })),
    },
    /** Tells of an end once it is in the history. */
    settled(event: Events['session:settled']) {
      alerts.settled(event.accountId, [event])
      outside.events.emit('revoked', event)
    },
    /** Tells of the end of many, which is in the history a little later. */
    endingTold(news: EndingNews) {
      outside.events.emit('bulkChanged', news)
      // What the last run left is told in part only: the history may lack the other rows.
      keepEnding(news.ending?.phase.is === 'interrupted' ? sources.ending(news.accountId) : news)
    },
    /** What was seen is kept for the next sign-in; whoever removes an account wants nothing of it left here. */
    left(accountId: string, way: Farewell) {
      if (way === 'removed') history.forget(accountId)
      else alerts.signedOut(accountId, way)
    },
  }
}
