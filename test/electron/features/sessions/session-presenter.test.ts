import { describe, expect, it } from 'vitest'
import type { Annotation } from '../../../../electron/shared/device.ts'
import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import type { Language } from '../../../../electron/shared/languages.ts'
import { isSameSession, type ApiSession } from '../../../../electron/domain/api-session.ts'
import {
  createRecordedSession,
  withAnnotation,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'
import {
  createSessionPresenter,
  type NamedSession,
} from '../../../../electron/features/sessions/session-presenter.ts'
import { presentPlainly, sessionOf } from '../revocation/lists-harness.ts'
import { translations } from '../../translations.ts'
import { fakeClock, fakeForgetting } from '../../fakes.ts'

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
    /** How many texts were translated, which takes a millisecond each: one for each new name of a browser. */
    translated: 0,
  }
  const [clock, { on, forget }] = [fakeClock(), fakeForgetting()]
  const say = translations(() => state.locale)
  const find = (_accountId: string, session: SessionIdentity) =>
    state.history.find((known) => isSameSession(known, session)) ?? null
  const byKey = (_accountId: string, key: number) => state.history.find((known) => known.key === key) ?? null
  const presenter = createSessionPresenter({
    history: { of: () => ({ sessions: state.history }), find, byKey },
    translate(...asked) {
      clock.jumpSteady(1)
      state.translated += 1
      return say(...asked)
    },
    locale: () => state.locale,
    timeOf: () => state,
    onAccountForgotten: on,
    clock,
  })
  const present = (rows: readonly ApiSession[] = ROWS) => presenter.present('a', rows)
  const names = (rows?: readonly ApiSession[]): string[] => present(rows).map(({ name }) => name)
  /** Records these sessions, with their ids as keys. */
  function record(...rows: ApiSession[]): void {
    state.history = rows.map((each) => createRecordedSession(each, each.id, 5))
  }
  function annotate(key: number, part: Partial<Annotation>): void {
    state.history = state.history.map((each) => (each.key === key ? withAnnotation(each, part) : each))
  }
  return { state, clock, record, annotate, presenter, present, names, forget }
}

