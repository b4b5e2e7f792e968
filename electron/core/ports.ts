import type { StartAtLogin } from '../shared/settings.ts'

/** This computer's time and timers; ms and epoch ms. */
export interface Clock {
  now(): number
  /**
   * ms since some moment. Never goes back, whatever the clock is set to, and counts the time asleep: what has to happen
   * after a while is due by this clock.
   */
  steady(): number
  /** As `steady`, without the time asleep: for how long something has been at work. */
  awake(): number
  /** Calls back once after `ms`; returns the cancel. */
  after(ms: number, callback: () => void): () => void
}

/** One line of the log: an event's name and facts about it that are never secret. */
export interface Log {
  info(event: string, facts?: Record<string, string | number | boolean>): void
  warn(event: string, facts?: Record<string, string | number | boolean>): void
}

/** What was decrypted; `isStale`: the system has a newer key by now, and it should be encrypted again. */
export interface Decrypted {
  text: string
  isStale: boolean
}

/**
 * The system's safe storage. A call that is not answered within a few seconds fails. `decrypt` may throw, and what it
 * returns is not to be believed unchecked.
 */
export interface Cipher {
  /** The name of the system's store, such as `gnome_libsecret`. */
  backend(): string
  /** Whether what is encrypted now is protected by more than a key that everybody knows. */
  isSecure(): Promise<boolean>
  encrypt(text: string): Promise<Uint8Array>
  decrypt(bytes: Uint8Array): Promise<Decrypted>
  /** Whether it left a call unanswered, and has answered none since. */
  isUnresponsive(): boolean
  /** Subscribes to its answer to a call that had failed for lack of one. */
  onLateAnswer(listener: () => void): void
}

/** The system's own list of what starts at login. Both give what is true afterwards; `set` throws when it cannot be written. */
export interface StartAtLoginPort {
  get(): StartAtLogin
  set(on: boolean): StartAtLogin
}

/** A small file of values; each write is durable when it returns, and throws when it cannot be. */
export interface JsonStore<T> {
  read(): T
  write(value: T): void
}

/** Files of values, one for each account; a write is durable when it returns, and throws when it cannot be. */
export interface AccountFiles<T> {
  /** What each file holds, by account id. */
  read(): Readonly<Record<string, T>>
  /** Null removes the file of an account. */
  write(accountId: string, value: T | null): void
}

/** A random name that was never used before. */
export type NewId = () => string

/**
 * Registers how a service forgets an account that is gone from this computer. All that are registered run, in an order that
 * does not matter: each forgets its own, and asks nobody about that account any more.
 */
export type OnAccountForgotten = (forget: (accountId: string) => void) => void

/** Runs what a service does when its state changed. */
export type Changed = () => void

/** A message of the system's own kind; `clicked` is called when a person follows it. */
export interface Notification {
  id: string
  /** Those of one group are shown together; null for one that stands alone. */
  groupId: string | null
  title: string
  body: string
  clicked(): void
  /** The system has taken it. */
  arrived?(): void
}

/** The system's notifications. One of the same id takes the place of the one before; none is promised to be seen. */
export interface Notifier {
  show(notification: Notification): void
  /** Takes one back that is no longer true. */
  close(id: string): void
  /** Whether the system did not take the last one, or takes none. */
  isRefused(): boolean
}
