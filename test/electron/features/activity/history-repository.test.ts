import { describe, expect, it } from 'vitest'
import { MAX_HISTORY_MS } from '../../../../electron/shared/activity.ts'
import type { Annotation } from '../../../../electron/shared/device.ts'
import { ok, failed } from '../../../../electron/shared/result.ts'
import type { FileToSave } from '../../../../electron/core/ports.ts'
import { createActivityExport } from '../../../../electron/features/activity/activity-export.ts'
import { createActivityView } from '../../../../electron/features/activity/activity-view.ts'
import { createHistoryRepository } from '../../../../electron/features/activity/history-repository.ts'
import { historySchema } from '../../../../electron/core/file-schemas.ts'
import {
  differsInUseOnly,
  createEntry,
  type History,
} from '../../../../electron/features/activity/domain/history.ts'
import {
  createRecordedSession,
  withAnnotation,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'
import { fakeAccountFiles, fakeClock, fakeLog } from '../../fakes.ts'
import { historyOf, row } from './activity-harness.ts'
import { accountOf } from '../../fake-service.ts'
import { translations } from '../../translations.ts'

const HOUR = 3_600_000
const DELAY = 600_000
const ALL = { types: null, actor: null, from: null, to: null, text: '' }

/** A repository with a history of account `a`: a listed session, and one that ended now. */
function setUp(isLoaded = true) {
  const clock = fakeClock()
  clock.jump(10 * HOUR)
  const files = fakeAccountFiles<History>()
  const changed: string[] = []
  const service = { skew: 0 }
  const nowOf = (): number => clock.now() + service.skew
  const start = (random = 0) => {
    const repository = createHistoryRepository({
      files,
      clock,
      now: nowOf,
      hasAccount: (id) => id !== 'gone',
      ofSameUser: (id) => [id],
      changed: (id) => void changed.push(id),
      marked: () => undefined,
      random: () => random,
      log: fakeLog(),
    })
    const activity = createActivityView({
      history: repository,
      now: nowOf,
      isLoaded: () => isLoaded,
      nameOf: (_account, { id, name, key }) => `${name} #${id} (${key})`,
    })
    return { ...repository, activity }
  }
  const now = clock.now()
  const [own, other] = [1, 2].map((id) => createRecordedSession(row(id), id, now - HOUR, { alert: 'open' }))
  const history = historyOf({
    since: now - HOUR,
    sessions: [own!, { ...other!, endedAt: now, endedBy: 'elsewhere' }],
    entries: [
      createEntry('signedIn', 'thisApp', now - HOUR, own),
      createEntry('ended', 'elsewhere', now, other),
    ],
  })
  const repository = start()
  return { clock, files, changed, service, start, history, now, repository }
}

/** The same, stored. */
function setUpStored(isLoaded?: boolean) {
  const world = setUp(isLoaded)
  world.repository.store('a', { ...world.history, checkedAt: 1 })
  return world
}

describe('the history repository', () => {
  it('stores a valid file across a restart, and announces it once', () => {
    const { start, repository, files, changed } = setUpStored()
    repository.store('a', repository.of('a')!)
    expect([files.writes.length, changed]).toEqual([1, ['a']])
    const saved = files.read()['a']
    expect(historySchema.parse(JSON.parse(JSON.stringify(saved)))).toEqual(saved)
    expect(start().activity('a')).toEqual(repository.activity('a'))
  })

  it('records checks and views of a known account, without announcing them', async () => {
    const { repository, files, changed, clock } = setUpStored()
    for (const id of ['a', 'unknown']) {
      repository.recordTime(id, { checkedAt: 5 })
      repository.recordTime(id, { viewedAt: 6 })
    }
    expect([clock.pending(), files.writes.length, changed]).toEqual([1, 1, ['a']])
    await clock.advance(DELAY)
    expect(files.read()).toMatchObject({ a: { checkedAt: 5, viewedAt: 6 } })
    expect(repository.of('unknown')).toBeNull()
  })

  it('records how many sessions a rule ended', () => {
    const { repository, history, files, now } = setUp()
    repository.addEntry('a', 'ruleRan', 3)
    expect(repository.of('a')).toBeNull()
    repository.store('a', history)
    repository.addEntry('a', 'ruleRan', 3)
    const line = { at: now, type: 'ruleRan', actor: 'rule', sessionId: null, key: null, name: null, count: 3 }
    expect(repository.activity('a').entries[0]).toEqual(line)
    expect(historySchema.parse(files.read()['a'])).toEqual(files.read()['a'])
  })

  it('begins with the first list only', () => {
    const { repository } = setUp()
    repository.addEntry('a', 'passwordChanged')
    repository.clear('a')
    expect(repository.of('a')).toBeNull()
    expect(repository.activity('a')).toMatchObject({ since: null, sessions: [], entries: [] })
  })

  it('finds the listed session of an id, or else the last one', () => {
    const { repository, history, now } = setUp()
    const [listed, ended] = history.sessions
    const unknown = { ...ended!, createdAt: null }
    const again = ['First', 'Second', 'Third'].map((name) => ({ ...ended!, name }))
    repository.store('a', { ...history, sessions: [listed!, { ...unknown, id: 1, endedAt: now }, ...again] })
    const names = [row(1), row(2), row(3), row(2, { createdAt: 5 })].map(
      (identity) => repository.find('a', identity)?.name,
    )
    expect(names).toEqual(['Device 1', 'Third', undefined, undefined])
    expect(repository.find('a', row(1))?.endedAt).toBeNull()
    expect(repository.find('unknown', row(1))).toBeNull()
  })

  it('finds a session by its key, and those that have not ended', () => {
    const { repository, history } = setUpStored()
    const keys = history.sessions.map(({ key }) => key)
    expect(keys.map((key) => repository.byKey('a', key)?.key)).toEqual(keys)
    expect([repository.byKey('a', 99), repository.byKey('unknown', keys[0]!)]).toEqual([null, null])
    expect(repository.listedSessions('a').map(({ id }) => id)).toEqual([1])
    expect(repository.listedSessions('unknown')).toEqual([])
  })

  it('uses no key again, whatever became of its file', () => {
    const { start, history, files } = setUp()
    files.write('a', { ...history, nextKey: 1 })
    expect(start().of('a')?.nextKey).toBe(3)
    // Another run may have given more of them, and the disk refused.
    expect(start(0.5).of('a')?.nextKey).toBe(500_000_003)
  })

  it('records the answer to a DELETE within a second, and none that would refute that it ended the session', async () => {
    const { repository, files, clock } = setUpStored()
    const answers = () => files.read()['a']?.sessions.map(({ answer }) => answer)
    for (const answer of ['lost', 'ended', 'gone'] as const) repository.answered('a', row(1), answer)
    repository.answered('a', row(2, { createdAt: 5 }), 'ended')
    repository.answered('unknown', row(1), 'ended')
    expect([answers(), files.writes.length, clock.pending()]).toEqual([[undefined, undefined], 1, 1])
    await clock.advance(1_000)
    expect([answers(), files.writes.length]).toEqual([['ended', undefined], 2])
  })

  it('records at once what may be ended, and then the answer, which refutes none that came meanwhile', () => {
    const { repository, files, changed } = setUpStored()
    const [own, ended] = repository.of('a')!.sessions
    const third = { ...own!, key: 3, id: 3 }
    const fourth = { ...own!, key: 4, id: 4, answer: 'gone' as const }
    repository.store('a', { ...repository.of('a')!, sessions: [own!, ended!, third, fourth] })
    const answers = () =>
      files
        .read()
        ['a']?.sessions.map(({ answer }) => answer ?? '-')
        .join(' ')
    changed.length = 0
    const one = repository.mayEnd('a', [third, ended!, row(9)])
    expect(answers()).toBe('- - lost gone')
    const all = repository.mayEnd('a', 'all')
    expect(answers()).toBe('lost - lost gone')
    one('ended')
    all(null)
    expect(answers()).toBe('- - ended gone')
    repository.mayEnd('a', 'all')('ended')
    const writes = files.writes.length
    repository.mayEnd('a', 'all')('ended')
    repository.mayEnd('unknown', 'all')(null)
    one(null)
    expect([answers(), changed]).toEqual(['ended - ended gone', []])
    expect(files.writes).toHaveLength(writes)
  })

  it('writes an answer soon though a later write was planned', async () => {
    const { repository, files, clock } = setUpStored()
    repository.recordTime('a', { checkedAt: 5 })
    repository.answered('a', row(1), 'gone')
    await clock.advance(1_000)
    expect(files.read()['a']).toMatchObject({ checkedAt: 5, sessions: [{ answer: 'gone' }, {}] })
    await clock.advance(DELAY)
    expect(files.writes).toHaveLength(2)
  })

  it('writes an answer soon though the timer of an earlier write stood still while the computer slept', async () => {
    const { repository, files, clock } = setUpStored()
    repository.recordTime('a', { checkedAt: 5 })
    clock.sleep(DELAY)
    repository.answered('a', row(1), 'ended')
    await clock.advance(1_000)
    expect(files.read()['a']?.sessions[0]?.answer).toBe('ended')
  })

  it('stores at once what a person writes on a session, with all that waits, or changes nothing', async () => {
    const { repository, files, changed, clock } = setUpStored()
    const write = (id: string, part: Partial<Annotation>) =>
      repository.mark(id, (session) => (session.id === 1 ? withAnnotation(session, part) : session))
    repository.recordTime('a', { checkedAt: 5 })
    repository.answered('a', row(1), 'gone')
    write('a', { alias: 'Work', note: 'By the window' })
    write('unknown', { alias: 'Work' })
    repository.mark('a', (session) => session)
    const written = { alias: 'Work', note: 'By the window', answer: 'gone' }
    expect(files.read()).toMatchObject({ a: { checkedAt: 5, sessions: [written, {}] } })
    expect([files.writes.length, changed]).toEqual([2, ['a']])
    expect(historySchema.parse(files.read()['a'])).toEqual(files.read()['a'])

    files.broken = true
    const before = repository.of('a')
    repository.recordTime('a', { checkedAt: 6 })
    expect(() => write('a', { alias: 'Home' })).toThrow('ENOSPC')
    expect(repository.of('a')).toEqual({ ...before, checkedAt: 6 })
    files.broken = false
    await clock.advance(DELAY)
    expect(files.read()['a']).toEqual({ ...before, checkedAt: 6 })
  })

  it.each([
    ['its entries', (history: History) => history],
    [
      'a history without entries',
      (history: History) => ({ ...history, since: history.since + HOUR, entries: [] }),
    ],
    ['one entry', (history: History) => ({ ...history, entries: history.entries.slice(1) })],
  ])('keeps the history of a signed-out account until %s expired', (_what, change) => {
    const { repository, history, clock } = setUp()
    const keptAt = (): boolean[] => ['gone', 'a'].map((id) => repository.of(id) !== null)
    repository.store('gone', change(history))
    repository.store('a', history)
    clock.jump(MAX_HISTORY_MS)
    repository.store('b', { ...history })
    expect(keptAt()).toEqual([true, true])
    clock.jump(1)
    repository.store('b', { ...history })
    expect(keptAt()).toEqual([false, true])
  })

  it('clears and deletes the file too', () => {
    const { repository, files, now } = setUpStored()
    const said = { alias: 'Work', note: 'By the window', isKept: true } as const
    repository.mark('a', (session) => ({ ...session, ...said }))
    repository.addEntry('a', 'passwordChanged')
    const added = { type: 'passwordChanged', actor: 'thisApp', at: now }
    expect(repository.activity('a').entries[0]).toMatchObject(added)
    repository.clear('a')
    expect(files.read()['a']).toMatchObject({ since: now, entries: [], sessions: [{ id: 1, ...said }] })
    repository.forget('a')
    repository.forget('a')
    expect([files.read(), files.writes.length]).toEqual([{}, 5])
  })
})

describe('the activity of an account', () => {
  it('shows the newest first, and no alerts', () => {
    const activity = setUpStored().repository.activity('a')
    expect(activity.entries.map(({ type }) => type)).toEqual(['ended', 'signedIn'])
    expect(activity.sessions.map(({ id }) => id)).toEqual([2, 1])
    expect(JSON.stringify(activity)).not.toContain('alert')
  })

  it('sorts sessions by their sign-in, or else by when they were first seen', () => {
    const { repository, history, now } = setUp()
    const session = (id: number, createdAt: number | null, firstSeenAt: number) =>
      createRecordedSession(row(id, { createdAt }), id, firstSeenAt)
    const sessions = [session(3, null, now - 3), session(4, now - 4, now), session(5, now - 2, now - 9)]
    repository.store('a', { ...history, sessions })
    expect(repository.activity('a').sessions.map(({ id }) => id)).toEqual([5, 3, 4])
  })

  it('names an entry’s session, also after its id was reused, and links it while it is listed', () => {
    const { repository, history, now } = setUp()
    const again = createRecordedSession(row(2, { createdAt: 900_000, name: 'Tablet' }), 3, now + 5)
    const lines = [
      createEntry('newSignIn', 'elsewhere', now - 1, history.sessions[1]),
      createEntry('ended', 'elsewhere', now, history.sessions[0]),
      createEntry('newSignIn', 'elsewhere', now + 5, again),
      createEntry('ended', 'elsewhere', now + 6, { id: 77, name: 'Renewed since', key: 5 }),
      createEntry('ended', 'elsewhere', now + 7, { id: 78, name: 'Never listed' }),
    ]
    const sessions = [...history.sessions, again]
    repository.store('a', { ...history, sessions, entries: [...history.entries, ...lines] })
    const { entries, sessions: shown } = repository.activity('a')
    expect(entries.map(({ name, isListed }) => [name, isListed])).toEqual([
      ['Never listed #78 (null)', undefined],
      ['Renewed since #77 (5)', undefined],
      ['Tablet #2 (3)', true],
      ['Device 1 #1 (1)', undefined],
      ['Device 2 #2 (2)', undefined],
      ['Device 2 #2 (2)', undefined],
      ['Device 1 #1 (1)', true],
    ])
    expect(shown.map(({ name }) => name)).toEqual(['Tablet #2 (3)', 'Device 2 #2 (2)', 'Device 1 #1 (1)'])
  })

  it('shows nothing in the future after the service’s clock was three hours ahead', () => {
    const { repository, history, service, now } = setUp()
    const [own, ended] = history.sessions
    const [first, second] = history.entries
    repository.store('a', {
      ...history,
      sessions: [
        { ...own!, createdAt: now, signedInAt: now, lastUsedAt: now },
        { ...ended!, endedAfter: now - 1 },
      ],
      entries: [first!, { ...second!, after: now - 1 }],
    })
    service.skew = -3 * HOUR
    const late = now - 3 * HOUR
    expect(repository.activity('a')).toMatchObject({
      now: late,
      since: late,
      sessions: [
        { id: 1, createdAt: late, firstSeenAt: late, lastUsedAt: late, endedAt: null },
        { id: 2, createdAt: 800_000, endedAt: late, endedAfter: late, lastUsedAt: 900_000 },
      ],
      entries: [{ at: late, after: late }, { at: late }],
    })
    expect(repository.activity('a').sessions[0]).not.toHaveProperty('endedAfter')
    expect(repository.activity('a').entries[1]).not.toHaveProperty('after')
  })

  it.each([2, 1])(
    'uses stored times rather than this computer’s clock before the first list: %i',
    (count) => {
      const { repository, history, service, now } = setUp(false)
      repository.store('a', { ...history, entries: history.entries.slice(-count) })
      service.skew = -3 * HOUR
      expect(repository.activity('a')).toMatchObject({
        now,
        entries: [{ at: now }, { at: now - HOUR }].slice(0, count),
      })
    },
  )
})

describe('writing', () => {
  const usedAt = (history: History, lastUsedAt: number): History => ({
    ...history,
    sessions: history.sessions.map((session) => (session.id === 1 ? { ...session, lastUsedAt } : session)),
  })

  it('is immediate for new facts, and at most every ten minutes for last uses alone', async () => {
    const { repository, history, files, clock, now, changed } = setUpStored()
    const state = () => [files.writes.length, files.read()['a']?.sessions[0]?.lastUsedAt]
    for (let hours = 1; hours <= 50; hours++) repository.store('a', usedAt(history, now + hours))
    expect([state(), clock.pending(), changed]).toEqual([[1, 900_000], 1, ['a']])
    expect(repository.of('a')?.sessions[0]?.lastUsedAt).toBe(now + 50)
    await clock.advance(DELAY)
    expect(state()).toEqual([2, now + 50])
    await clock.advance(DELAY)
    expect([state(), clock.pending()]).toEqual([[2, now + 50], 0])

    const used = usedAt(history, now + 99)
    repository.store('a', used)
    expect(clock.pending()).toBe(1)
    repository.store('a', { ...used, sessions: [...used.sessions, createRecordedSession(row(3), 3, now)] })
    expect([state(), changed]).toEqual([
      [3, now + 99],
      ['a', 'a'],
    ])
    await clock.advance(DELAY)
    expect(files.writes).toHaveLength(3)
  })

  it('of one account leaves the others alone, and of all is done at exit', () => {
    const { start, repository, history, files, now } = setUpStored()
    repository.store('b', history)
    repository.store('a', usedAt(history, now + 1))
    repository.addEntry('b', 'passwordChanged')
    expect(files.writes.map(([id]) => id)).toEqual(['a', 'b', 'b'])
    repository.save()
    repository.save()
    expect(files.writes.map(([id]) => id)).toEqual(['a', 'b', 'b', 'a'])
    expect(start().of('a')).toEqual(repository.of('a'))
  })

  it('is repeated after a failure, and loses nothing meanwhile', async () => {
    const { repository, history, files, clock } = setUp()
    files.broken = true
    repository.store('a', history)
    repository.forget('b')
    expect([repository.of('a'), files.writes]).toEqual([history, []])
    files.broken = false
    await clock.advance(DELAY)
    expect(files.read()).toEqual({ a: history })
  })

  it.each<[string, Partial<RecordedSession>, Partial<History>, isDelayed: boolean]>([
    ['a last use', {}, {}, true],
    ['service fields', { serviceFields: { ip: '203.0.113.7' } }, {}, true],
    ['a name', { name: 'x' }, {}, false],
    ['an id', { id: 9 }, {}, false],
    ['a creation time', { createdAt: 5 }, {}, false],
    ['an alias', { alias: 'Work' }, {}, false],
    ['an alert', { alert: 'none' }, {}, false],
    ['a mark', { mark: { decision: 'mine', at: 1 } }, {}, false],
    ['an answer', { answer: 'ended' }, {}, false],
    ['an entry', {}, { entries: [] }, false],
    ['a session', {}, { sessions: [] }, false],
    ['the start', {}, { since: 1 }, false],
  ])('may wait for %s, or not', (_what, session, part, isDelayed) => {
    const { history, now } = setUp()
    const [first, ...rest] = history.sessions
    const sessions = [{ ...first!, lastUsedAt: now, ...session }, ...rest]
    expect(differsInUseOnly(history, { ...history, sessions, ...part })).toBe(isDelayed)
  })
})

describe('exporting', () => {
  const account = accountOf(7)

  function setUpExport(answer: string | null | Error = '/home/ana/activity') {
    const { repository, history } = setUp()
    repository.store(account.id, history)
    const files: FileToSave[] = []
    const run = createActivityExport({
      accounts: { get: (id: string) => (id === account.id ? account : null) } as never,
      activity: repository.activity,
      async saveFile(file) {
        files.push(file)
        if (answer instanceof Error) throw answer
        return answer
      },
      t: translations(),
      locale: () => 'en',
    })
    return { run, files }
  }

  it('writes the filtered entries to a file named after the day', async () => {
    const { run, files } = setUpExport()
    expect(await run(account.id, 'csv', { ...ALL, actor: 'elsewhere' })).toEqual(ok({ saved: true }))
    expect(await run(account.id, 'json', { ...ALL, text: 'DEVICE 1' })).toEqual(ok({ saved: true }))
    expect(files.map(({ name, kind, extension }) => [name, kind, extension])).toEqual([
      ['Session Desk activity 1970-01-01.csv', 'CSV table', 'csv'],
      ['Session Desk activity 1970-01-01.json', 'JSON file', 'json'],
    ])
    expect(files[0]?.title).toBe('Save the history')
    expect(String(files[0]?.content).split('\r\n')).toHaveLength(3)
    expect(JSON.parse(String(files[1]?.content))).toMatchObject({ history: [{ type: 'signedIn' }] })
  })

  it.each([
    ['a cancelled save', null, account.id, ok({ saved: false })],
    ['a failed save', new Error('ENOSPC'), account.id, failed({ kind: 'misconfigured', reason: 'storage' })],
    ['an unknown account', '/home/ana/activity', 'gone', failed({ kind: 'notFound' })],
  ])('reports %s', async (_what, answer, id, result) => {
    expect(await setUpExport(answer).run(id, 'csv', ALL)).toEqual(result)
  })
})
