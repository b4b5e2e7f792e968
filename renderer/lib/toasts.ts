import { acceptHMRUpdate, defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { SignOutReport } from '../../electron/shared/requests/auth.ts'
import type { PasswordOutcome } from '../../electron/shared/requests/password.ts'
import type { DeviceSession } from '../../electron/shared/session.ts'
import type { RequestError } from '../../electron/shared/bridge.ts'

/** The ends that were asked for: of one session, by its name, or of many. */
export type AskedEnds = { accountId: string } & (
  | { kind: 'one'; session: Pick<DeviceSession, 'key' | 'name'> }
  | { kind: 'many'; sessions: readonly Pick<DeviceSession, 'key'>[] }
)

/** The result of a sign-out. */
export interface SignOutResult {
  name: string
  service: SignOutReport['service'] | 'everywhere'
  unended?: SignOutReport['unended']
}

/** Whether the service may still list the session after the sign-out, or others whose ends were asked for before it. */
export function mayStillBeListed({ service, unended = [] }: SignOutResult): boolean {
  return service === 'unreachable' || service === 'refused' || unended.length > 0
}

/** What came of single ends: the session ended, was gone before, or stays signed in because a person took the end back. */
type SettledKind = 'ended' | 'gone' | 'undone'

/** An event to announce once, as data; the message chooses the texts. */
export type ToastEvent =
  /** The names of the sessions by their subjects, the latest last. */
  | { kind: 'settled'; names: ReadonlyMap<Subject, string>; outcome: SettledKind }
  | { kind: 'undoFailed'; name: string; failure: RequestError }
  | { kind: 'signedOut'; result: SignOutResult }
  | { kind: 'signOutFailed'; name: string; failure: RequestError }
  | { kind: 'keyringOpened' }
  | { kind: 'allUndone'; n: number }
  /** Nothing was asked for. */
  | { kind: 'startFailed'; asked: AskedEnds; failure: RequestError }
  | { kind: 'renewed' }
  | { kind: 'renewalFailed'; failure: RequestError }
  /** The answer to a password change that came after the page was left. */
  | { kind: 'password'; outcome: PasswordOutcome }
  | { kind: 'failed'; failure: RequestError }

/** The subject of a toast. Only the latest toast of each subject is shown. */
export type Subject =
  | `session ${string} ${number}`
  | `${'revocation' | 'renewal' | 'password' | 'signOut' | 'list' | 'alerts' | 'rule'} ${string}`
  | `ends ${SettledKind}`
  | 'keyring'
  | 'settings'
  | 'account'

/** An event that the dock says as a message. */
export interface Toast {
  key: number
  subject: Subject
  event: ToastEvent
}

/** The number of toasts from which on the oldest one leaves that is no alert. */
const MAX_TOASTS = 6

/** Whether the event is a failure. A later success makes its toast untrue. */
const isFailure = (event: ToastEvent): boolean =>
  event.kind === 'password' ? event.outcome.verdict !== 'changed' : 'failure' in event
/** Whether the event stays until the person has seen it. */
const isAlert = (event: ToastEvent): boolean =>
  isFailure(event) || (event.kind === 'signedOut' && mayStillBeListed(event.result))

/** The toasts, oldest first. */
export const useToasts = defineStore('toasts', () => {
  const toasts = shallowRef<Toast[]>([])
  const nextKey = ref(0)

  /** Shows a toast in place of an earlier one with the same subject. */
  function add(subject: Subject, event: ToastEvent): void {
    const others = toasts.value.filter((toast) => toast.subject !== subject)
    const oldest = others.length < MAX_TOASTS ? undefined : others.find((toast) => !isAlert(toast.event))
    const kept = others.filter((toast) => toast !== oldest)
    toasts.value = [...kept, { key: nextKey.value++, subject, event }]
  }

  /** Says what came of a single end, together with those of which the last toast says the same. */
  function addSettled(outcome: SettledKind, session: Subject, name: string): void {
    const subject: Subject = `ends ${outcome}`
    const before = toasts.value.find((toast) => toast.subject === subject)?.event
    add(subject, {
      kind: 'settled',
      outcome,
      names: new Map([...(before?.kind === 'settled' ? before.names : []), [session, name]]),
    })
  }

  /** Removes the failures of the subjects for which `isOver` returns true. */
  function removeFailures(isOver: (subject: Subject) => boolean): void {
    const kept = toasts.value.filter(({ subject, event }) => !(isFailure(event) && isOver(subject)))
    // Keeps the same array when nothing changes: every list update calls this.
    if (kept.length < toasts.value.length) toasts.value = kept
  }

  function dismiss(key: number): void {
    toasts.value = toasts.value.filter((toast) => toast.key !== key)
  }

  return { toasts, nextKey, add, addSettled, removeFailures, dismiss }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useToasts, import.meta.hot))
