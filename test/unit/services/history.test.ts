import { describe, expect, it } from 'vitest'
import { ok, failed } from '../../../electron/contract/result.ts'
import { createAccounts } from '../../../electron/services/accounts.ts'
import { createActivityExport, type FileToSave } from '../../../electron/services/activity-export.ts'
import { createHistoryBook, type Histories } from '../../../electron/services/history.ts'
import { historiesShape } from '../../../electron/services/stored-shapes.ts'
import { firstSeen, lineOf, type History } from '../../../electron/domain/history.ts'
import { numberedName } from '../../../electron/domain/session-naming.ts'
import { fakeCabinet, fakeClock, fakeLog } from '../fakes.ts'
import { row } from './alerts-stand.ts'
import { accountOf } from './fake-service.ts'

const HOUR = 3_600_000
const ALL = { deeds: null, by: null, from: null, text: '' }

function setUp(isHeard = true) {
  const clock = fakeClock()
  clock.jump(10 * HOUR)
  const cabinet = fakeCabinet<Histories>({})
  const changed: string[] = []
  const service = { skew: 0, isHeard }
  const start = () =>
    createHistoryBook({
      cabinet,
      now: () => clock.now() + service.skew,
      isHeard: () => service.isHeard,
      isThere: (id) => id !== 'gone',
      changed: (id) => void changed.push(id),
      keyOf: (raw) => raw,
      written: () => [],
      nameOf: (_account, { name, number }) => numberedName(name, number),
      log: fakeLog(),
    })
  const now = clock.now()
  const history: History = {
    since: now - HOUR,
    sessions: [
      firstSeen(row(1), now - HOUR),
      { ...firstSeen(row(2), now - HOUR, { alert: 'open' }), endedAt: now, endedBy: 'elsewhere' },
    ],
    entries: [lineOf('signedIn', 'us', now - HOUR, row(1)), lineOf('ended', 'elsewhere', now, row(2))],
  }
  return { clock, cabinet, changed, service, start, history, now }
}

