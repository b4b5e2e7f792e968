import { describe, expect, it } from 'vitest'
import { ok, failed } from '../../../../electron/shared/result.ts'
import { createAccounts } from '../../../../electron/core/accounts.ts'
import {
  createActivityExport,
  type FileToSave,
} from '../../../../electron/features/activity/activity-export.ts'
import { createActivityView } from '../../../../electron/features/activity/activity-view.ts'
import { createHistoryRepository } from '../../../../electron/features/activity/history-repository.ts'
import { historySchema } from '../../../../electron/core/file-schemas.ts'
import {
  differsInUseOnly,
  createHistorySession,
  createEntry,
  type History,
} from '../../../../electron/features/activity/domain/history.ts'
import { numberedName } from '../../../../electron/features/sessions/domain/display-names.ts'
import { fakeAccountFiles, fakeStore, fakeClock, fakeLog } from '../../fakes.ts'
import { row } from './alerts-harness.ts'
import { accountOf } from '../../fake-service.ts'

const HOUR = 3_600_000
const ALL = { types: null, actor: null, from: null, text: '' }

function setUp(isLoaded = true) {
  const clock = fakeClock()
  clock.jump(10 * HOUR)
  const files = fakeAccountFiles<History>()
  const changed: string[] = []
  const service = { skew: 0, isSynced: isLoaded }
  const nowOf = (): number => clock.now() + service.skew
  const start = () => {
    const repository = createHistoryRepository({
      files,
      clock,
      now: nowOf,
      hasAccount: (id) => id !== 'gone',
      changed: (id) => void changed.push(id),
      keyOf: (raw) => raw,
      customNames: () => [],
      log: fakeLog(),
    })
    const activity = createActivityView({
      history: repository,
      now: nowOf,
      isLoaded: () => service.isSynced,
      nameOf: (_account, { name, number }) => numberedName(name, number),
    })
    return { ...repository, activity }
  }
  const now = clock.now()
  const history: History = {
    since: now - HOUR,
    checkedAt: null,
    viewedAt: null,
    sessions: [
      createHistorySession(row(1), now - HOUR),
      { ...createHistorySession(row(2), now - HOUR, { alert: 'open' }), endedAt: now, endedBy: 'elsewhere' },
    ],
    entries: [
      createEntry('signedIn', 'thisApp', now - HOUR, row(1)),
      createEntry('ended', 'elsewhere', now, row(2)),
    ],
  }
  return { clock, files, changed, service, start, history, now }
}

