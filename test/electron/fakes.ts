import { createAccountStore, inOneFile, type AccountStore } from '../../electron/core/account-store.ts'
import { StorageError } from '../../electron/core/storage-error.ts'
import type {
  AccountFiles,
  JsonStore,
  Cipher,
  Clock,
  Log,
  OnAccountForgotten,
} from '../../electron/core/ports.ts'

/** The lifetime of a token without an expiry. */
export const LIFE = { issuedAt: 1_000, expiresAt: null }

/** A clock that tests advance; it runs the timers that fall due. */
export interface FakeClock extends Clock {
  advance(ms: number): Promise<void>
  /** Sets the wall clock forward or back, without elapsed time. */
  jump(ms: number): void
  /** Advances without running due timers, as during blocking work. */
  jumpSteady(ms: number): void
  /** Advances time that timers do not count. */
  sleep(ms: number): void
  /** The true time, whatever the wall clock says. */
  real(): number
  pending(): number
}

/** Starts at one million milliseconds. */
export function fakeClock(): FakeClock {
  let now = 1_000_000
  let jumped = 0
  let slept = 0
  let timers: { at: number; callback: () => void }[] = []
  return {
    now: () => now + slept + jumped,
    steady: () => now + slept,
    awake: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback }
      timers.push(timer)
      return () => (timers = timers.filter((other) => other !== timer))
    },
    async advance(ms) {
      const end = now + ms
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((other) => other !== next)
        now = Math.max(now, next.at)
        next.callback()
        await settled()
      }
      now = Math.max(now, end)
      await settled()
    },
    jump: (ms) => void (jumped += ms),
    jumpSteady: (ms) => void (now += ms),
    sleep: (ms) => void (slept += ms),
    real: () => now + slept,
    pending: () => timers.length,
  }
}

/** Runs everything that waits for a promise. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** A file in memory that records each write; `breakNow` makes the next writes throw, as on a full disk. */
export function fakeStore<T>(first: T): JsonStore<T> & { writes: T[]; broken: boolean } {
  const store = {
    writes: [] as T[],
    broken: false,
    read: () => store.writes.at(-1) ?? first,
    write(value: T) {
      if (store.broken) throw new StorageError('ENOSPC')
      store.writes.push(value)
    },
  }
  return store
}

/** Registers functions that forget an account; `forget` runs them. */
export function fakeForgetting(): { on: OnAccountForgotten; forget(accountId: string): void } {
  const registered: ((accountId: string) => void)[] = []
  return {
    on: (forget) => void registered.push(forget),
    forget: (accountId) => registered.forEach((forget) => forget(accountId)),
  }
}

/** An account store over a file in memory. */
export function accountStoreOver<T>(
  file: JsonStore<Record<string, T>>,
  log: Log = fakeLog(),
  onAccountForgotten: OnAccountForgotten = () => undefined,
  keepsRefused = false,
): AccountStore<T> {
  return createAccountStore({
    disk: inOneFile(file),
    warning: 'notSaved',
    keepsRefused,
    log,
    onAccountForgotten,
  })
}

/** Files of accounts in memory that record each write; `broken` as in `fakeStore`. */
export function fakeAccountFiles<T>(): AccountFiles<T> & {
  writes: [accountId: string, value: T | null][]
  broken: boolean
} {
  const files = {
    writes: [] as [string, T | null][],
    broken: false,
    read(): Readonly<Record<string, T>> {
      const all = new Map<string, T>()
      for (const [accountId, value] of files.writes)
        if (value === null) all.delete(accountId)
        else all.set(accountId, value)
      return Object.fromEntries(all)
    },
    readOne: (accountId: string): T | null => files.read()[accountId] ?? null,
    write(accountId: string, value: T | null) {
      if (files.broken) throw new StorageError('ENOSPC')
      files.writes.push([accountId, value])
    },
  }
  return files
}

/** The states of a keyring; `stale`: it has a newer key; `unresponsive`: it answers no call. */
export interface FakeKeyring {
  protecting: boolean
  failing: boolean
  stale: boolean
  unresponsive: boolean
}

/** A reversible cipher whose output is visibly not plain text. */
export function fakeCipher(isProtecting = true): Cipher & FakeKeyring {
  const cipher = {
    protecting: isProtecting,
    failing: false,
    stale: false,
    unresponsive: false,
    isUnresponsive: () => cipher.unresponsive,
    onLateAnswer: () => undefined,
    backend: () => (cipher.protecting ? 'gnome_libsecret' : 'basic_text'),
    isSecure: async () => cipher.protecting,
    encrypt: async (text: string) => Buffer.from(text).map((byte) => byte ^ 0x5a),
    async decrypt(bytes: Uint8Array) {
      if (cipher.failing) throw new Error('keyring is gone')
      return { text: Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString(), isStale: cipher.stale }
    },
  }
  return cipher
}

/** A log that records its lines. */
export function fakeLog(): Log & { lines: string[] } {
  const lines: string[] = []
  const add = (event: string, facts?: object): void =>
    void lines.push(`${event} ${JSON.stringify(facts ?? {})}`)
  return { lines, info: add, warn: add }
}
