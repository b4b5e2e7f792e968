import { unrecordedKey, type DeviceSession } from '../../shared/session.ts'
import { datesIn, validTimeZone, type Dates } from '../../shared/dates.ts'
import {
  byAge,
  distinctNames,
  isUnnamed,
  markedName,
  nameOfDevice,
  numberedName,
  tellApart,
  type Mark,
  type Twin,
} from './domain/display-names.ts'
import { seenInfo, type RecordReader, type SessionRecord } from './domain/record.ts'
import { factsOf, type ApiSession } from '../../domain/api-session.ts'
import type { Translate } from '../../shared/translate.ts'
import type { DeviceReader } from './device-reader.ts'
import { createTimeSlicer } from '../../core/time-slicer.ts'
import type { Clock, OnAccountForgotten } from '../../core/ports.ts'
import type { SessionNotes } from './session-notes.ts'

/** The stored facts about an account's sessions. */
export interface SessionRecords extends Pick<RecordReader, 'find' | 'byKey'> {
  of(accountId: string): Pick<SessionRecord, 'sessions'> | null
  /** Returns a function that assigns numbers among equal names to new sessions. */
  numbering(accountId: string): (serviceName: string) => number
  /** The service names of all stored sessions. */
  names(accountId: string): Iterable<string>
}

export interface SessionPresenterDependencies {
  notes: Pick<SessionNotes, 'of'>
  history: SessionRecords
  devices: DeviceReader
  translate: Translate
  /** The current locale of dates, in the language of `translate`. */
  locale(): string
  /** The service's time, epoch ms, and the time zone of the account's profile; null if unknown. */
  timeOf(accountId: string): { now: number; zone: string | null }
  onAccountForgotten: OnAccountForgotten
  clock: Pick<Clock, 'steady' | 'after'>
}

/** A session to name, by its key; null if no record has it. `name` is the service name, with the id that it came with. */
export interface NamedSession {
  key: number | null
  id: number | null
  name: string
  /** Its number among equal names, if no record has it any more. */
  number?: number
}

/** Converts fetched sessions to displayed ones. */
export interface SessionPresenter {
  /** Parses the new names of a list, in slices, because thousands at once would block the app. */
  prepare(accountId: string, fetched: readonly ApiSession[]): Promise<void>
  present(accountId: string, fetched: readonly ApiSession[]): DeviceSession[]
  /** The display name of a session, listed or not. Window, tray, notifications and exports use the same one. */
  nameOf(accountId: string, session: NamedSession): string
  /** Whether the language, a profile's time zone or the year changed since the lists were presented. */
  isLocaleStale(): boolean
}

/** What tells the sessions of an account apart, and the formats of that. */
interface Marks {
  /** The formats of the locale, time zone and year. */
  dates: Dates
  /** The same, with all texts remembered: a list may need thousands, each time. */
  remembered: Pick<Dates, 'day' | 'moment'>
  sessions: SessionRecord['sessions'] | null
  of: ReadonlyMap<Twin, Mark>
}

/** Enough for several full lists of distinct names. */
const MAX_NAMES = 50_000