describe('the history repository', () => {
  it('stores a valid file across a restart', () => {
    const { start, history, files, changed } = setUp()
    const repository = start()
    repository.store('a', history)
    repository.store('a', repository.of('a')!)
    expect([files.writes.length, changed]).toEqual([1, ['a']])
    const saved = files.read()['a']
    expect(historySchema.parse(JSON.parse(JSON.stringify(saved)))).toEqual(saved)
    expect(start().activity('a', [])).toEqual(repository.activity('a', []))
  })

  it('shows the newest first, with the last use from the list', () => {
    const { start, history, now } = setUp()
    const repository = start()
    repository.store('a', history)
    const activity = repository.activity('a', [row(1, { lastUsedAt: now - 5 })])
    expect(activity.entries.map(({ type }) => type)).toEqual(['ended', 'signedIn'])
    expect(activity.sessions.map(({ id, lastUsedAt }) => [id, lastUsedAt])).toEqual([
      [2, 900_000],
      [1, now - 5],
    ])
    expect(JSON.stringify(activity)).not.toContain('alert')
  })

  it('names an entry’s session by its display name, also after its id was reused', () => {
    const { start, history, now } = setUp()
    const repository = start()
    const again = createHistorySession(row(2, { createdAt: 900_000, name: 'Tablet' }), now + 5, { number: 2 })
    const lines = [
      createEntry('newSignIn', 'elsewhere', now + 5, again),
      createEntry('ended', 'elsewhere', now + 6, { id: 77, name: 'Renewed since', number: 3 }),
    ]
    repository.store('a', {
      ...history,
      sessions: [...history.sessions, again],
      entries: [...history.entries, ...lines],
    })
    const { entries, sessions } = repository.activity('a', [])
    expect(entries.map(({ name }) => name)).toEqual([
      'Renewed since (3)',
      'Tablet (2)',
      'Device 2',
      'Device 1',
    ])
    expect(sessions.map(({ name }) => name).sort()).toEqual(['Device 1', 'Device 2', 'Tablet (2)'])
    expect(repository.find('a', row(2))?.name).toBe('Device 2')
    expect(repository.find('a', { id: 2, createdAt: null })?.name).toBe('Tablet')
    expect(JSON.stringify(entries)).not.toContain('number')
    // Only the listed sessions, of which one has the id of an ended one.
    expect(entries.map(({ listedId }) => listedId)).toEqual([undefined, 2, undefined, 1])
  })

  it('links no ended session to a listed one, even if they are equal', () => {
    const { start, history, now } = setUp()
    const repository = start()
    repository.store('a', { ...history, entries: [createEntry('ended', 'elsewhere', now, row(1))] })
    expect(repository.activity('a', []).entries.map(({ name, listedId }) => [name, listedId])).toEqual([
      ['Device 1', undefined],
    ])
  })

  it('shows nothing in the future after the service’s clock was three hours ahead', () => {
    const { start, history, service } = setUp()
    const repository = start()
    repository.store('a', history)
    service.skew = -3 * HOUR
    const { now, since, sessions, entries } = repository.activity('a', [])
    const times = [
      since,
      ...entries.map(({ at }) => at),
      ...sessions.flatMap((session) => [session.firstSeenAt, session.endedAt]),
    ]
    for (const at of times) expect(at ?? 0).toBeLessThanOrEqual(now)
  })

  it('uses stored times rather than this computer’s clock before the first list', () => {
    const { start, history, service, now } = setUp(false)
    const repository = start()
    repository.store('a', history)
    service.skew = -3 * HOUR
    expect(repository.activity('a', [])).toMatchObject({ now, entries: [{ at: now }, { at: now - HOUR }] })
  })

  it('records how many sessions a rule ended', () => {
    const { start, history, files, now } = setUp()
    const repository = start()
    repository.addRuleRun('a', 3)
    expect(repository.of('a')).toBeNull()
    repository.store('a', history)
    repository.addRuleRun('a', 3)
    const line = { at: now, type: 'ruleRan', actor: 'thisApp', sessionId: null, name: null, count: 3 }
    expect(repository.activity('a', []).entries[0]).toEqual(line)
    expect(historySchema.parse(files.read()['a'])).toEqual(files.read()['a'])
  })

  it('begins with the first list only', () => {
    const { start } = setUp()
    const repository = start()
    repository.addEntry('a', 'passwordChanged')
    repository.clear('a')
    expect(repository.of('a')).toBeNull()
    expect(repository.activity('a', [])).toMatchObject({ since: null, sessions: [], entries: [] })
  })

  it('keeps the history of a signed-out account until its entries expire', () => {
    const { start, history, clock } = setUp()
    const repository = start()
    const keptAt = (): boolean[] => ['gone', 'a'].map((id) => repository.of(id) !== null)
    repository.store('gone', history)
    repository.store('a', history)
    clock.jump(400 * 24 * HOUR)
    repository.addEntry('b', 'passwordChanged')
    repository.store('b', { ...history })
    expect(keptAt()).toEqual([true, true])
    clock.jump(1)
    repository.store('b', { ...history })
    expect(keptAt()).toEqual([false, true])
  })

  it('clears and deletes the file too', () => {
    const { start, history, files, now } = setUp()
    const repository = start()
    repository.store('a', history)
    repository.addEntry('a', 'passwordChanged')
    expect(repository.activity('a', []).entries[0]).toMatchObject({
      type: 'passwordChanged',
      actor: 'thisApp',
      at: now,
    })
    repository.clear('a')
    expect(files.read()['a']).toMatchObject({ since: now, entries: [], sessions: [{ id: 1 }] })
    repository.forget('a')
    repository.forget('a')
    expect([files.read(), files.writes.length]).toEqual([{}, 4])
  })
})

