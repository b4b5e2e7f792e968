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
/** A phone that was used just now, as the clock of these tests begins. */
const phone = (id: number, createdAt: number | null = null) =>
  row(id, { createdAt, name: 'Phone', lastUsedAt: 1_000_000 })

function setUp(stored: SessionNotesFile = {}) {
  const store = fakeStore(stored)
  const clock = fakeClock()
  const log = fakeLog()
  const { on, forget } = fakeForgetting()
  const record = fakeRecord()
  const start = () => createSessionNotes(accountStoreOver(store, log, on), record, clock.now)
  const notes = start()
  /** A list of the first account arrives. The first one gives the keys 1, 2, and so on. */
  function list(...rows: ApiSession[]): void {
    record.list('a', rows, clock.now())
    notes.prune('a')
  }
  const keyOf = (session: ApiSession): number => record.find('a', session)?.key ?? -1
  return { store, clock, log, notes, start, forget, list, keyOf }
}

describe('notes on sessions', () => {
  it('are stored by account and session, field by field', () => {
    const { notes } = setUp()
    const note = 'By the window'
    for (const id of [1, 2]) notes.write('a', id, { note })
    expect(notes.of('a', 2)).toEqual({ alias: null, note, name: null })
    notes.write('a', 1, { alias: 'Work' })
    notes.write('b', 1, { alias: 'Home' })
    expect(notes.of('a', 1)).toEqual({ alias: 'Work', note, name: 'Work' })
    expect(notes.of('b', 1)).toEqual({ alias: 'Home', note: null, name: 'Home' })
    expect([notes.names('a'), notes.of('a', 3)]).toEqual([['Work'], null])
  })

  it('are sanitized and limited, and deleted when blank', () => {
    const { notes, store } = setUp()
    notes.write('a', 1, { alias: ' My\u202E\nlaptop ', note: `one\r\ntwo\u0000\n${'x'.repeat(900)}` })
    expect(notes.of('a', 1)?.alias).toBe('My\uFFFD laptop')
    expect(notes.of('a', 1)?.note).toMatch(/^one\ntwo\uFFFD\nx+$/)
    expect(notes.of('a', 1)?.note).toHaveLength(500)
    notes.write('a', 1, { alias: 'x'.repeat(200) })
    expect(notes.of('a', 1)?.alias).toHaveLength(80)
    notes.write('a', 1, { alias: '  ', note: null })
    expect(notes.of('a', 1)).toBeNull()
    expect(store.read()).toEqual({})
  })

  it('stay with their session after a renewal, and not with another one that has its id then', () => {
    const { notes, list, keyOf } = setUp()
    list(phone(2, 5))
    const noted = keyOf(phone(2, 5))
    notes.write('a', noted, { alias: 'Work', note: 'Mine' })
    const other = row(2, { createdAt: 7, isCurrent: true })
    list(phone(8, 9), other)
    expect(keyOf(phone(8, 9))).toBe(noted)
    expect(notes.of('a', noted)).toEqual({ alias: 'Work', note: 'Mine', name: 'Work' })
    expect(notes.of('a', keyOf(other))).toBeNull()
  })

  it('survive an absence from the list of 30 days, but no longer', () => {
    const { notes, clock, list, store } = setUp()
    list(own(1), row(2))
    notes.write('a', 2, { alias: 'Work' })
    list(own(1))
    clock.jump(20 * DAY)
    list(own(1), row(2))
    clock.jump(20 * DAY)
    for (const days of [0, 20, 10]) {
      clock.jump(days * DAY)
      list(own(1))
    }
    expect(notes.of('a', 2)?.alias).toBe('Work')
    clock.jump(1)
    list(own(1))
    expect(notes.of('a', 2)).toBeNull()
    expect(store.read()).toEqual({})
  })

  it('on sessions that the record does not have are deleted 30 days after it began', () => {
    const stored = { alias: 'Work', note: null, number: 1 }
    const { list, clock, store } = setUp({ a: { 2: stored, 7: stored }, b: { 7: stored } })
    list(own(1), row(2))
    clock.jump(30 * DAY)
    list(own(1), row(2))
    expect(store.writes).toEqual([])
    clock.jump(1)
    list(own(1), row(2))
    expect(store.read()).toEqual({ a: { 2: stored }, b: { 7: stored } })
  })

  it('are written only after changes; if the disk refuses, a person’s change throws, and a list’s is made later', () => {
    const { notes, store, clock, log, list } = setUp()
    list(own(1), row(2))
    notes.write('a', 2, { alias: 'Work' })
    list(own(1), row(2))
    expect(store.writes).toHaveLength(1)
    store.broken = true
    expect(() => notes.write('a', 2, { alias: 'Home' })).toThrow()
    expect(notes.of('a', 2)?.alias).toBe('Work')
    list(own(1))
    clock.jump(30 * DAY + 1)
    list(own(1))
    expect(log.lines).toEqual(['notSaved {"account":"a"}'])
    store.broken = false
    list(own(1))
    expect(store.writes).toHaveLength(2)
  })

  it('are deleted with their account', () => {
    const { notes, store, forget } = setUp()
    notes.write('a', 1, { alias: 'Work' })
    notes.write('b', 1, { alias: 'Home' })
    forget('a')
    expect(Object.keys(store.read())).toEqual(['b'])
  })

  it('number an alias that equals another, across a restart and after others are deleted', () => {
    const { notes, start } = setUp()
    notes.write('a', 5, { alias: 'Work' })
    notes.write('a', 2, { alias: 'Work' })
    notes.write('a', 3, { alias: 'Phone' }, (name) => name === 'Phone')
    const again = start()
    expect([5, 2, 3].map((id) => again.of('a', id)?.name)).toEqual(['Work', 'Work (2)', 'Phone (2)'])
    again.write('a', 5, { alias: null })
    again.write('a', 2, { note: 'By the window' })
    expect(again.of('a', 2)).toEqual({ alias: 'Work', note: 'By the window', name: 'Work (2)' })
    expect(again.names('a').sort()).toEqual(['Phone (2)', 'Work (2)'])
    again.write('a', 2, { alias: 'Home' })
    expect(again.of('a', 2)?.name).toBe('Home')
  })
})