/** Creates the presenter. The numbers of equal names come from the history. */
export function createSessionPresenter(dependencies: SessionPresenterDependencies): SessionPresenter {
  const { notes, history, devices, translate, locale, timeOf } = dependencies
  /** The display names of the last list, by account and key. */
  const presented = new Map<string, Map<number, string>>()
  const marks = new Map<string, Marks>()
  dependencies.onAccountForgotten((accountId) => {
    presented.delete(accountId)
    marks.delete(accountId)
  })
  /** Translated names without marks, in the language `cachedLocale`. */
  const translated = new Map<string, string>()
  let cachedLocale: string | null = null

  function datesOf(accountId: string): Dates {
    const { now, zone } = timeOf(accountId)
    return datesIn(locale(), validTimeZone(zone), now)
  }

  function marksOf(accountId: string): Marks {
    const dates = datesOf(accountId)
    const known = marks.get(accountId)
    if (known?.dates === dates) return known
    const remembered = { day: remember(dates.day), moment: remember(dates.moment) }
    const created: Marks = { dates, remembered, sessions: null, of: new Map() }
    marks.set(accountId, created)
    return created
  }

  const keyOf = ({ name }: { name: string }): string => devices.keyOf(name)

  /** What tells the recorded sessions apart. */
  function recordedMarks(accountId: string): Marks['of'] {
    const known = marksOf(accountId)
    const sessions = history.of(accountId)?.sessions ?? []
    if (known.sessions !== sessions)
      Object.assign(known, { sessions, of: tellApart(sessions, keyOf, known.remembered) })
    return known.of
  }

  /** The name without a mark; `id` is null for a session that is only in the history. */
  function baseName(raw: string, id: number | null): string {
    if (isUnnamed(raw, id)) return translate('deviceName.unnamed', { id: String(id) })
    const known = translated.get(raw)
    if (known !== undefined) return known
    if (translated.size >= MAX_NAMES) translated.clear()
    const name = nameOfDevice(raw, devices.read(raw), translate)
    translated.set(raw, name)
    return name
  }

  /** Empties the cache if the language changed. */
  function setCacheLocale(now: string): void {
    if (cachedLocale !== now) translated.clear()
    cachedLocale = now
  }

  return {
    async prepare(accountId, fetched) {
      setCacheLocale(locale())
      const slicer = createTimeSlicer(dependencies.clock)
      const { remembered } = marksOf(accountId)
      for (const { name, id, createdAt } of fetched) {
        baseName(name, id)
        if (createdAt !== null) remembered.day(createdAt)
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
      setCacheLocale(locale())
      const stored = fetched.map((row) => history.find(accountId, row))
      // New sessions get the numbers that the history will assign to them.
      const numberOf = history.numbering(accountId)
      const unknown = byAge(fetched.filter((_, index) => stored[index] === null))
      const added = new Map(
        unknown.map(({ id, name, createdAt }) => [
          id,
          { name, number: numberOf(name), signedInAt: createdAt, key: Infinity, firstSeenAt: Infinity },
        ]),
      )
      const { remembered } = marksOf(accountId)
      const apart: Marks['of'] =
        added.size === 0
          ? recordedMarks(accountId)
          : tellApart([...(history.of(accountId)?.sessions ?? []), ...added.values()], keyOf, remembered)
      const rows = fetched.map((row, index) => {
        const key = stored[index]?.key ?? unrecordedKey(row.id)
        const note = notes.of(accountId, key)
        const twin = stored[index] ?? added.get(row.id)
        const commonName = baseName(row.name, row.id)
        const name = note?.name ?? markedName(commonName, twin && apart.get(twin), translate)
        return { row, key, note, id: row.id, name, commonName, isAlias: typeof note?.name === 'string' }
      })
      const shown = distinctNames(rows)
      presented.set(accountId, new Map(rows.map(({ key, id, name }) => [key, shown.get(id) ?? name])))
      return rows.map(({ row, key, note, id, name: own, commonName, isAlias }, index): DeviceSession => {
        const { isCustomName: _, ...device } = devices.read(row.name)
        const name = shown.get(id) ?? own
        return {
          key,
          ...factsOf(row),
          name,
          ...(isAlias || name === commonName ? {} : { commonName }),
          serviceName: isUnnamed(row.name, id) ? '' : row.name,
          ...device,
          alias: note?.alias ?? null,
          note: note?.note ?? null,
          ...seenInfo(stored[index] ?? null),
        }
      })
    },
    nameOf(accountId, { key, id, name, number = 1 }) {
      const listed = key === null ? undefined : presented.get(accountId)?.get(key)
      if (listed !== undefined) return listed
      setCacheLocale(locale())
      const known = key === null ? null : history.byKey(accountId, key)
      const own = known && notes.of(accountId, known.key)?.name
      if (typeof own === 'string') return own
      const base = baseName(name, known?.id ?? id)
      // A session that only the history has is known by its number.
      if (!known) return numberedName(base, number)
      return markedName(base, recordedMarks(accountId).get(known), translate)
    },
    isLocaleStale: () =>
      [...marks].some(([accountId, { dates }]) => presented.has(accountId) && dates !== datesOf(accountId)),
  }
}

function remember(format: (at: number) => string): (at: number) => string {
  const texts = new Map<number, string>()
  return (at) => {
    const text = texts.get(at) ?? format(at)
    texts.set(at, text)
    return text
  }
}
