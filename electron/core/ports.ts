import type { StartAtLogin } from '../shared/settings.ts'

/** This computer's clocks and timers. */
export interface Clock {
  /** The wall clock, epoch ms; the person may set it. */
  now(): number
  /** ms since an arbitrary moment, time asleep included; setting the wall clock does not change it. For deadlines. */
  steady(): number
  /** Like `steady`, without time asleep. For the duration of work. */
  awake(): number
  /** Calls back once after `ms`, without time asleep on some systems; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void
}

/** Writes lines to the log: the name of an event, and facts that are never secret. */
export interface Log {
  info(event: string, facts?: Record<string, string | number | boolean>): void
  warn(event: string, facts?: Record<string, string | number | boolean>): void
}

/** A decrypted text. `isStale`: the system has a newer key, and the text should be encrypted again. */
export interface Decrypted {
  text: string
  isStale: boolean
}

/**
 * The system's safe storage. `encrypt` and `decrypt` reject if it fails or does not answer within a few seconds.
 * Callers must verify the result of `decrypt`.
 */
export interface Cipher {
  /** The name of the system's store, such as `gnome_libsecret`. */
  backend(): string
  /** Whether the encryption uses a secret key; Chromium's fallback key is public. */
  isSecure(): Promise<boolean>
  encrypt(text: string): Promise<Uint8Array>
  decrypt(bytes: Uint8Array): Promise<Decrypted>
  /** Whether a call timed out and no call was answered since. */
  isUnresponsive(): boolean
  /** Calls back when a call is answered after its timeout. */
  onLateAnswer(listener: () => void): void
}

/**
 * Starts the app at login, through the system. Both functions return the resulting state; `set` throws if the system
 * refuses the change.
 */
export interface StartAtLoginPort {
  get(): StartAtLogin
  set(on: boolean): StartAtLogin
}

/** A small JSON file. A write is durable when it returns, and throws if the disk refuses. */
export interface JsonStore<T> {
  read(): T
  write(value: T): void
}

/** JSON files, one for each account. A write is durable when it returns, and throws if the disk refuses. */
export interface AccountFiles<T> {
  /** The content of each readable file, by account id. */
  read(): Readonly<Record<string, T>>
  /** The content of one file; null if it does not exist or is not readable. */
  readOne(accountId: string): T | null
  /** Replaces the file of an account; null deletes it. */
  write(accountId: string, value: T | null): void
}

/**
 * A file that was not read, or not in full; `name` is that of its format, `accountId` null if it is not one account's. `at` is
 * when the app found that, epoch ms by this computer's clock. `isSetAside`: there is a copy, and the readable parts are in use.
 * Otherwise the file stays as it is, and nothing is written to it.
 */
export interface FileLoss {
  name: string
  accountId: string | null
  at: number
  isSetAside: boolean
}

/** Returns a new unique id. */
export type NewId = () => string

/**
 * Registers a function that deletes a service's data of a removed account. The functions may run in any order: each
 * deletes its own data only and calls no other service.
 */
export type OnAccountForgotten = (forget: (accountId: string) => void) => void

/** Runs after a service's state changed. */
export type Changed = () => void

/** A system notification; `clicked` runs when the person clicks it. */
export interface Notification {
  id: string
  /** The system shows the notifications of one group together; null: no group. */
  groupId: string | null
  title: string
  body: string
  clicked(): void
  /** Runs when the system has accepted the notification. */
  arrived?(): void
  /** What is to be decided: it stays until the person reacts, with these buttons, where the system can do that. */
  decision?: NotificationDecision
}

/** The buttons of a notification that stays; it may have none. */
export interface NotificationDecision {
  buttons: readonly { label: string; pressed(): void }[]
  /** What a click beside them does, for desktops that offer that in words too. */
  clickLabel: string
}

/** The system's notifications. A later one with the same id replaces an earlier one. The system may show none. */
export interface Notifier {
  show(notification: Notification): void
  /** Removes a notification that is no longer true. */
  close(id: string): void
  /** Whether the system refused the last notification, or refuses all. */
  isRefused(): boolean
}

/** A file to save; `name` is its suggested name, `title` that of the dialog. */
export interface FileToSave {
  title: string
  name: string
  /** The kind of file in the person's language, and its extension without the dot. */
  kind: string
  extension: string
  content: string | Uint8Array
}

/** Asks for a location, writes the file and returns its path; null if the person cancelled. Rejects if it cannot be written. */
export type SaveFile = (file: FileToSave) => Promise<string | null>
