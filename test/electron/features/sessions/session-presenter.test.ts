import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import { describe, expect, it, vi } from 'vitest'
import type { Annotation } from '../../../../electron/shared/device.ts'
import type { Locale } from '../../../../electron/shared/settings.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { parseDevice } from '../../../../electron/features/sessions/domain/device.ts'
import {
  createHistorySession,
  seenInfo,
  type HistorySession,
} from '../../../../electron/features/activity/domain/history.ts'
import { createNumbering } from '../../../../electron/features/sessions/domain/display-names.ts'
import { isSameSession, type ApiSession } from '../../../../electron/core/domain/api-session.ts'
import { createDeviceReader } from '../../../../electron/features/sessions/device-reader.ts'
import { createPublishedLists } from '../../../../electron/features/sessions/published-lists.ts'
import { createSessionPresenter } from '../../../../electron/features/sessions/session-presenter.ts'
import { createSessionLists } from '../../../../electron/features/sessions/session-lists.ts'
import { createSessionNotes } from '../../../../electron/features/sessions/session-notes.ts'
import { translations } from '../../translations.ts'
import { accountStoreOver, fakeStore, fakeClock, settled } from '../../fakes.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const row = (id: number, name = FIREFOX): ApiSession => ({
  id,
  name,
  lastUsedAt: null,
  createdAt: id,
  isCurrent: id === 1,
})

function setUp(sessions = [row(1), row(2), row(3, 'Ana’s phone')]) {
  const state = { locale: 'en' as Locale, sessions, history: [] as HistorySession[], clock: fakeClock() }
  const devices = createDeviceReader()
  const store = fakeStore({})
  const find = (session: SessionIdentity) =>
    state.history.find((known) => isSameSession(known, session)) ?? null
  const notes = createSessionNotes(accountStoreOver(store), fakeClock(), () => undefined)
  const presenter = createSessionPresenter({
    notes,
    history: {
      find: (_accountId, session) => find(session),
      seenInfo: (_accountId, session) => seenInfo(find(session)),
      names: () => state.history.map(({ name }) => name),
      numbering: () => createNumbering(state.history, devices.keyOf),
    },
    devices,
    translate: translations(() => state.locale),
    locale: () => state.locale,
    onAccountForgotten: () => undefined,
    clock: state.clock,
  })
  const fetched = createSessionLists({
    gateway: {
      callAs: async () => ok({ sessions: state.sessions, skew: 0 }) as never,
      callAsOnce: () => Promise.reject(new Error('not used')),
      rateLimitedUntil: () => null,
    },
    clock: fakeClock(),
    sync: () => undefined,
    prepare: presenter.prepare,
    onFetched: notes.reconcile,
    onUpdated: () => undefined,
    changed: (accountId) => lists.publish(accountId),
    onAccountForgotten: () => undefined,
  })
  const lists = {
    check: fetched.refresh,
    ...createPublishedLists({
      lists: fetched,
      presenter,
      findOrphanId: () => null,
      notes,
      clock: fakeClock(),
      readLastKnown: () => null,
      pendingOf: () => [],
      queueOf: () => ({ queued: [], unsent: [] }),
      published: () => undefined,
      renamed: () => undefined,
      onAccountForgotten: () => undefined,
    }),
  }
  const names = (): string[] => (lists.get('a').sessions ?? []).map(({ name }) => name)
  return { state, devices, store, presenter, lists, names, annotate: lists.annotate }
}

