import { describe, expect, it } from 'vitest'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import {
  createSessionNotes,
  type SessionNotesFile,
} from '../../../../electron/features/sessions/session-notes.ts'
import { sessionOf as row } from '../revocation/lists-harness.ts'
import { fakeRecord } from './record-harness.ts'
import { accountStoreOver, fakeForgetting, fakeStore, fakeClock, fakeLog } from '../../fakes.ts'

const DAY = 86_400_000
const own = (id: number, createdAt: number | null = null) =>
  row(id, { createdAt, isCurrent: true, name: 'Laptop' })
const dated = (id: number, createdAt: number) => row(id, { createdAt })
/** A phone that was used just now, as the clock of these tests begins. */
const phone = (id: number, createdAt: number | null = null) =>
  row(id, { createdAt, name: 'Phone', lastUsedAt: 1_000_000 })

function setUp(stored: SessionNotesFile = {}) {
  const store = fakeStore(stored)
  const clock = fakeClock()
  const log = fakeLog()
  const { on, forget } = fakeForgetting()
  const record = fakeRecord()
  const start = () => createSessionNotes(accountStoreOver(store, log, on), record, clock)
  const notes = start()
  /** A list of the first account arrives. */
  function list(...rows: ApiSession[]): void {
    record.list('a', rows, clock.now())
    notes.follow('a')
  }
  return { store, clock, log, notes, start, forget, list }
}