describe('a presented list', () => {
  it('has unique names, and beside them the raw ones', () => {
    const { record, present, names } = setUp()
    expect(names().toSorted()).toEqual(['Ana’s phone', 'Firefox on Ubuntu', 'Firefox on Ubuntu (2)'])
    record(...ROWS)
    const marked = 'Firefox on Ubuntu (signed in Aug 4)'
    expect(names()).toEqual(['Firefox on Ubuntu', marked, 'Ana’s phone'])
    const device = { app: 'Firefox', appVersion: '140.0', platform: 'Ubuntu', kind: 'computer' }
    const [, second] = ROWS.map(presentPlainly)
    const commonName = 'Firefox on Ubuntu'
    const seen = { key: 2, firstSeenAt: 5 }
    expect(present()[1]).toEqual({ ...second, ...device, ...seen, name: marked, commonName })
    expect(present()[0]).not.toHaveProperty('commonName')
  })

  it('has what the person says of a session now, and the other rows as they were', () => {
    const { state, record, presenter, present } = setUp()
    record(...ROWS)
    const before = present()
    const mark = { decision: 'mine', at: 7 } as const
    state.history = state.history.map((each) => (each.key === 2 ? { ...each, mark, isKept: true } : each))
    const after = presenter.remark('a', before)
    expect(after[1]).toEqual({ ...before[1], mark, isKept: true })
    expect([after[0], after[2]].every((each, at) => each === before[at * 2])).toBe(true)
    expect(after).toEqual(present())
  })

  it('changes its language at once, with the same dates', () => {
    const { state, record, presenter, names } = setUp()
    record(...ROWS)
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
    const { state, record, presenter, names } = setUp()
    record(...ROWS)
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
    expect(presenter.nameOf('a', { key: 4, id: 99, name: '#99' })).toBe('Unnamed session (ID 99)')
    state.locale = 'pt-BR'
    expect(names(nameless)[0]).toBe('Sessão sem nome (ID 4107)')
    // What looks like the name of another session was given by a person.
    expect(names([row(5, '#4107')])).toEqual(['#4107'])
  })

  it('keeps the names of the recorded sessions when new ones come, whatever their times', () => {
    const { state, record, names } = setUp()
    record(row(2), row(4))
    const before = ['Firefox on Ubuntu', 'Firefox on Ubuntu (signed in Aug 6)']
    expect(names([row(2), row(4)])).toEqual(before)
    const sameDay = { ...row(9), createdAt: row(4).createdAt! + 60_000 }
    state.history = [
      ...state.history,
      ...[row(1), sameDay].map((each, at) => createRecordedSession(each, 5 + at, 5)),
    ]
    expect(names([row(1), row(2), row(4), sameDay])).toEqual([
      'Firefox on Ubuntu (signed in Aug 3)',
      ...before,
      'Firefox on Ubuntu (signed in Aug 6, 1:01 AM)',
    ])
  })

  it('leaves a recorded session its name when a new one has the same in this language', () => {
    const { state, record, names } = setUp()
    state.locale = 'pt-BR'
    const written = { ...row(9), name: 'Firefox no Ubuntu' }
    record(written)
    expect(names([row(1), written])).toEqual(['Firefox no Ubuntu (2)', 'Firefox no Ubuntu'])
  })

  it('shows aliases and notes, and keeps the names unique', () => {
    const { record, annotate, presenter, names, present } = setUp()
    record(...ROWS)
    annotate(3, { alias: 'Work', note: 'Lost in May' })
    annotate(1, { alias: 'Work' })
    const second = 'Firefox on Ubuntu (signed in Aug 4)'
    expect(names([row(4, 'Work'), ...ROWS])).toEqual(['Work (3)', 'Work', second, 'Work (2)'])
    expect(presenter.nameOf('a', unrecorded(4, 'Work'))).toBe('Work (3)')
    expect(present()[2]).toMatchObject({ alias: 'Work', note: 'Lost in May', serviceName: 'Ana’s phone' })
    annotate(1, { alias: null })
    expect(names()).toEqual(['Firefox on Ubuntu', second, 'Work'])
  })

  it('names an ended session as the list did, by its alias or its date', () => {
    const { state, record, annotate, presenter, present, forget } = setUp()
    record(row(1), row(2))
    annotate(1, { alias: 'Work' })
    present([row(3, 'Work'), row(4, 'Work')])
    const nameOf = (session: NamedSession): string => presenter.nameOf('a', session)
    expect([...state.history, unrecorded(3, 'Work')].map(nameOf)).toEqual([
      'Work',
      'Firefox on Ubuntu (signed in Aug 4)',
      'Work (2)',
    ])
    // A session that the record does not have, and one whose id another session has now.
    expect(nameOf(unrecorded(9))).toBe('Firefox on Ubuntu')
    expect(nameOf({ ...unrecorded(4, 'Tablet'), key: 44 })).toBe('Tablet')
    forget('a')
    expect(nameOf(unrecorded(3, 'Work'))).toBe('Work')
  })

  it('parses new names in slices, those of the history too', async () => {
    const { state, record, clock, presenter } = setUp()
    const agents = Array.from({ length: 100 }, (_, index) => row(index + 1, `${FIREFOX}.${index}`))
    record(...agents.map(({ id }) => row(id, `${FIREFOX}.${-id}`)))
    const done = presenter.prepare('a', agents)
    const slices: number[] = []
    for (let turn = 0; turn < 16; turn++) {
      slices.push(state.translated)
      await clock.advance(0)
    }
    await done
    expect(slices).toEqual(Array.from({ length: 16 }, (_, index) => 12 * (index + 1)))
    // All names are remembered.
    await presenter.prepare('a', agents)
    expect(state.translated).toBe(200)
  })

  it('parses a name once, until 50,000 are remembered', () => {
    const { state, presenter } = setUp()
    const parse = (...indices: number[]): number => {
      for (const index of indices) presenter.nameOf('a', unrecorded(9, `${FIREFOX}.${index}`))
      return state.translated
    }
    expect(parse(...Array.from({ length: 50_000 }, (_, index) => index), 0)).toBe(50_000)
    expect(parse(50_000, 0)).toBe(50_002)
  })
})

it.each<[string, string, string, boolean]>([
  ['two versions of a browser', FIREFOX, FIREFOX.replaceAll('140.0', '141.0'), true],
  ['what a person wrote in one language', FIREFOX, 'Firefox on Ubuntu', true],
  ['two devices', FIREFOX, 'Ana’s phone', false],
  ['a joiner', 'Fire\u200Dfox', 'Firefox', true],
  ['a tag', 'Firefox\u{E0041}', 'Firefox', true],
  ['a variation selector', 'Firefox\uFE0F', 'Firefox', true],
  ['a word joiner', 'Fi\u2060refox', 'Firefox', true],
])('names are alike or not: %s, %j', (_what, one, other, areAlike) => {
  const { record, names } = setUp()
  const rows = [row(1, one), row(2, other)]
  record(...rows)
  expect(names(rows)[1]?.endsWith(' (signed in Aug 4)')).toBe(areAlike)
})
