import type { Services } from './create-services.ts'
import type { ServiceEmitter } from '../core/service-events.ts'
import type { Clock } from '../core/ports.ts'
import { createRevocationHistory } from '../features/activity/index.ts'

/**
 * Subscribes the services to each other's events. Listeners of one event run in this order: names and alerts first, then
 * the published list, then those that act on it.
 */
export function subscribeServices(services: Services, events: ServiceEmitter, clock: Clock): void {
  const { alerts, history, lists, awaySummaries, notes, probes, publishedLists } = services
  const { owners, lastKnownLists, renewals, renewalWarnings, reviews, revocations, rules } = services

  events.on('grantsSettled', (baseUrl) => {
    for (const accountId of alerts.evaluateAgain(baseUrl)) {
      notes.follow(accountId)
      rules.runIfDue(accountId)
      reviews.applyList(accountId)
    }
  })

  events.on('listFetched', alerts.evaluate)
  events.on('listFetched', notes.follow)
  events.on('listFetched', (accountId, sessions) => void probes.cleanUp(accountId, sessions))

  events.on('listChanged', services.disproveSignOut)
  events.on('listChanged', publishedLists.publish)
  events.on('listPublished', lastKnownLists.store)

  events.on('listStored', awaySummaries.listChecked)
  events.on('listStored', revocations.applyList)
  events.on('namesChanged', revocations.rename)
  events.on('listStored', (accountId) => renewals.applyList(accountId, lists.get(accountId).sessions ?? []))
  events.on('listStored', rules.runIfDue)
  events.on('listStored', reviews.applyList)

  const showLastKnown = (accountId: string): void => {
    void publishedLists.showLastKnown(accountId)
  }
  events.on('unreachable', renewalWarnings.failed)
  events.on('unreachable', showLastKnown)
  events.on('listChanged', (accountId) => {
    if (lists.get(accountId).failure) showLastKnown(accountId)
  })

  events.on('revoked', (event) => alerts.settled(event.accountId, [event]))
  events.on('revoked', reviews.applyEnd)
  events.on('endsChanged', createRevocationHistory(alerts, revocations.bulk, clock))
  events.on('endsChanged', reviews.applyEnds)
  events.on('endsUndone', reviews.applyUndo)

  events.on('reviewChanged', ({ accountId }) => rules.reviewed(accountId))

  events.on('stateChanged', owners.record)

  events.on('alertsChanged', () => {
    events.emit('stateChanged')
    // The rows show which sessions are new. Deferred, because a list is being evaluated.
    queueMicrotask(() => publishedLists.refreshPresentation())
  })

  events.on('accountRemoved', (accountId, reason) => {
    // What the app knows of the sessions stays for the next sign-in, unless the person removed the account.
    if (reason !== 'removed') {
      alerts.signedOut(accountId, reason)
      return rules.signedOut(accountId)
    }
    notes.forget(accountId)
    rules.forget(accountId)
    alerts.forget(accountId)
    history.forget(accountId)
    owners.forget(accountId)
    reviews.forget(accountId)
  })
}

/** What the services do when the window or the computer changes. */
export interface Reactions {
  /** The window got the focus. */
  focused(): void
  /** The window was shown, hidden or minimised. */
  visibilityChanged(): void
  /** The computer woke up. */
  wokeUp(): void
}

/** Subscribes the services to changes of the app's state, and returns their reactions to the window and the computer. */
export function connectToComputer(parts: {
  services: Services
  events: ServiceEmitter
  /** Shows the new state; runs after the services have reacted to it. */
  appStateChanged(): void
}): Reactions {
  const { poller, revocations, refreshNames, signIn, passwords } = parts.services
  parts.events.on('stateChanged', () => {
    refreshNames()
    poller.reschedule()
    revocations.wake()
    parts.appStateChanged()
  })
  return {
    focused: poller.pollNow,
    visibilityChanged: poller.reschedule,
    wokeUp() {
      signIn.wokeUp()
      passwords.wokeUp()
      poller.pollNow()
      revocations.wake()
    },
  }
}
