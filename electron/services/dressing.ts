import type { DeviceSession, Locale } from '../contract/models.ts'
import { readDevice, type ReadDevice } from '../domain/device.ts'
import { nameApart, nameOfDevice, type GivenName } from '../domain/session-naming.ts'
import type { ToldSession } from '../domain/told-session.ts'
import type { Words } from '../domain/words.ts'
import type { SessionNotes } from './session-notes.ts'

/** What this computer remembers of a session. */
export interface Seen {
  firstSeenAt: number | null
  isNew: boolean
  mayBeRenewed: boolean
}

/** What dressing works with; `seen` tells of a session of the list at hand. */
export interface DressingPorts {
  notes: Pick<SessionNotes, 'of'>
  seen(accountId: string, sessionId: number): Seen
  words: Words
  /** The language of the words. */
  locale(): Locale
}

/** Turns what the service told into what people see. */
export interface Dressing {
  dress(accountId: string, told: readonly ToldSession[]): DeviceSession[]
  /** What one session is called: as in the last list, or else by its raw name alone. */
  nameOf(accountId: string, sessionId: number, raw: string): string
  /** Whether the language is another one than that of the last names. */
  isOutdated(): boolean
  forget(accountId: string): void
}

/** Several full lists of distinct names. */
const MOST_READ = 50_000

/** Makes it. Raw names are read once, and the numbers of equal names last as long as the app runs. */
export function createDressing({ notes, seen, words, locale }: DressingPorts): Dressing {
  const devices = new Map<string, ReadDevice>()
  const given = new Map<string, { own: Map<number, GivenName>; shown: Map<number, GivenName> }>()
  let language: Locale | null = null

  function read(raw: string): ReadDevice {
    const known = devices.get(raw)
    if (known) return known
    if (devices.size >= MOST_READ) devices.clear()
    const device = readDevice(raw)
    devices.set(raw, device)
    return device
  }

  return {
    dress(accountId, told) {
      language = locale()
      const spoken = new Map<string, string>()
      const say = (raw: string): string => {
        const name = spoken.get(raw) ?? nameOfDevice(raw, read(raw), words)
        spoken.set(raw, name)
        return name
      }
      const before = given.get(accountId)
      const own = nameApart(
        told.map(({ id, name, createdAt }) => ({ id, base: say(name), createdAt })),
        before?.own,
      )
      const rows = told.map((row) => {
        const written = notes.of(accountId, row)
        return { ...row, written, base: written?.alias ?? own.get(row.id)?.name ?? row.name }
      })
      // An alias takes nobody's number: what it replaces is there again when it goes.
      const shown = nameApart(rows, before?.shown)
      given.set(accountId, { own, shown })
      return rows.map(({ id, name, base, written, lastUsedAt, createdAt, isCurrent }): DeviceSession => {
        const { isPlain: _, ...device } = read(name)
        return {
          id,
          name: shown.get(id)?.name ?? base,
          rawName: name,
          lastUsedAt,
          createdAt,
          isCurrent,
          ...device,
          alias: written?.alias ?? null,
          note: written?.note ?? null,
          ...seen(accountId, id),
        }
      })
    },
    nameOf(accountId, sessionId, raw) {
      const listed = given.get(accountId)?.shown.get(sessionId)?.name
      return (
        listed ??
        notes.of(accountId, { id: sessionId, createdAt: null })?.alias ??
        nameOfDevice(raw, read(raw), words)
      )
    },
    isOutdated: () => language !== null && language !== locale(),
    forget: (accountId) => void given.delete(accountId),
  }
}
