import { unrecordedKey, type DeviceSession } from '../../shared/session.ts'
import { datesIn, validTimeZone, type Dates } from '../../shared/dates.ts'
import { withFields } from '../../shared/fields.ts'
import { seenName } from '../../shared/same-names.ts'
import { parseDevice, type ParsedDevice } from './domain/device.ts'
import {
  distinctNames,
  isUnnamed,
  markedName,
  nameOfDevice,
  tellApart,
  type Mark,
  type Twin,
} from './domain/display-names.ts'
import { isOpen, type RecordedSession, type RecordReader, type SessionRecord } from './domain/record.ts'
import { factsOf, type ApiSession } from '../../domain/api-session.ts'
import type { Translate } from '../../shared/translate.ts'
import { createTimeSlicer } from '../../core/time-slicer.ts'
import type { Clock, OnAccountForgotten } from '../../core/ports.ts'

/** The stored facts about an account's sessions. */
export interface SessionRecords extends Pick<RecordReader, 'find' | 'byKey'> {
  of(accountId: string): Pick<SessionRecord, 'sessions'> | null
}

export interface SessionPresenterDependencies {
  history: SessionRecords
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
}

/** Converts fetched sessions to displayed ones. */
export interface SessionPresenter {
  /** Parses the new names of a list, in slices, because thousands at once would block the app. */
  prepare(accountId: string, fetched: readonly ApiSession[]): Promise<void>
  present(accountId: string, fetched: readonly ApiSession[]): DeviceSession[]
  /** The presented rows with what the person says of them now; naming thousands again would take a second. */
  remark(accountId: string, rows: readonly DeviceSession[]): DeviceSession[]
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

/** What a service name says: its device, and its display name without marks, also without what cannot be seen. */
interface ParsedName {
  device: ParsedDevice
  name: string
  seen: string
}

/** Enough for several full lists of distinct names. */
const MAX_NAMES = 50_000

/** What the person said of a session. */
function saidOf(known: RecordedSession | null): Pick<DeviceSession, 'mark' | 'isKept'> {
  return { mark: known?.mark ?? null, isKept: known?.isKept ?? false }
}

/** Creates the presenter. */
export function createSessionPresenter(dependencies: SessionPresenterDependencies): SessionPresenter {
  const { history, translate, locale, timeOf } = dependencies
  /** The display names of the last list, by account and key. */
  const presented = new Map<string, Map<number, string>>()
  const marks = new Map<string, Marks>()
  dependencies.onAccountForgotten((accountId) => {
    presented.delete(accountId)
    marks.delete(accountId)
  })
  /** What service names say, in the language `cachedLocale`. */
  const parsed = new Map<string, ParsedName>()
  let cachedLocale: string | null = null

  function parse(raw: string): ParsedName {
    const known = parsed.get(raw)
    if (known) return known
    if (parsed.size >= MAX_NAMES) parsed.clear()
    const device = parseDevice(raw)
    const name = nameOfDevice(raw, device, translate)
    const entry = { device, name, seen: seenName(name) }
    parsed.set(raw, entry)
    return entry
  }

  /** The name without a mark; `id` is null for a session that is only in the history. */
  function baseName(raw: string, id: number | null): string {
    return isUnnamed(raw, id) ? translate('deviceName.unnamed', { id: String(id) }) : parse(raw).name
  }

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

  /** What tells the recorded sessions apart. */
  function recordedMarks(accountId: string): Marks['of'] {
    const known = marksOf(accountId)
    const sessions = history.of(accountId)?.sessions ?? []
    if (known.sessions !== sessions)
      Object.assign(known, {
        sessions,
        of: tellApart(sessions, ({ name }) => parse(name).seen, known.remembered),
      })
    return known.of
  }

  /** Empties the cache if the language changed. */
  function setCacheLocale(now: string): void {
    if (cachedLocale !== now) parsed.clear()
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
      for (const session of history.of(accountId)?.sessions ?? []) {
        parse(session.name)
        const pause = slicer.pause()
        if (pause) await pause
      }
    },
    present(accountId, fetched) {
      setCacheLocale(locale())
      const stored = fetched.map((row) => history.find(accountId, row))
      const apart = recordedMarks(accountId)
      const rows = fetched.map((row, index) => {
        const known = stored[index] ?? null
        const key = known?.key ?? unrecordedKey(row.id)
        const commonName = baseName(row.name, row.id)
        const name = known?.alias ?? markedName(commonName, known ? apart.get(known) : undefined, translate)
        return { row, known, key, name, commonName, isAlias: known?.alias !== undefined }
      })
      const shown = distinctNames(rows)
      presented.set(accountId, shown)
      return rows.map(({ row, known, key, name: own, commonName, isAlias }): DeviceSession => {
        const { isCustomName: _, ...device } = parse(row.name).device
        const name = shown.get(key) ?? own
        return {
          key,
          ...factsOf(row),
          name,
          ...(isAlias || name === commonName ? {} : { commonName }),
          serviceName: isUnnamed(row.name, row.id) ? '' : row.name,
          ...device,
          alias: known?.alias ?? null,
          note: known?.note ?? null,
          firstSeenAt: known?.firstSeenAt ?? null,
          isNew: known !== null && isOpen(known),
          ...saidOf(known),
        }
      })
    },
    remark: (accountId, rows) =>
      rows.map((row) => withFields(row, saidOf(history.byKey(accountId, row.key)))),
    nameOf(accountId, { key, id, name }) {
      const listed = key === null ? undefined : presented.get(accountId)?.get(key)
      if (listed !== undefined) return listed
      setCacheLocale(locale())
      const known = key === null ? null : history.byKey(accountId, key)
      if (known?.alias !== undefined) return known.alias
      const base = baseName(name, known?.id ?? id)
      return known ? markedName(base, recordedMarks(accountId).get(known), translate) : base
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
