import type { StartAtLogin } from '../shared/settings.ts'

/** This computer's clocks and timers; ms and epoch ms. */
export interface Clock {
  now(): number
  /**
   * ms since an arbitrary moment. It never goes back, whatever the clock is set to, and counts time asleep; deadlines
   * use it.
   */
  steady(): number
  /** Like `steady`, without time asleep; measures how long work took. */
  awake(): number
  /** Calls back once after `ms`; returns the cancel. */
  after(ms: number, callback: () => void): () => void
}

/** Writes lines of the log: an event's name and facts that are never secret. */
export interface Log {
  info(event: string, facts?: Record<string, string | number | boolean>): void
  warn(event: string, facts?: Record<string, string | number | boolean>): void
}

/** A decrypted text; `isStale`: the system has a newer key, so the text should be encrypted again. */
export interface Decrypted {
  text: string
  isStale: boolean
}

/**
 * The system's safe storage. A call without an answer within a few seconds fails. `decrypt` may throw, and callers must
 * verify its result.
 */
export interface Cipher {
  /** The name of the system's store, such as `gnome_libsecret`. */
  backend(): string
  /** Whether the encryption uses a secret key; Chromium's fallback key is public. */
  isSecure(): Promise<boolean>
  encrypt(text: string): Promise<Uint8Array>
  decrypt(bytes: Uint8Array): Promise<Decrypted>
  /** Whether a call timed out and none was answered since. */
  isUnresponsive(): boolean
  /** Calls back when a call that timed out is answered after all. */
  onLateAnswer(listener: () => void): void
}

/**
 * The system's login items. Both functions return the state afterwards; `set` throws if the system refuses the change.
 */
export interface StartAtLoginPort {
  get(): StartAtLogin
  set(on: boolean): StartAtLogin
}

/** A small JSON file; a write is durable when it returns, and throws if it cannot be. */
export interface JsonStore<T> {
  read(): T
  write(value: T): void
}

/** JSON files, one for each account; a write is durable when it returns, and throws if it cannot be. */
export interface AccountFiles<T> {
  /** The content of each file, by account id. */
  read(): Readonly<Record<string, T>>
  /** The content of one file; null if there is none or nothing of it is readable. */
  readOne(accountId: string): T | null
  /** Null deletes the file of an account. */
  write(accountId: string, value: T | null): void
}

/** Returns a random unique name. */
export type NewId = () => string

/**
 * Registers a service's function that forgets a removed account. The order of the functions does not matter: each
 * deletes its own data and asks no other service about the account.
 */
export type OnAccountForgotten = (forget: (accountId: string) => void) => void

/** Announces that a service's state changed. */
export type Changed = () => void

/** A system notification; `clicked` runs when the person clicks it. */
export interface Notification {
  id: string
  /** The notifications of one group are shown together; null stands alone. */
  groupId: string | null
  title: string
  body: string
  clicked(): void
  /** Runs when the system accepted the notification. */
  arrived?(): void
}

/** The system's notifications. One with the same id replaces the one before; the system may show none. */
export interface Notifier {
  show(notification: Notification): void
  /** Removes a notification that is no longer true. */
  close(id: string): void
  /** Whether the system refused the last notification, or refuses all. */
  isRefused(): boolean
}
