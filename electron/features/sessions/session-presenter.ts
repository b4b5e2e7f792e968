import type { DeviceSession, SeenInfo, SessionIdentity } from '../../shared/session.ts'
import type { Locale } from '../../shared/settings.ts'
import { byAge, distinctNames, nameOfDevice, numberedName } from './domain/display-names.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import type { Translate } from '../../core/domain/translate.ts'
import type { DeviceReader } from './device-reader.ts'
import { createPacer } from '../../core/pacer.ts'
import type { Clock, OnAccountForgotten } from '../../core/ports.ts'
import type { SessionNotes } from './session-notes.ts'

/** What this computer remembers of an account's sessions. */
export interface SessionMemory {
  /** A remembered session, with its number among equal names. */
  find(accountId: string, session: SessionIdentity): { number: number } | null
  /** Gives new sessions, one after another, their numbers among equal names. */
  numbering(accountId: string): (rawName: string) => number
  /** The raw names of all remembered sessions. */
  names(accountId: string): Iterable<string>
  seenInfo(accountId: string, session: SessionIdentity): SeenInfo
}

/** What the presenter works with. */
export interface SessionPresenterPorts {
  notes: Pick<SessionNotes, 'of'>
  history: SessionMemory
  devices: DeviceReader
  translate: Translate
  /** The language of the words. */
  locale(): Locale
  onAccountForgotten: OnAccountForgotten
  clock: Pick<Clock, 'steady' | 'after'>
}

/** A session to be named by what is kept of it; `name` is the raw one. */
export interface NamedSession extends SessionIdentity {
  name: string
  /** Its number among equal names; that of the history when it is left out. */
  number?: number
}

/** Turns what the service told into what people see. */
export interface SessionPresenter {
  /** Reads the names of a list that nobody has read yet, in slices: thousands at once would hold up all else. */
  prepare(accountId: string, told: readonly ApiSession[]): Promise<void>
  present(accountId: string, told: readonly ApiSession[]): DeviceSession[]
  /** What a session is called, listed or not: the same in every place. */
  nameOf(accountId: string, session: NamedSession): string
  /** Whether the language is another one than that of the last names. */
  isLocaleStale(): boolean
}

/** Several full lists of distinct names. */
const MAX_NAMES = 50_000

/** Makes it. The numbers of equal names are those of the history. */
export function createSessionPresenter(ports: SessionPresenterPorts): SessionPresenter {
  const { notes, history, devices, translate: words, locale } = ports
  const given = new Map<string, Map<number, { session: SessionIdentity; name: string }>>()
  ports.onAccountForgotten((accountId) => void given.delete(accountId))
  /** Names without numbers, in one language. */
  const spoken = new Map<string, string>()
  let spokenIn: Locale | null = null
  /** The language of the last list. */
  let language: Locale | null = null

  function say(raw: string): string {
    const known = spoken.get(raw)
    if (known !== undefined) return known
    if (spoken.size >= MAX_NAMES) spoken.clear()
    const name = nameOfDevice(raw, devices.read(raw), words)
    spoken.set(raw, name)
    return name
  }

  /** Empties what was said in another language. */
  function setLanguage(now: Locale): void {
    if (spokenIn !== now) spoken.clear()
    spokenIn = now
  }

  return {
    async prepare(accountId, told) {
      setLanguage(locale())
      const pacer = createPacer(ports.clock)
      for (const { name } of told) {
        say(name)
        const pause = pacer.pause()
        if (pause) await pause
      }
      for (const name of history.names(accountId)) {
        devices.keyOf(name)
        const pause = pacer.pause()
        if (pause) await pause
      }
    },
    present(accountId, told) {
      language = locale()
      setLanguage(language)
      const kept = told.map((row) => history.find(accountId, row))
      // What the history does not have yet gets the numbers that it will get there.
      const numberOf = history.numbering(accountId)
      const unknown = byAge(told.filter((_, index) => kept[index] === null))
      const numbers = new Map(unknown.map((row) => [row.id, numberOf(row.name)]))
      const rows = told.map((row, index) => {
        const written = notes.of(accountId, row)
        const known = kept[index] ?? null
        const number = known?.number ?? numbers.get(row.id) ?? 1
        const name = written?.name ?? numberedName(say(row.name), number)
        return { row, written, id: row.id, name, isWritten: typeof written?.name === 'string' }
      })
      const shown = distinctNames(rows)
      const names = rows.map(({ row, id, name }) => ({ session: row, name: shown.get(id) ?? name }))
      given.set(accountId, new Map(names.map((one) => [one.session.id, one])))
      return rows.map(({ row, written, id, name: own }): DeviceSession => {
        const { name, lastUsedAt, createdAt, isCurrent } = row
        const { isCustomName: _, ...device } = devices.read(name)
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
          ...history.seenInfo(accountId, row),
        }
      })
    },
    nameOf(accountId, session) {
      const listed = given.get(accountId)?.get(session.id)
      if (listed && isSameSession(listed.session, session)) return listed.name
      const number = session.number ?? history.find(accountId, session)?.number ?? 1
      setLanguage(locale())
      return notes.of(accountId, session)?.name ?? numberedName(say(session.name), number)
    },
    isLocaleStale: () => language !== null && language !== locale(),
  }
}