describe('writing', () => {
  const MINUTES = 60_000
  const usedAt = (history: History, lastUsedAt: number): History => ({
    ...history,
    sessions: history.sessions.map((session) => (session.id === 1 ? { ...session, lastUsedAt } : session)),
  })

  it('is immediate for new facts, and at most every ten minutes for last uses alone', async () => {
    const { start, history, files, clock, now } = setUp()
    const repository = start()
    repository.store('a', history)
    for (let hours = 1; hours <= 50; hours++) repository.store('a', usedAt(history, now + hours))
    expect(files.writes).toHaveLength(1)
    expect(repository.of('a')?.sessions[0]?.lastUsedAt).toBe(now + 50)
    await clock.advance(10 * MINUTES)
    expect([files.writes.length, files.read()['a']?.sessions[0]?.lastUsedAt]).toEqual([2, now + 50])
    await clock.advance(60 * MINUTES)
    expect(files.writes).toHaveLength(2)

    const used = usedAt(history, now + 99)
    repository.store('a', used)
    repository.store('a', { ...used, sessions: [...used.sessions, createHistorySession(row(3), now)] })
    expect([files.writes.length, files.read()['a']?.sessions.length]).toEqual([3, 3])
    await clock.advance(60 * MINUTES)
    expect(files.writes).toHaveLength(3)
  })

  it('of one account leaves the others alone, and of all is done at exit', () => {
    const { start, history, files, now } = setUp()
    const repository = start()
    for (const id of ['a', 'b']) repository.store(id, history)
    repository.store('a', usedAt(history, now + 1))
    repository.addEntry('b', 'passwordChanged')
    expect(files.writes.map(([id]) => id)).toEqual(['a', 'b', 'b'])
    repository.save()
    repository.save()
    expect(files.writes.map(([id]) => id)).toEqual(['a', 'b', 'b', 'a'])
    expect(start().of('a')).toEqual(repository.of('a'))
  })

  it('is repeated after a failure, and loses nothing meanwhile', async () => {
    const { start, history, files, clock } = setUp()
    const repository = start()
    files.broken = true
    repository.store('a', history)
    repository.forget('b')
    expect([repository.of('a'), files.writes]).toEqual([history, []])
    files.broken = false
    await clock.advance(10 * MINUTES)
    expect(files.read()).toEqual({ a: history })
  })

  it('is delayed for times of last use only', () => {
    const { history, now } = setUp()
    const [first, ...rest] = history.sessions
    const changed = (part: object): History => ({ ...history, sessions: [{ ...first!, ...part }, ...rest] })
    expect(differsInUseOnly(history, changed({ lastUsedAt: now }))).toBe(true)
    for (const part of [{ name: 'x' }, { id: 9 }, { createdAt: 5 }, { number: 2 }, { alert: 'open' }])
      expect(differsInUseOnly(history, changed({ ...part, lastUsedAt: now }))).toBe(false)
    expect(differsInUseOnly(history, { ...history, entries: [...history.entries] })).toBe(false)
    expect(differsInUseOnly(history, { ...history, sessions: rest })).toBe(false)
    expect(differsInUseOnly(history, { ...history, since: 1 })).toBe(false)
  })
})

describe('exporting', () => {
  const account = accountOf(7)
  function setUpExport(answer: boolean | Error = true) {
    const { start, history } = setUp()
    const repository = start()
    repository.store(account.id, history)
    const files: FileToSave[] = []
    const accounts = createAccounts(
      fakeStore({ accounts: [account], activeAccountId: null }),
      fakeLog(),
      () => undefined,
    )
    const run = createActivityExport({
      accounts,
      activity: repository.activity,
      async saveFile(file) {
        files.push(file)
        if (answer instanceof Error) throw answer
        return answer
      },
      t: (key) => key,
    })
    return { run, files }
  }

  it('writes the filtered entries to a file named after the day', async () => {
    const { run, files } = setUpExport()
    expect(await run(account.id, 'csv', { ...ALL, actor: 'elsewhere' })).toEqual(ok({ saved: true }))
    expect(await run(account.id, 'json', { ...ALL, text: 'DEVICE 1' })).toEqual(ok({ saved: true }))
    expect(files.map(({ name, extension }) => [name, extension])).toEqual([
      ['activity.file.name 1970-01-01.csv', 'csv'],
      ['activity.file.name 1970-01-01.json', 'json'],
    ])
    expect(String(files[0]?.content).split('\r\n')).toHaveLength(3)
    expect(JSON.parse(String(files[1]?.content))).toMatchObject({ history: [{ type: 'signedIn' }] })
  })

  it('reports a cancelled and a failed save', async () => {
    expect(await setUpExport(false).run(account.id, 'csv', ALL)).toEqual(ok({ saved: false }))
    expect(await setUpExport(new Error('ENOSPC')).run(account.id, 'csv', ALL)).toEqual(
      failed({ kind: 'misconfigured', reason: 'storage' }),
    )
    const { run, files } = setUpExport()
    expect([await run('gone', 'csv', ALL), files]).toEqual([failed({ kind: 'notFound' }), []])
  })
})
