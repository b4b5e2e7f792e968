import type { DeviceSession, SeenInfo, SessionIdentity } from '../../shared/session.ts'
import type { Language } from '../../shared/languages.ts'
import { byAge, distinctNames, nameOfDevice, numberedName } from './domain/display-names.ts'
import { factsOf, isSameSession, type ApiSession } from '../../domain/api-session.ts'
import type { Translate } from '../../domain/translate.ts'
import type { DeviceReader } from './device-reader.ts'
import { createTimeSlicer } from '../../core/time-slicer.ts'
import type { Clock, OnAccountForgotten } from '../../core/ports.ts'
import type { SessionNotes } from './session-notes.ts'

/** The stored facts about an account's sessions. */
export interface SessionRecords {
  /** A stored session, with its number among equal names. */
  find(accountId: string, session: SessionIdentity): { number: number } | null
  /** Returns a function that assigns numbers among equal names to new sessions. */
  numbering(accountId: string): (serviceName: string) => number
  /** The service names of all stored sessions. */
  names(accountId: string): Iterable<string>
  seenInfo(accountId: string, session: SessionIdentity): SeenInfo
}

export interface SessionPresenterDependencies {
  notes: Pick<SessionNotes, 'of'>
  history: SessionRecords
  devices: DeviceReader
  translate: Translate
  /** The current language of `translate`. */
  locale(): Language
  onAccountForgotten: OnAccountForgotten
  clock: Pick<Clock, 'steady' | 'after'>
}

/** A session to name; `name` is the service name. */
export interface NamedSession extends SessionIdentity {
  name: string
  /** Its number among equal names; by default the stored one. */
  number?: number
}

/** Converts fetched sessions to displayed ones. */
export interface SessionPresenter {
  /** Parses the new names of a list, in slices, because thousands at once would block the app. */
  prepare(accountId: string, fetched: readonly ApiSession[]): Promise<void>
  present(accountId: string, fetched: readonly ApiSession[]): DeviceSession[]
  /** The display name of a session, listed or not. Window, tray, notifications and exports use the same one. */
  nameOf(accountId: string, session: NamedSession): string
  /** Whether the language changed since the last list was presented. */
  isLocaleStale(): boolean
}

/** Enough for several full lists of distinct names. */
const MAX_NAMES = 50_000

/** Creates the presenter. The numbers of equal names come from the history. */
export function createSessionPresenter(dependencies: SessionPresenterDependencies): SessionPresenter {
  const { notes, history, devices, translate, locale } = dependencies
  const presented = new Map<string, Map<number, { session: SessionIdentity; name: string }>>()
  dependencies.onAccountForgotten((accountId) => void presented.delete(accountId))
  /** Translated names without numbers, in the language `cachedLocale`. */
  const translated = new Map<string, string>()
  let cachedLocale: Language | null = null
  /** The language of the last list. */
  let presentedLocale: Language | null = null

  function baseName(raw: string): string {
    const known = translated.get(raw)
    if (known !== undefined) return known
    if (translated.size >= MAX_NAMES) translated.clear()
    const name = nameOfDevice(raw, devices.read(raw), translate)
    translated.set(raw, name)
    return name
  }

  /** Empties the cache if the language changed. */
  function setCacheLocale(now: Language): void {
    if (cachedLocale !== now) translated.clear()
    cachedLocale = now
  }

  return {
    async prepare(accountId, fetched) {
      setCacheLocale(locale())
      const slicer = createTimeSlicer(dependencies.clock)
      for (const { name } of fetched) {
        baseName(name)
        const pause = slicer.pause()
        if (pause) await pause
      }
      for (const name of history.names(accountId)) {
        devices.keyOf(name)
        const pause = slicer.pause()
        if (pause) await pause
      }
    },
    present(accountId, fetched) {
      presentedLocale = locale()
      setCacheLocale(presentedLocale)
      const stored = fetched.map((row) => history.find(accountId, row))
      // New sessions get the numbers that the history will assign to them.
      const numberOf = history.numbering(accountId)
      const unknown = byAge(fetched.filter((_, index) => stored[index] === null))
      const numbers = new Map(unknown.map((row) => [row.id, numberOf(row.name)]))
      const rows = fetched.map((row, index) => {
        const note = notes.of(accountId, row)
        const known = stored[index] ?? null
        const number = known?.number ?? numbers.get(row.id) ?? 1
        const name = note?.name ?? numberedName(baseName(row.name), number)
        return { row, note, id: row.id, name, isAlias: typeof note?.name === 'string' }
      })
      const shown = distinctNames(rows)
      const names = rows.map(({ row, id, name }) => ({ session: row, name: shown.get(id) ?? name }))
      presented.set(accountId, new Map(names.map((named) => [named.session.id, named])))
      return rows.map(({ row, note, id, name: own }): DeviceSession => {
        const { isCustomName: _, ...device } = devices.read(row.name)
        return {
          ...factsOf(row),
          name: shown.get(id) ?? own,
          serviceName: row.name,
          ...device,
          alias: note?.alias ?? null,
          note: note?.note ?? null,
          ...history.seenInfo(accountId, row),
        }
      })
    },
    nameOf(accountId, session) {
      const listed = presented.get(accountId)?.get(session.id)
      if (listed && isSameSession(listed.session, session)) return listed.name
      const number = session.number ?? history.find(accountId, session)?.number ?? 1
      setCacheLocale(locale())
      return notes.of(accountId, session)?.name ?? numberedName(baseName(session.name), number)
    },
    isLocaleStale: () => presentedLocale !== null && presentedLocale !== locale(),
  }
}
