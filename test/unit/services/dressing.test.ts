import { describe, expect, it } from 'vitest'
import type { Annotation } from '../../../electron/contract/device.ts'
import type { Locale } from '../../../electron/contract/models.ts'
import { failed, ok } from '../../../electron/contract/result.ts'
import { firstSeen, type KeptSession } from '../../../electron/domain/history.ts'
import { createNumbering } from '../../../electron/domain/session-naming.ts'
import { isSameSession, type ToldSession } from '../../../electron/domain/told-session.ts'
import { createAnnotate } from '../../../electron/services/annotate.ts'
import { createDeviceReader } from '../../../electron/services/device-reader.ts'
import { createDressing } from '../../../electron/services/dressing.ts'
import { createSessionLists } from '../../../electron/services/session-lists.ts'
import { createSessionNotes } from '../../../electron/services/session-notes.ts'
import { createWords } from '../../../electron/shell/words.ts'
import { fakeCabinet, fakeClock, fakeLog } from '../fakes.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const row = (id: number, name = FIREFOX): ToldSession => ({
  id,
  name,
  lastUsedAt: null,
  createdAt: id,
  isCurrent: id === 1,
})

function setUp(sessions = [row(1), row(2), row(3, 'Ana’s phone')]) {
  const state = { locale: 'en' as Locale, sessions, history: [] as KeptSession[] }
  const devices = createDeviceReader()
  const cabinet = fakeCabinet({})
  const notes = createSessionNotes(cabinet, fakeClock(), fakeLog())
  const dressing = createDressing({
    notes,
    history: {
      seen: (_accountId, { id }) => ({
        firstSeenAt: id === 2 ? 99 : null,
        isNew: id === 2,
        mayBeRenewed: false,
      }),
      find: (_accountId, session) => state.history.find((one) => isSameSession(one, session)) ?? null,
      numbering: () => createNumbering(state.history, devices.keyOf),
    },
    devices,
    words: createWords(() => state.locale),
    locale: () => state.locale,
  })
  const lists = createSessionLists({
    gateway: {
      as: async () => ok({ sessions: state.sessions, skew: 0 }) as never,
      once: () => Promise.reject(new Error('not used')),
      quietUntil: () => null,
    },
    clock: fakeClock(),
    heard: () => undefined,
    leftBehind: () => null,
    listed: notes.follow,
    stored: () => undefined,
    dress: dressing.dress,
    changed: () => undefined,
  })
  const names = (): string[] => (lists.get('a').sessions ?? []).map(({ name }) => name)
  return { state, cabinet, dressing, lists, names, annotate: createAnnotate(lists, notes) }
}

describe('a list as people see it', () => {
  it('has names to tell apart, and beside them what the service said', async () => {
    const { lists, names } = setUp()
    expect(await lists.check('a')).toMatchObject({ ok: true, value: [{ name: FIREFOX }, {}, {}] })
    expect(names()).toEqual(['Firefox on Ubuntu', 'Firefox on Ubuntu (2)', 'Ana’s phone'])
    expect(lists.get('a').sessions?.[1]).toEqual({
      id: 2,
      name: 'Firefox on Ubuntu (2)',
      rawName: FIREFOX,
      app: 'Firefox',
      appVersion: '140.0',
      platform: 'Ubuntu',
      platformVersion: null,
      model: null,
      kind: 'computer',
      lastUsedAt: null,
      createdAt: 2,
      isCurrent: false,
      alias: null,
      note: null,
      firstSeenAt: 99,
      isNew: true,
      mayBeRenewed: false,
    })
  })

  it('speaks another language at once, with the same numbers', async () => {
    const { state, dressing, lists, names } = setUp()
    await lists.check('a')
    expect(dressing.isOutdated()).toBe(false)
    state.locale = 'es'
    expect(dressing.isOutdated()).toBe(true)
    lists.redress()
    expect(names()).toEqual(['Firefox en Ubuntu', 'Firefox en Ubuntu (2)', 'Ana’s phone'])
    state.locale = 'pt-BR'
    lists.redress('a')
    expect(names()[1]).toBe('Firefox no Ubuntu (2)')
  })

  it('has the numbers of the history, and gives what it lacks those that it will have there', async () => {
    const { state, lists, names } = setUp()
    state.history = [firstSeen(row(1), 5), firstSeen(row(2), 5, { number: 2 })]
    state.sessions = [row(2), row(4)]
    await lists.check('a')
    expect(names()).toEqual(['Firefox on Ubuntu (2)', 'Firefox on Ubuntu (3)'])
  })

  it('shows an alias and a note at once, and tells aliases apart too', async () => {
    const { lists, names, annotate } = setUp()
    await lists.check('a')
    expect(annotate('a', 1, { alias: 'Work' })).toEqual(ok(null))
    annotate('a', 3, { alias: 'Work', note: 'Lost in May' })
    expect(names()).toEqual(['Work', 'Firefox on Ubuntu (2)', 'Work (2)'])
    const noted: Annotation | undefined = lists.get('a').sessions?.[2]
    expect(noted).toMatchObject({ alias: 'Work', note: 'Lost in May', rawName: 'Ana’s phone' })
    annotate('a', 1, { alias: null })
    expect(names()[0]).toBe('Firefox on Ubuntu')
  })

  it('names a session that is gone as the list did, with its alias or its number', async () => {
    const { state, lists, dressing, annotate } = setUp()
    state.history = [firstSeen(row(1), 5), firstSeen(row(2), 5, { number: 2 })]
    await lists.check('a')
    annotate('a', 1, { alias: 'Work' })
    state.sessions = [row(3, 'Work')]
    await lists.check('a')
    expect([1, 2, 3].map((id) => dressing.nameOf('a', row(id)))).toEqual([
      'Work',
      'Firefox on Ubuntu (2)',
      'Work',
    ])
    expect(dressing.nameOf('a', { id: -1, createdAt: null, name: FIREFOX, number: 7 })).toBe(
      'Firefox on Ubuntu (7)',
    )
    // Another session has the id by now.
    expect(dressing.nameOf('a', { ...row(3, 'Tablet'), createdAt: 99 })).toBe('Tablet')
  })

  it('has no place for words about a session that is not there', async () => {
    const { lists, annotate, cabinet } = setUp()
    expect(annotate('a', 1, { alias: 'Work' })).toEqual(failed({ kind: 'notFound' }))
    await lists.check('a')
    expect(annotate('a', 9, { alias: 'Work' })).toEqual(failed({ kind: 'notFound' }))
    expect(cabinet.writes).toEqual([])
  })
})
