import type { DeviceSession, Locale, SessionIdentity } from '../contract/models.ts'
import { byAge, distinctNames, nameOfDevice, numberedName } from '../domain/session-naming.ts'
import { isSameSession, type ToldSession } from '../domain/told-session.ts'
import type { Words } from '../domain/words.ts'
import type { DeviceReader } from './device-reader.ts'
import type { HistoryBook } from './history.ts'
import type { SessionNotes } from './session-notes.ts'

/** What dressing works with. */
export interface DressingPorts {
  notes: Pick<SessionNotes, 'of'>
  history: Pick<HistoryBook, 'seen' | 'find' | 'numbering'>
  devices: DeviceReader
  words: Words
  /** The language of the words. */
  locale(): Locale
}

/** A session to be named by what is kept of it; `name` is the raw one. */
export interface NamedSession extends SessionIdentity {
  name: string
  /** Its number among equal names; that of the history when it is left out. */
  number?: number
}

/** Turns what the service told into what people see. */
export interface Dressing {
  dress(accountId: string, told: readonly ToldSession[]): DeviceSession[]
  /** What a session is called, listed or not: the same in every place. */
  nameOf(accountId: string, session: NamedSession): string
  /** Whether the language is another one than that of the last names. */
  isOutdated(): boolean
  forget(accountId: string): void
}

/** Makes it. The numbers of equal names are those of the history. */
export function createDressing({ notes, history, devices, words, locale }: DressingPorts): Dressing {
  const given = new Map<string, Map<number, { session: SessionIdentity; name: string }>>()
  let language: Locale | null = null

  return {
    dress(accountId, told) {
      language = locale()
      const spoken = new Map<string, string>()
      const say = (raw: string): string => {
        const name = spoken.get(raw) ?? nameOfDevice(raw, devices.read(raw), words)
        spoken.set(raw, name)
        return name
      }
      const kept = told.map((row) => history.find(accountId, row)?.number)
      // What the history does not have yet gets the numbers that it will get there.
      const numberOf = history.numbering(accountId)
      const unknown = byAge(told.filter((_, index) => kept[index] === undefined))
      const numbers = new Map(unknown.map((row) => [row.id, numberOf(row.name)]))
      const rows = told.map((row, index) => {
        const written = notes.of(accountId, row)
        const number = kept[index] ?? numbers.get(row.id) ?? 1
        const name = written?.name ?? numberedName(say(row.name), number)
        return { row, written, id: row.id, name, isWritten: typeof written?.name === 'string' }
      })
      const shown = distinctNames(rows)
      const names = rows.map(({ row, id, name }) => ({ session: row, name: shown.get(id) ?? name }))
      given.set(accountId, new Map(names.map((one) => [one.session.id, one])))
      return rows.map(({ row, written, id, name: own }): DeviceSession => {
        const { name, lastUsedAt, createdAt, isCurrent } = row
        const { isPlain: _, ...device } = devices.read(name)
        return {
          id,
          name: shown.get(id) ?? own,
          rawName: name,
          lastUsedAt,
          createdAt,
          isCurrent,
          ...device,
          alias: written?.alias ?? null,
          note: written?.note ?? null,
          ...history.seen(accountId, row),
        }
      })
    },
    nameOf(accountId, session) {
      const listed = given.get(accountId)?.get(session.id)
      if (listed && isSameSession(listed.session, session)) return listed.name
      const number = session.number ?? history.find(accountId, session)?.number ?? 1
      const own = nameOfDevice(session.name, devices.read(session.name), words)
      return notes.of(accountId, session)?.name ?? numberedName(own, number)
    },
    isOutdated: () => language !== null && language !== locale(),
    forget: (accountId) => void given.delete(accountId),
  }
}
