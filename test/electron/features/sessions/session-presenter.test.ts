import { describe, expect, it, vi } from 'vitest'
import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import type { Language } from '../../../../electron/shared/languages.ts'
import { isSameSession, type ApiSession } from '../../../../electron/domain/api-session.ts'
import {
  createRecordedSession,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'
import { createDeviceReader } from '../../../../electron/features/sessions/device-reader.ts'
import { parseDevice } from '../../../../electron/features/sessions/domain/device.ts'
import { createNumbering } from '../../../../electron/features/sessions/domain/display-names.ts'
import {
  createSessionPresenter,
  type NamedSession,
} from '../../../../electron/features/sessions/session-presenter.ts'
import { createSessionNotes } from '../../../../electron/features/sessions/session-notes.ts'
import { presentPlainly, sessionOf } from '../revocation/lists-harness.ts'
import { keyOf } from '../../../support/builders.ts'
import { translations } from '../../translations.ts'
import { accountStoreOver, fakeForgetting, fakeStore, fakeClock } from '../../fakes.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 26, 12)
const AUG_3 = Date.UTC(2026, 7, 3, 1)
/** Signed in a day later than the one before, the first on August 3. */
const row = (id: number, name = FIREFOX): ApiSession =>
  sessionOf(id, { name, createdAt: AUG_3 + (id - 1) * DAY_MS })
/** The same as the record names it that does not have it. */
const unrecorded = (id: number, name?: string): NamedSession => ({ ...row(id, name), key: -id })
const ROWS = [row(1), row(2), row(3, 'Ana’s phone')]

function setUp() {
  const state = {
    locale: 'en' as Language,
    zone: 'UTC' as string | null,
    now: NOW,
    history: [] as RecordedSession[],
  }
  const [clock, devices, { on, forget }] = [fakeClock(), createDeviceReader(), fakeForgetting()]
  const find = (_accountId: string, session: SessionIdentity) =>
    state.history.find((known) => isSameSession(known, session)) ?? null
  const byKey = (_accountId: string, key: number) => state.history.find((known) => known.key === key) ?? null
  const notes = createSessionNotes(
    accountStoreOver(fakeStore({})),
    { byKey, of: () => null },
    () => state.now,
  )
  const presenter = createSessionPresenter({
    notes,
    history: {
      of: () => ({ sessions: state.history }),
      find,
      byKey,
      names: () => state.history.map(({ name }) => name),
      numbering: () => createNumbering(state.history, devices.keyOf),
    },
    devices,
    translate: translations(() => state.locale),
    locale: () => state.locale,
    timeOf: () => state,
    onAccountForgotten: on,
    clock,
  })
  const present = (rows: readonly ApiSession[] = ROWS) => presenter.present('a', rows)
  const names = (rows?: readonly ApiSession[]): string[] => present(rows).map(({ name }) => name)
  return { state, clock, devices, notes, presenter, present, names, forget }
}

describe('a presented list', () => {
  it('has unique names, and beside them the raw ones', () => {
    const { present, names } = setUp()
    const marked = 'Firefox on Ubuntu (signed in Aug 4)'
    expect(names()).toEqual(['Firefox on Ubuntu', marked, 'Ana’s phone'])
    const device = { app: 'Firefox', appVersion: '140.0', platform: 'Ubuntu', kind: 'computer' }
    const [, second] = ROWS.map(presentPlainly)
    const commonName = 'Firefox on Ubuntu'
    expect(present()[1]).toEqual({ ...second, ...device, key: -2, name: marked, commonName })
    expect(present()[0]).not.toHaveProperty('commonName')
  })

  it('changes its language at once, with the same dates', () => {
    const { state, presenter, names } = setUp()
    state.locale = 'pt-BR'
    expect(presenter.isLocaleStale()).toBe(false)
    expect(names()[1]).toBe('Firefox no Ubuntu (sessão de 4 ago)')
    expect(presenter.isLocaleStale()).toBe(false)
    state.locale = 'es'
    expect(presenter.isLocaleStale()).toBe(true)
    expect(presenter.nameOf('a', unrecorded(9))).toBe('Firefox en Ubuntu')
    expect(names()).toEqual(['Firefox en Ubuntu', 'Firefox en Ubuntu (sesión del 4 ago)', 'Ana’s phone'])
  })

  it('has the dates of the profile’s time zone, and the year of another year', () => {
    const { state, presenter, names } = setUp()
    names()
    state.zone = 'America/Sao_Paulo'
    expect(presenter.isLocaleStale()).toBe(true)
    expect(names()[1]).toBe('Firefox on Ubuntu (signed in Aug 3)')
    expect(presenter.isLocaleStale()).toBe(false)
    state.now = Date.UTC(2027, 1, 1)
    expect(presenter.isLocaleStale()).toBe(true)
    expect(names()[1]).toBe('Firefox on Ubuntu (signed in Aug 3, 2026)')
  })

  it('says that a session has no name, and which it is', () => {
    const { state, presenter, present, names } = setUp()
    const nameless = [row(4107, '#4107'), row(4108, '#4108')]
    expect(names(nameless)).toEqual(['Unnamed session (ID 4107)', 'Unnamed session (ID 4108)'])
    expect(present(nameless)[0]).toMatchObject({ serviceName: '' })
    const ended = { key: 4, id: 99, name: '#99', number: 1 }
    expect(presenter.nameOf('a', ended)).toBe('Unnamed session (ID 99)')
    state.locale = 'pt-BR'
    expect(names(nameless)[0]).toBe('Sessão sem nome (ID 4107)')
    // What looks like the name of another session was given by a person.
    expect(names([row(5, '#4107')])).toEqual(['#4107'])
  })

  it('keeps the names of the recorded sessions when new ones come, whatever their numbers and times', () => {
    const { state, names } = setUp()
    state.history = [createRecordedSession(row(2), 1, 5), createRecordedSession(row(4), 2, 5, { number: 3 })]
    const before = ['Firefox on Ubuntu', 'Firefox on Ubuntu (signed in Aug 6)']
    expect(names([row(2), row(4)])).toEqual(before)
    const sameDay = { ...row(9), createdAt: row(4).createdAt! + 60_000 }
    expect(names([row(1), row(2), row(4), sameDay])).toEqual([
      'Firefox on Ubuntu (signed in Aug 3)',
      ...before,
      'Firefox on Ubuntu (signed in Aug 6, 1:01 AM)',
    ])
  })

  it('shows aliases and notes, and keeps the names unique', () => {
    const { state, notes, presenter, names, present } = setUp()
    state.history = ROWS.map((each) => createRecordedSession(each, keyOf(each), 5))
    notes.write('a', keyOf({ id: 1 }), { alias: 'Work' })
    notes.write('a', keyOf({ id: 3 }), { alias: 'Work', note: 'Lost in May' })
    const shown = ['Work (3)', 'Work', 'Firefox on Ubuntu (signed in Aug 4)', 'Work (2)']
    expect(names([row(4, 'Work'), ...ROWS])).toEqual(shown)
    expect(presenter.nameOf('a', unrecorded(4, 'Work'))).toBe('Work (3)')
    expect(present()[2]).toMatchObject({ alias: 'Work', note: 'Lost in May', serviceName: 'Ana’s phone' })
    notes.write('a', keyOf({ id: 1 }), { alias: null })
    expect(names()[0]).toBe('Firefox on Ubuntu')
  })

  it('names an ended session as the list did, by its alias or its date', () => {
    const { state, notes, presenter, present, forget } = setUp()
    state.history = [createRecordedSession(row(1), 1, 5), createRecordedSession(row(2), 2, 5, { number: 2 })]
    notes.write('a', 1, { alias: 'Work' })
    present([row(3, 'Work'), row(4, 'Work')])
    const nameOf = (session: NamedSession): string => presenter.nameOf('a', session)
    expect([...state.history, unrecorded(4, 'Work')].map(nameOf)).toEqual([
      'Work',
      'Firefox on Ubuntu (signed in Aug 4)',
      'Work (signed in Aug 6)',
    ])
    expect(nameOf({ ...unrecorded(9), number: 7 })).toBe('Firefox on Ubuntu (7)')
    // Another session had the id.
    expect(nameOf({ ...unrecorded(4, 'Tablet'), key: 44 })).toBe('Tablet')
    forget('a')
    expect(nameOf(unrecorded(4, 'Work'))).toBe('Work')
  })

  it('parses new names in slices, those of the history too', async () => {
    const { state, clock, presenter, devices } = setUp()
    const agents = Array.from({ length: 100 }, (_, index) => row(index + 1, `${FIREFOX}.${index}`))
    state.history = agents.map(({ id }) => createRecordedSession(row(id, `curl/${id}`), id, 5))
    const parsed: string[] = []
    // Each name takes a millisecond.
    const parse = (raw: string): string => (parsed.push(raw), clock.jumpSteady(1), raw)
    vi.spyOn(devices, 'read').mockImplementation((raw) => parseDevice(parse(raw)))
    vi.spyOn(devices, 'keyOf').mockImplementation(parse)
    const done = presenter.prepare('a', agents)
    const slices: number[] = []
    for (let turn = 0; turn < 16; turn++) {
      slices.push(parsed.length)
      await clock.advance(0)
    }
    await done
    expect(slices).toEqual(Array.from({ length: 16 }, (_, index) => 12 * (index + 1)))
    expect(parsed).toEqual([...agents, ...state.history].map(({ name }) => name))
    // The second time all names are cached.
    state.history = []
    await presenter.prepare('a', agents)
    expect(parsed).toHaveLength(200)
  })
})
