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

describe('what people write about sessions', () => {
  it('is kept apart by account and session, part by part', () => {
    const { notes } = setUp()
    notes.write('a', row(1), { alias: 'Work' })
    notes.write('a', row(1), { note: 'By the window' })
    notes.write('b', row(1), { alias: 'Home' })
    expect(notes.of('a', row(1))).toMatchObject({ alias: 'Work', note: 'By the window' })
    expect(notes.of('b', row(1))).toMatchObject({ alias: 'Home', note: null })
    expect(notes.of('a', row(2))).toBeNull()
  })

  it('is harmless and bounded, and gone when it is blank', () => {
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

  it('throws when the disk does not take it, and what was there stays', () => {
    const { notes, store } = setUp()
    notes.write('a', row(1), { alias: 'Work' })
    store.broken = true
    expect(() => notes.write('a', row(1), { alias: 'Home' })).toThrow()
    expect(notes.of('a', row(1))?.alias).toBe('Work')
  })

  it('goes with this device when its own renewal gives the session a new id', () => {
    const { notes } = setUp()
    notes.reconcile('a', [row(1, true), row(2)])
    notes.write('a', row(1), { alias: 'Work' })
    notes.reconcile('a', [row(7, true), row(2)])
    expect([notes.of('a', row(1)), notes.of('a', row(7))]).toEqual([
      null,
      { alias: 'Work', note: null, name: 'Work' },
    ])
  })

  it('stays where it is when somebody signs in anew beside it', () => {
    const { notes } = setUp()
    notes.reconcile('a', [row(1, true)])
    notes.write('a', row(1), { alias: 'Work' })
    notes.reconcile('a', [row(1), row(7, true)])
    expect([notes.of('a', row(1))?.alias, notes.of('a', row(7))]).toEqual(['Work', null])
  })

  it('outlives a bad day of the service, but not a month without its session', async () => {
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

  it('writes nothing while nothing changes, and waits with what the disk does not take', () => {
    const { notes, store, log } = setUp()
    notes.write('a', row(2), { alias: 'Work' })
    notes.reconcile('a', [row(1, true), row(2)])
    expect(store.writes).toHaveLength(1)
    store.broken = true
    notes.reconcile('a', [row(1, true)])
    expect(log.lines).toEqual(['notSaved {"account":"a"}'])
  })

  it('goes with its account', () => {
    const { notes, store, forget } = setUp()
    notes.write('a', row(1), { alias: 'Work' })
    notes.write('b', row(1), { alias: 'Home' })
    forget('a')
    expect(Object.keys(store.read())).toEqual(['b'])
  })

  it('is not that of another session which gets the id', () => {
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

  it('stays where a time of creation was not told, and learns it', () => {
    const { notes } = setUp()
    notes.write('a', row(2), { alias: 'Work' })
    notes.reconcile('a', [row(1, true), { ...row(2), createdAt: 5 }])
    expect(notes.of('a', row(2))?.alias).toBe('Work')
    expect(notes.of('a', { ...row(2), createdAt: 9 })).toBeNull()
  })

  it('stays with this device when its token is renewed in place', () => {
    const { notes } = setUp()
    const own = (createdAt: number): ApiSession => ({ ...row(1, true), createdAt })
    notes.reconcile('a', [own(5)])
    notes.write('a', own(5), { alias: 'Here' })
    notes.reconcile('a', [own(9)])
    expect(notes.of('a', own(9))?.alias).toBe('Here')
  })

  it('has a number where an alias is like another one, which stays over a restart and after others go', () => {
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