describe('a presented list', () => {
  it('has unique names, and beside them the raw ones', async () => {
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
      firstSeenAt: null,
      isNew: false,
      mayBeRenewed: false,
    })
  })

  it('changes its language at once, with the same numbers', async () => {
    const { state, presenter, lists, names } = setUp()
    await lists.check('a')
    expect(presenter.isLocaleStale()).toBe(false)
    state.locale = 'es'
    expect(presenter.isLocaleStale()).toBe(true)
    lists.refreshPresentation()
    expect(names()).toEqual(['Firefox en Ubuntu', 'Firefox en Ubuntu (2)', 'Ana’s phone'])
    state.locale = 'pt-BR'
    lists.refreshPresentation('a')
    expect(names()[1]).toBe('Firefox no Ubuntu (2)')
  })

  it('has the numbers of the history, and gives new sessions the numbers that they will get there', async () => {
    const { state, lists, names } = setUp()
    state.history = [createHistorySession(row(1), 5), createHistorySession(row(2), 5, { number: 2 })]
    state.sessions = [row(2), row(4)]
    await lists.check('a')
    expect(names()).toEqual(['Firefox on Ubuntu (2)', 'Firefox on Ubuntu (3)'])
  })

  it('shows an alias and a note at once, and makes aliases unique too', async () => {
    const { lists, names, annotate } = setUp()
    await lists.check('a')
    expect(annotate('a', 1, { alias: 'Work' })).toEqual(ok(null))
    annotate('a', 3, { alias: 'Work', note: 'Lost in May' })
    expect(names()).toEqual(['Work', 'Firefox on Ubuntu (2)', 'Work (2)'])
    const annotated: Annotation | undefined = lists.get('a').sessions?.[2]
    expect(annotated).toMatchObject({ alias: 'Work', note: 'Lost in May', rawName: 'Ana’s phone' })
    annotate('a', 1, { alias: null })
    expect(names()[0]).toBe('Firefox on Ubuntu')
  })

  it('names an ended session as the list did, by its alias or its number', async () => {
    const { state, lists, presenter, annotate } = setUp()
    state.history = [createHistorySession(row(1), 5), createHistorySession(row(2), 5, { number: 2 })]
    await lists.check('a')
    annotate('a', 1, { alias: 'Work' })
    state.sessions = [row(3, 'Work')]
    await lists.check('a')
    expect([1, 2, 3].map((id) => presenter.nameOf('a', row(id)))).toEqual([
      'Work',
      'Firefox on Ubuntu (2)',
      'Work',
    ])
    expect(presenter.nameOf('a', { id: -1, createdAt: null, name: FIREFOX, number: 7 })).toBe(
      'Firefox on Ubuntu (7)',
    )
    // Another session reuses the id.
    expect(presenter.nameOf('a', { ...row(3, 'Tablet'), createdAt: 99 })).toBe('Tablet')
  })

  it('marks new sessions of the history, with the time', async () => {
    const { state, lists } = setUp()
    state.history = [createHistorySession(row(2), 99, { number: 2, alert: 'open', mayBeRenewed: true })]
    await lists.check('a')
    expect(
      lists
        .get('a')
        .sessions?.map(({ firstSeenAt, isNew, mayBeRenewed }) => [firstSeenAt, isNew, mayBeRenewed]),
    ).toEqual([
      [null, false, false],
      [99, true, true],
      [null, false, false],
    ])
  })

  it('parses new names in slices, those of the history too', async () => {
    const agents = Array.from({ length: 500 }, (_, index) => row(index + 1, `${FIREFOX}.${index}`))
    const { state, presenter, lists, names, devices } = setUp(agents)
    const { clock } = state
    state.history = [createHistorySession(row(9_999, 'curl/8.0'), 5)]
    const read = vi.spyOn(devices, 'read')
    // Each name takes a millisecond.
    read.mockImplementation((raw) => (clock.jumpSteady(1), parseDevice(raw)))
    const keyOf = vi.spyOn(devices, 'keyOf')
    const done = lists.check('a')
    await settled()
    const first = read.mock.calls.length
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(50)
    for (let turns = 0; names().length === 0; turns++) {
      const before = read.mock.calls.length
      expect(turns).toBeLessThan(200)
      await clock.advance(0)
      if (names().length === 0) expect(read.mock.calls.length - before).toBeLessThan(50)
    }
    await done
    expect(names()).toHaveLength(500)
    expect(keyOf).toHaveBeenCalledWith('curl/8.0')
    // The second time all names are cached.
    expect(presenter.prepare('a', agents)).toBeInstanceOf(Promise)
    const pending = clock.pending()
    await lists.check('a')
    expect(clock.pending()).toBe(pending)
  })

  it('ignores notes on a missing session', async () => {
    const { lists, annotate, store } = setUp()
    expect(annotate('a', 1, { alias: 'Work' })).toEqual(failed({ kind: 'notFound' }))
    await lists.check('a')
    expect(annotate('a', 9, { alias: 'Work' })).toEqual(failed({ kind: 'notFound' }))
    expect(store.writes).toEqual([])
  })
})
