import { describe, expect, it } from 'vitest'
import type { ApiSession } from '../../../../electron/core/domain/api-session.ts'
import {
  createSessionNotes,
  type SessionNotesFile,
} from '../../../../electron/features/sessions/session-notes.ts'
import { accountStoreOver, fakeForgetting, fakeStore, fakeClock, fakeLog } from '../../fakes.ts'

const DAY = 86_400_000
const row = (id: number, isCurrent = false): ApiSession => ({
  id,
  name: `Device ${id}`,
  lastUsedAt: null,
  createdAt: null,
  isCurrent,
})

function setUp() {
  const store = fakeStore<SessionNotesFile>({})
  const clock = fakeClock()
  const log = fakeLog()
  const { on, forget } = fakeForgetting()
  const start = () => createSessionNotes(accountStoreOver(store, log, on), clock, on)
  return { store, clock, log, notes: start(), start, forget }
}

describe('notes on sessions', () => {
  it('are stored by account and session, field by field', () => {
    const { notes } = setUp()
    notes.write('a', row(1), { alias: 'Work' })
    notes.write('a', row(1), { note: 'By the window' })
    notes.write('b', row(1), { alias: 'Home' })
    expect(notes.of('a', row(1))).toMatchObject({ alias: 'Work', note: 'By the window' })
    expect(notes.of('b', row(1))).toMatchObject({ alias: 'Home', note: null })
    expect(notes.of('a', row(2))).toBeNull()
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

  it('throw if the disk refuses, and stay as they were', () => {
    const { notes, store } = setUp()
    notes.write('a', row(1), { alias: 'Work' })
    store.broken = true
    expect(() => notes.write('a', row(1), { alias: 'Home' })).toThrow()
    expect(notes.of('a', row(1))?.alias).toBe('Work')
  })

  it('follow this device when its own renewal gives the session a new id', () => {
    const { notes } = setUp()
    notes.reconcile('a', [row(1, true), row(2)])
    notes.write('a', row(1), { alias: 'Work' })
    notes.reconcile('a', [row(7, true), row(2)])
    expect([notes.of('a', row(1)), notes.of('a', row(7))]).toEqual([
      null,
      { alias: 'Work', note: null, name: 'Work' },
    ])
  })

  it('stay with their session when another signs in', () => {
    const { notes } = setUp()
    notes.reconcile('a', [row(1, true)])
    notes.write('a', row(1), { alias: 'Work' })
    notes.reconcile('a', [row(1), row(7, true)])
    expect([notes.of('a', row(1))?.alias, notes.of('a', row(7))]).toEqual(['Work', null])
  })

  it('survive a short absence from the list, but not a month', async () => {
    const { notes, clock } = setUp()
    notes.write('a', row(2), { alias: 'Work' })
    notes.reconcile('a', [row(1, true)])
    clock.jump(20 * DAY)
    notes.reconcile('a', [row(1, true), row(2)])
    clock.jump(20 * DAY)
    notes.reconcile('a', [row(1, true)])
    expect(notes.of('a', row(2))?.alias).toBe('Work')
    clock.jump(31 * DAY)
    notes.reconcile('a', [row(1, true)])
    expect(notes.of('a', row(2))).toBeNull()
  })

  it('are written only after changes, and later if the disk refuses', () => {
    const { notes, store, log } = setUp()
    notes.write('a', row(2), { alias: 'Work' })
    notes.reconcile('a', [row(1, true), row(2)])
    expect(store.writes).toHaveLength(1)
    store.broken = true
    notes.reconcile('a', [row(1, true)])
    expect(log.lines).toEqual(['notSaved {"account":"a"}'])
  })

  it('are deleted with their account', () => {
    const { notes, store, forget } = setUp()
    notes.write('a', row(1), { alias: 'Work' })
    notes.write('b', row(1), { alias: 'Home' })
    forget('a')
    expect(Object.keys(store.read())).toEqual(['b'])
  })

  it('do not apply to another session that reuses the id', () => {
    const { notes, store } = setUp()
    const [first, second] = [
      { ...row(2), createdAt: 5 },
      { ...row(2), createdAt: 9 },
    ]
    notes.write('a', first, { alias: 'Work', note: 'Mine' })
    expect(notes.of('a', first)).toMatchObject({ alias: 'Work', note: 'Mine' })
    expect(notes.of('a', second)).toBeNull()
    notes.reconcile('a', [row(1, true), second])
    expect([notes.of('a', first), store.read()]).toEqual([null, {}])
    notes.write('a', second, { note: 'Not mine' })
    expect(notes.of('a', second)).toMatchObject({ alias: null, note: 'Not mine' })
  })

  it('stay if a creation time was missing, and store it later', () => {
    const { notes } = setUp()
    notes.write('a', row(2), { alias: 'Work' })
    notes.reconcile('a', [row(1, true), { ...row(2), createdAt: 5 }])
    expect(notes.of('a', row(2))?.alias).toBe('Work')
    expect(notes.of('a', { ...row(2), createdAt: 9 })).toBeNull()
  })

  it('stay with this device when its token is renewed in place', () => {
    const { notes } = setUp()
    const own = (createdAt: number): ApiSession => ({ ...row(1, true), createdAt })
    notes.reconcile('a', [own(5)])
    notes.write('a', own(5), { alias: 'Here' })
    notes.reconcile('a', [own(9)])
    expect(notes.of('a', own(9))?.alias).toBe('Here')
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
    expect(again.names('a')).toEqual(['Work (2)', 'Phone (2)'])
    again.write('a', row(2), { alias: 'Home' })
    expect(again.of('a', row(2))?.name).toBe('Home')
  })
})