describe('notes on sessions', () => {
  it('are stored by account and session, field by field', () => {
    const { notes } = setUp()
    const note = 'By the window'
    for (const id of [1, 2]) notes.write('a', row(id), { note })
    expect(notes.of('a', row(2))).toEqual({ alias: null, note, name: null })
    notes.write('a', row(1), { alias: 'Work' })
    notes.write('b', row(1), { alias: 'Home' })
    expect(notes.of('a', row(1))).toEqual({ alias: 'Work', note, name: 'Work' })
    expect(notes.of('b', row(1))).toEqual({ alias: 'Home', note: null, name: 'Home' })
    expect([notes.names('a'), notes.of('a', row(3))]).toEqual([['Work'], null])
  })

  it('are sanitized and limited, and deleted when blank', () => {
    const { notes, store } = setUp()
    notes.write('a', row(1), { alias: ' My\u202E\nlaptop ', note: `one\r\ntwo\u0000\n${'x'.repeat(900)}` })
    expect(notes.of('a', row(1))?.alias).toBe('My\uFFFD laptop')
    expect(notes.of('a', row(1))?.note).toMatch(/^one\ntwo\uFFFD\nx+$/)
    expect(notes.of('a', row(1))?.note).toHaveLength(500)
    notes.write('a', row(1), { alias: 'x'.repeat(200) })
    expect(notes.of('a', row(1))?.alias).toHaveLength(80)
    notes.write('a', row(1), { alias: '  ', note: null })
    expect(notes.of('a', row(1))).toBeNull()
    expect(store.read()).toEqual({})
  })

  it.each<[string, ApiSession, ApiSession[], about: ApiSession, notAbout: ApiSession]>([
    ['follow this device to the id of its renewal', own(1), [own(7), phone(2)], own(7), own(1)],
    [
      'follow any device to the id of its renewal',
      phone(2, 5),
      [own(1), phone(8, 9)],
      phone(8, 9),
      phone(2, 5),
    ],
    [
      'follow it if the id is another one’s then',
      phone(2, 5),
      [phone(8, 9), own(2, 7)],
      phone(8, 9),
      own(2, 7),
    ],
    ['follow this device to a new session beside its own', own(1), [row(1), own(7)], own(7), row(1)],
    [
      'stay with a session that left when another reuses its id',
      dated(2, 5),
      [dated(2, 9)],
      dated(2, 5),
      dated(2, 9),
    ],
    ['stay with it when this device reuses its id', dated(1, 5), [own(1, 9)], dated(1, 5), own(1, 9)],
    ['stay with this device when it is renewed in place', own(1, 5), [own(1, 9)], own(1, 9), dated(1, 5)],
    ['learn a missing creation time', row(2), [own(1), dated(2, 5)], row(2), dated(2, 9)],
  ])('%s', (_what, noted, listed, about, notAbout) => {
    const { notes, list, store } = setUp()
    list(noted)
    notes.write('a', noted, { alias: 'Work', note: 'Mine' })
    const written = { alias: 'Work', note: 'Mine', name: 'Work' }
    expect(notes.of('a', noted)).toEqual(written)
    // The key is enough, so a disk that refuses does no harm.
    for (const broken of [true, false]) {
      store.broken = broken
      list(...listed)
      expect(notes.of('a', about)).toEqual(written)
    }
    expect(notes.of('a', notAbout)).toBeNull()
  })

  it('get the key and the identity of their session', () => {
    const stored = { key: null, id: 2, createdAt: null, alias: 'Work', note: null, number: 1, goneAt: null }
    const { list, store } = setUp({ a: [stored] })
    list(own(1), phone(2, 5))
    expect(store.read()).toEqual({ a: [{ ...stored, key: 2, createdAt: 5 }] })
    list(own(1), phone(8, 9))
    expect(store.read()).toEqual({ a: [{ ...stored, key: 2, id: 8, createdAt: 9 }] })
  })

  it('on one session, written before and after a renewal that the record did not know yet, become one', () => {
    for (const [second, expected] of [
      [{ alias: 'New' }, { alias: 'New', note: 'Mine' }],
      [{ note: 'Lost' }, { alias: 'Old', note: 'Lost' }],
    ] as const) {
      const { notes, list, store } = setUp()
      list(own(1), phone(2, 5))
      notes.write('a', phone(2, 5), { alias: 'Old', note: 'Mine' })
      notes.write('a', phone(3, 6), second)
      list(own(1), phone(3, 6))
      expect(notes.of('a', phone(3, 6))).toMatchObject(expected)
      expect(store.read()['a']).toHaveLength(1)
    }
  })

  it('on a session whose id was another one’s begin anew', () => {
    const { notes, list } = setUp()
    list(dated(2, 5))
    notes.write('a', dated(2, 5), { alias: 'Work' })
    list(dated(2, 9))
    notes.write('a', dated(2, 9), { note: 'Not mine' })
    expect(notes.of('a', dated(2, 9))).toMatchObject({ alias: null, note: 'Not mine' })
    expect(notes.of('a', dated(2, 5))).toMatchObject({ alias: 'Work', note: null })
  })

  it('survive an absence from the list of 30 days, but no longer', () => {
    const { notes, clock, list, store } = setUp()
    list(own(1), row(2))
    notes.write('a', row(2), { alias: 'Work' })
    list(own(1))
    clock.jump(20 * DAY)
    list(own(1), row(2))
    clock.jump(20 * DAY)
    for (const days of [0, 20, 10]) {
      clock.jump(days * DAY)
      list(own(1))
    }
    expect(notes.of('a', row(2))?.alias).toBe('Work')
    clock.jump(1)
    list(own(1))
    expect(notes.of('a', row(2))).toBeNull()
    expect(store.read()).toEqual({})
  })

  it('are at most 2,000; those on the sessions that left first are deleted', () => {
    const note = { key: null, alias: null, note: 'Mine', number: 1, createdAt: null }
    const goneAt: Record<number, number> = { 5: 20, 6: 10, 7: 30 }
    const ids = Array.from({ length: 2_000 }, (_, index) => index + 1)
    const { notes } = setUp({ a: ids.map((id) => ({ ...note, id, goneAt: goneAt[id] ?? null })) })
    for (const id of [3_000, 3_001]) notes.write('a', row(id), { note: 'Mine' })
    const left = [...ids, 3_000, 3_001].filter((id) => notes.of('a', row(id)) === null)
    expect(left).toEqual([5, 6])
  })

  it('are written only after changes; if the disk refuses, a person’s change throws, and a list’s is made later', () => {
    const { notes, store, log, list } = setUp()
    list(own(1), row(2))
    notes.write('a', row(2), { alias: 'Work' })
    list(own(1), row(2))
    expect(store.writes).toHaveLength(1)
    store.broken = true
    expect(() => notes.write('a', row(2), { alias: 'Home' })).toThrow()
    expect(notes.of('a', row(2))?.alias).toBe('Work')
    list(own(1))
    expect(log.lines).toEqual(['notSaved {"account":"a"}'])
    store.broken = false
    list(own(1))
    expect(store.writes).toHaveLength(2)
  })

  it('are deleted with their account', () => {
    const { notes, store, forget } = setUp()
    notes.write('a', row(1), { alias: 'Work' })
    notes.write('b', row(1), { alias: 'Home' })
    forget('a')
    expect(Object.keys(store.read())).toEqual(['b'])
  })

  it('number an alias that equals another, across a restart and after others are deleted', () => {
    const { notes, start } = setUp()
    notes.write('a', row(5), { alias: 'Work' })
    notes.write('a', row(2), { alias: 'Work' })
    notes.write('a', row(3), { alias: 'Phone' }, (name) => name === 'Phone')
    const again = start()
    expect([5, 2, 3].map((id) => again.of('a', row(id))?.name)).toEqual(['Work', 'Work (2)', 'Phone (2)'])
    again.write('a', row(5), { alias: null })
    again.write('a', row(2), { note: 'By the window' })
    expect(again.of('a', row(2))).toEqual({ alias: 'Work', note: 'By the window', name: 'Work (2)' })
    expect(again.names('a').sort()).toEqual(['Phone (2)', 'Work (2)'])
    again.write('a', row(2), { alias: 'Home' })
    expect(again.of('a', row(2))?.name).toBe('Home')
  })
})
