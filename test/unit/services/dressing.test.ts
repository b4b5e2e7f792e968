import { describe, expect, it } from 'vitest'
import type { Annotation } from '../../../electron/contract/device.ts'
import type { Locale } from '../../../electron/contract/models.ts'
import { failed, ok } from '../../../electron/contract/result.ts'
import type { ToldSession } from '../../../electron/domain/told-session.ts'
import { createAnnotate } from '../../../electron/services/annotate.ts'
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
  const state = { locale: 'en' as Locale, sessions }
  const cabinet = fakeCabinet({})
  const notes = createSessionNotes(cabinet, fakeClock(), fakeLog())
  const dressing = createDressing({
    notes,
    seen: (_accountId, sessionId) => ({
      firstSeenAt: sessionId === 2 ? 99 : null,
      isNew: sessionId === 2,
      mayBeRenewed: false,
    }),
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

  it('keeps the number of a session whose older equal ends', async () => {
    const { state, lists, names } = setUp()
    await lists.check('a')
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

  it('has no place for words about a session that is not there', async () => {
    const { lists, annotate, cabinet } = setUp()
    expect(annotate('a', 1, { alias: 'Work' })).toEqual(failed({ kind: 'notFound' }))
    await lists.check('a')
    expect(annotate('a', 9, { alias: 'Work' })).toEqual(failed({ kind: 'notFound' }))
    expect(cabinet.writes).toEqual([])
  })
})
