import type { Services } from './create-services.ts'
import type { ServiceEmitter } from '../core/service-events.ts'

/**
 * Subscribes the services to each other's events. Each event has one listener here, whose steps run in order: names and
 * alerts first, then the published list, then those that act on it. A step that throws keeps the later ones from running.
 * Call it before `createDesktopUi`, whose listeners show what the services made of an event.
 */
export function subscribeServices(services: Services, events: ServiceEmitter): void {
  const { alerts, history, lists, awaySummaries, probes, publishedLists } = services
  const { renewals, renewalWarnings, reviews, revocations, rules } = services

  events.on('listFetched', (accountId, sessions) => {
    // With a record that was lost, in part or as a whole, it was lost which sessions are exempt.
    if ((history.of(accountId)?.checkedAt ?? null) === null) rules.turnOff(accountId)
    alerts.evaluate(accountId, sessions)
    void probes.cleanUp(accountId, sessions)
  })
  events.on('listChanged', (accountId) => {
    services.disproveSignOut(accountId)
    publishedLists.publish(accountId)
    if (lists.get(accountId).failure) void publishedLists.showLastKnown(accountId)
  })
  events.on('listPublished', ({ accountId }) => {
    reviews.refresh(accountId)
    rules.marksChanged(accountId)
  })
  events.on('listStored', (accountId) => {
    history.recordTime(accountId, { skew: lists.get(accountId).skew })
    awaySummaries.listChecked(accountId)
    revocations.applyList(accountId)
    renewals.applyList(accountId, lists.get(accountId).sessions ?? [])
    rules.runIfDue(accountId)
    reviews.applyList(accountId)
  })
  events.on('unreachable', (accountId) => {
    renewalWarnings.failed(accountId)
    void publishedLists.showLastKnown(accountId)
  })

  events.on('namesChanged', revocations.rename)
  events.on('endsChanged', ({ accountId }) => reviews.refresh(accountId))
  events.on('endsUndone', reviews.applyUndo)

  events.on('alertsChanged', () => {
    events.emit('stateChanged')
    // The rows show which sessions are new. Deferred, because a list is being evaluated.
    queueMicrotask(() => publishedLists.refreshPresentation())
  })

  events.on('marked', publishedLists.refreshMarks)

  events.on('accountRemoved', (accountId, reason) => {
    if (reason === 'removed') {
      rules.forget(accountId)
      alerts.forget(accountId)
      reviews.forget(accountId)
    } else {
      // What the app knows of the sessions stays for the next sign-in.
      alerts.signedOut(accountId, reason)
      rules.turnOff(accountId)
    }
    services.forgetAccount(accountId)
    // Last: while any of these data are there, the record tells the next sign-in whose they are.
    if (reason === 'removed') history.forget(accountId)
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

/**
 * Subscribes the services to changes of the app's state, and returns their reactions to the window and the computer. Call it
 * after `subscribeServices`.
 */
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
    focused: poller.focused,
    visibilityChanged: poller.reschedule,
    wokeUp() {
      signIn.wokeUp()
      passwords.wokeUp()
      poller.pollNow()
      revocations.wake()
    },
  }
}