describe('the book of histories', () => {
  it('survives a restart, and is what its file must be to be believed', () => {
    const { start, history, cabinet, changed } = setUp()
    const book = start()
    book.keep('a', history)
    book.keep('a', book.of('a')!)
    expect([cabinet.writes.length, changed]).toEqual([1, ['a']])
    expect(historiesShape.parse(JSON.parse(JSON.stringify(cabinet.read())))).toEqual(cabinet.read())
    expect(start().activity('a', [])).toEqual(book.activity('a', []))
  })

  it('tells the newest first, with the last use that the service told', () => {
    const { start, history, now } = setUp()
    const book = start()
    book.keep('a', history)
    const activity = book.activity('a', [row(1, { lastUsedAt: now - 5 })])
    expect(activity.entries.map(({ deed }) => deed)).toEqual(['ended', 'signedIn'])
    expect(activity.sessions.map(({ id, lastUsedAt }) => [id, lastUsedAt])).toEqual([
      [2, 900_000],
      [1, now - 5],
    ])
    expect(JSON.stringify(activity)).not.toContain('alert')
  })

  it('names who a line is about as it is named elsewhere, also after its id was used again', () => {
    const { start, history, now } = setUp()
    const book = start()
    const again = firstSeen(row(2, { createdAt: 900_000, name: 'Tablet' }), now + 5, { number: 2 })
    const lines = [
      lineOf('newSignIn', 'elsewhere', now + 5, again),
      lineOf('ended', 'elsewhere', now + 6, { id: 77, name: 'Renewed since', number: 3 }),
    ]
    book.keep('a', {
      ...history,
      sessions: [...history.sessions, again],
      entries: [...history.entries, ...lines],
    })
    const { entries, sessions } = book.activity('a', [])
    expect(entries.map(({ name }) => name)).toEqual([
      'Renewed since (3)',
      'Tablet (2)',
      'Device 2',
      'Device 1',
    ])
    expect(sessions.map(({ name }) => name).sort()).toEqual(['Device 1', 'Device 2', 'Tablet (2)'])
    expect(book.find('a', row(2))?.name).toBe('Device 2')
    expect(book.find('a', { id: 2, createdAt: null })?.name).toBe('Tablet')
    expect(JSON.stringify(entries)).not.toContain('number')
  })

  it('has nothing in the future when the clock of the service was three hours ahead before', () => {
    const { start, history, service } = setUp()
    const book = start()
    book.keep('a', history)
    service.skew = -3 * HOUR
    const { now, since, sessions, entries } = book.activity('a', [])
    const times = [
      since,
      ...entries.map(({ at }) => at),
      ...sessions.flatMap((one) => [one.firstSeenAt, one.endedAt]),
    ]
    for (const at of times) expect(at ?? 0).toBeLessThanOrEqual(now)
  })

  it("believes what it wrote before this computer's clock, until the service tells its time", () => {
    const { start, history, service, now } = setUp(false)
    const book = start()
    book.keep('a', history)
    service.skew = -3 * HOUR
    expect(book.activity('a', [])).toMatchObject({ now, entries: [{ at: now }, { at: now - HOUR }] })
  })

  it('tells how many sessions a rule ended, in a file that can be read again', () => {
    const { start, history, cabinet, now } = setUp()
    const book = start()
    book.noteRun('a', 3)
    expect(book.of('a')).toBeNull()
    book.keep('a', history)
    book.noteRun('a', 3)
    const line = { at: now, deed: 'ruleRan', by: 'us', sessionId: null, name: null, count: 3 }
    expect(book.activity('a', []).entries[0]).toEqual(line)
    expect(historiesShape.parse(cabinet.read())).toEqual(cabinet.read())
  })

  it('begins with the first list only: nothing else may pass for it', () => {
    const { start } = setUp()
    const book = start()
    book.note('a', 'passwordChanged')
    book.clear('a')
    expect(book.of('a')).toBeNull()
    expect(book.activity('a', [])).toMatchObject({ since: null, sessions: [], entries: [] })
  })

  it('waits for an account that signed out as long as anything is kept', () => {
    const { start, history, clock } = setUp()
    const book = start()
    const keptAt = (): boolean[] => ['gone', 'a'].map((id) => book.of(id) !== null)
    book.keep('gone', history)
    book.keep('a', history)
    clock.jump(400 * 24 * HOUR)
    book.note('b', 'passwordChanged')
    book.keep('b', { ...history })
    expect(keptAt()).toEqual([true, true])
    clock.jump(1)
    book.keep('b', { ...history })
    expect(keptAt()).toEqual([false, true])
  })

  it('is cleared and forgotten on the disk too', () => {
    const { start, history, cabinet, now } = setUp()
    const book = start()
    book.keep('a', history)
    book.note('a', 'passwordChanged')
    expect(book.activity('a', []).entries[0]).toMatchObject({ deed: 'passwordChanged', by: 'us', at: now })
    book.clear('a')
    expect(cabinet.read()['a']).toMatchObject({ since: now, entries: [], sessions: [{ id: 1 }] })
    book.forget('a')
    book.forget('a')
    expect([cabinet.read(), cabinet.writes.length]).toEqual([{}, 4])
  })
})

describe('exporting', () => {
  const account = accountOf(7)
  function exportStand(answer: boolean | Error = true) {
    const { start, history } = setUp()
    const book = start()
    book.keep(account.id, history)
    const files: FileToSave[] = []
    const accounts = createAccounts(
      fakeCabinet({ accounts: [account], shownAccountId: null }),
      fakeLog(),
      () => undefined,
    )
    const run = createActivityExport({
      accounts,
      history: book,
      async saveFile(file) {
        files.push(file)
        if (answer instanceof Error) throw answer
        return answer
      },
      t: (key) => key,
    })
    return { run, files }
  }

  it('writes what the filter leaves, named after the day', async () => {
    const { run, files } = exportStand()
    expect(await run(account.id, 'csv', { ...ALL, by: 'elsewhere' })).toEqual(ok({ saved: true }))
    expect(await run(account.id, 'json', { ...ALL, text: 'DEVICE 1' })).toEqual(ok({ saved: true }))
    expect(files.map(({ name, extension }) => [name, extension])).toEqual([
      ['activity.file.name 1970-01-01.csv', 'csv'],
      ['activity.file.name 1970-01-01.json', 'json'],
    ])
    expect(files[0]?.text.split('\r\n')).toHaveLength(3)
    expect(JSON.parse(files[1]?.text ?? '')).toMatchObject({ history: [{ deed: 'signedIn' }] })
  })

  it('says when nothing was saved, and when it could not be', async () => {
    expect(await exportStand(false).run(account.id, 'csv', ALL)).toEqual(ok({ saved: false }))
    expect(await exportStand(new Error('ENOSPC')).run(account.id, 'csv', ALL)).toEqual(
      failed({ kind: 'misconfigured', reason: 'storage' }),
    )
    const { run, files } = exportStand()
    expect([await run('gone', 'csv', ALL), files]).toEqual([failed({ kind: 'notFound' }), []])
  })
})
