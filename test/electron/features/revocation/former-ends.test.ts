import { describe, expect, it } from 'vitest'
import { ledgerSchema } from '../../../../electron/core/end-schemas.ts'
import {
  importFormer,
  withFormerEnds,
  type FormerEnds,
  type FormerRevocations,
} from '../../../../electron/features/revocation/former-ends.ts'
import {
  EMPTY_LEDGER,
  restoreLedger,
  type LedgerFile,
} from '../../../../electron/features/revocation/ledger-file.ts'
import { fakeAccountFiles, fakeStore } from '../../fakes.ts'
import { undoMs } from './lists-harness.ts'

const NO_ROWS: FormerRevocations[string] = {
  ...{ startedAt: 40, queued: [], sent: [], done: [], gone: [], cancelled: [] },
}
const revocationOf = (id: number): FormerRevocations[string] => ({ ...NO_ROWS, queued: [[id, 5]] })
const queueOf = (id: number): FormerEnds => {
  return { queued: [{ id, createdAt: 5, name: 'Phone', queuedAt: 70 }], unsent: [] }
}
const UNSENT = [{ id: 9, createdAt: null, name: 'Tablet', reason: 'replaced' as const }]

/** The files of the ledgers over former ones, with the names of the files in the order of their writes. */
function setUp(revocations: FormerRevocations = {}, queues: Record<string, FormerEnds> = {}) {
  const order: string[] = []
  const files = {
    ledgers: fakeAccountFiles<LedgerFile>(),
    revocations: fakeStore(revocations),
    queues: fakeAccountFiles<FormerEnds>(),
  }
  for (const [accountId, queue] of Object.entries(queues)) files.queues.write(accountId, queue)
  files.queues.writes = [...files.queues.writes]
  const noting = <F extends (...args: never[]) => void>(name: string, write: F): F =>
    ((...args) => {
      write(...args)
      order.push(name)
    }) as F
  const all = withFormerEnds(
    { read: files.ledgers.read, write: noting('ledger', files.ledgers.write) },
    { read: files.revocations.read, write: noting('revocations', files.revocations.write) },
    { read: files.queues.read, write: noting('queue', files.queues.write) },
  )
  return { ...files, all, order }
}

describe('the ledger of what a version before left', () => {
  it('is empty of nothing', () => {
    expect(importFormer(null, null)).toEqual(EMPTY_LEDGER)
  })

  it('has an interrupted revocation as one batch, which asks', () => {
    const file = importFormer(
      {
        startedAt: 40,
        queued: [
          [2, 5],
          [3, null],
        ],
        sent: [[4, 6]],
        done: [[5, 7]],
        gone: [[6, null]],
        cancelled: [[7, 9]],
      },
      null,
    )
    const parts = { key: null, name: null, hasFollowed: false, intents: [1] }
    expect(ledgerSchema.parse(file)).toEqual({
      nextNumber: 2,
      batches: [
        {
          ...{ number: 1, cause: 'many', isAlone: false, askedAt: 40, since: 40 },
          ...{ phase: 'going', reason: null },
        },
      ],
      ends: [
        // Of ends with one id, the later one is shown.
        { id: 7, createdAt: 9, ...parts, state: { is: 'cancelled' } },
        { id: 2, createdAt: 5, ...parts, state: { is: 'queued' } },
        { id: 3, createdAt: null, ...parts, state: { is: 'queued' } },
        { id: 4, createdAt: 6, ...parts, state: { is: 'sent', answer: null } },
        { id: 5, createdAt: 7, ...parts, state: { is: 'confirmed' } },
        { id: 6, createdAt: null, ...parts, state: { is: 'alreadyGone' } },
      ],
      unsent: [],
    })
    const ledger = restoreLedger(file, 0, undoMs, () => false)
    expect(ledger.batches()).toMatchObject([{ phase: 'asking', reason: 'restarted' }])
    expect([...ledger.withId(4)]).toMatchObject([{ state: { answer: { is: 'earlier', wasSent: false } } }])
  })

  it('has a finished revocation with its results', () => {
    const file = importFormer({ ...NO_ROWS, done: [[2, 5]] }, null)
    const ledger = restoreLedger(file, 0, undoMs, () => false)
    expect(ledger.batches().map(ledger.isDone)).toEqual([true])
  })

  it('lets queued ends wait, each as the end of one session, and keeps the unsent ones', () => {
    const queued = [
      { id: 2, createdAt: 5, name: 'Phone', queuedAt: 70 },
      { id: 3, createdAt: null, name: '', queuedAt: 80 },
    ]
    const file = importFormer(null, { queued, unsent: UNSENT })
    const batch = { cause: 'one', isAlone: true, phase: 'waiting', reason: null }
    const end = { key: null, hasFollowed: false, state: { is: 'queued' } }
    expect(ledgerSchema.parse(file)).toEqual({
      nextNumber: 3,
      batches: [
        { number: 1, ...batch, askedAt: 70, since: 70 },
        { number: 2, ...batch, askedAt: 80, since: 80 },
      ],
      ends: [
        { id: 2, createdAt: 5, name: 'Phone', ...end, intents: [1] },
        { id: 3, createdAt: null, name: '', ...end, intents: [2] },
      ],
      unsent: UNSENT,
    })
    const ledger = restoreLedger(file, 0, undoMs, () => false)
    expect(ledger.batches().map(({ phase, isAlone }) => [phase, isAlone])).toEqual([
      ...[
        ['waiting', true],
        ['waiting', true],
      ],
    ])
  })

  it('has both, with numbers of their own', () => {
    const file = importFormer(revocationOf(2), { ...queueOf(3), unsent: UNSENT })
    expect(file.batches.map(({ number, phase }) => [number, phase])).toEqual([
      ...[
        [1, 'going'],
        [2, 'waiting'],
      ],
    ])
    expect(file.ends.map(({ id, intents }) => [id, intents])).toEqual([
      ...[
        [2, [1]],
        [3, [2]],
      ],
    ])
    expect([file.nextNumber, file.unsent]).toEqual([3, UNSENT])
  })

  it('keeps the unsent ends of an account that has nothing else', () => {
    expect(importFormer(null, { queued: [], unsent: UNSENT })).toEqual({ ...EMPTY_LEDGER, unsent: UNSENT })
  })
})

describe('the files of the ledgers', () => {
  it('are those of the accounts that have one, and of the others what versions before left', () => {
    const { all, ledgers, order } = setUp(
      { a: revocationOf(2), b: revocationOf(3), d: revocationOf(7) },
      { a: queueOf(4), c: queueOf(5), d: queueOf(8) },
    )
    const own: LedgerFile = { ...EMPTY_LEDGER, nextNumber: 8, unsent: UNSENT }
    ledgers.write('d', own)
    ledgers.write('e', own)
    expect(all.read()).toEqual({
      a: importFormer(revocationOf(2), queueOf(4)),
      b: importFormer(revocationOf(3), null),
      c: importFormer(null, queueOf(5)),
      d: own,
      e: own,
    })
    // Reading changes nothing.
    expect(order).toEqual([])
  })

  it('take the place of the former ones of their account once they are written', () => {
    const { all, ledgers, revocations, queues, order } = setUp(
      { a: revocationOf(2), b: revocationOf(3) },
      { a: queueOf(4), c: queueOf(5) },
    )
    const { a, b } = all.read()
    all.write('a', a!)
    expect(order).toEqual(['ledger', 'queue', 'revocations'])
    expect(ledgers.read()).toEqual({ a })
    expect([revocations.read(), queues.read()]).toEqual([{ b: revocationOf(3) }, { c: queueOf(5) }])
    expect(all.read()).toEqual({ a, b, c: importFormer(null, queueOf(5)) })
    all.write('b', b!)
    expect([revocations.read(), queues.read()]).toEqual([{}, { c: queueOf(5) }])
    all.write('c', null)
    expect([revocations.writes.length, queues.read(), all.read()]).toEqual([2, {}, { a, b }])
  })

  it('are written alone from then on, and of an account that has nothing former', () => {
    const { all, order, ledgers } = setUp({ a: revocationOf(2) })
    all.read()
    all.write('a', EMPTY_LEDGER)
    order.length = 0
    all.write('a', null)
    all.write('b', EMPTY_LEDGER)
    expect(order).toEqual(['ledger', 'ledger'])
    expect(ledgers.writes).toEqual([
      ...[
        ['a', EMPTY_LEDGER],
        ['a', null],
        ['b', EMPTY_LEDGER],
      ],
    ])
  })

  it('drop the former ones of an account that has both', () => {
    const { all, ledgers, revocations, queues } = setUp({ a: revocationOf(2) }, { a: queueOf(4) })
    ledgers.write('a', EMPTY_LEDGER)
    all.read()
    all.write('a', null)
    expect([all.read(), revocations.read(), queues.read()]).toEqual([{}, {}, {}])
  })

  it('leave the former ones of an account without a revocation alone', () => {
    const { all, revocations, queues } = setUp({ b: revocationOf(3) }, { a: queueOf(4) })
    all.read()
    all.write('a', EMPTY_LEDGER)
    expect([revocations.writes, queues.read()]).toEqual([[], {}])
  })

  it('leave the former ones if the disk refuses', () => {
    const { all, ledgers, revocations, queues, order } = setUp({ a: revocationOf(2) }, { a: queueOf(4) })
    const { a } = all.read()
    ledgers.broken = true
    expect(() => all.write('a', a!)).toThrow('ENOSPC')
    expect([order, all.read()]).toEqual([[], { a }])
    ledgers.broken = false
    all.write('a', a!)
    expect([revocations.read(), queues.read(), ledgers.read()]).toEqual([{}, {}, { a }])
  })

  it.each(['queues', 'revocations'] as const)(
    'drop what the disk refused to, with the next write: %s',
    (broken) => {
      const { all, ...files } = setUp({ a: revocationOf(2) }, { a: queueOf(4) })
      const { a } = all.read()
      files[broken].broken = true
      expect(() => all.write('a', a!)).toThrow('ENOSPC')
      // The ledger counts from now on.
      expect(files.ledgers.read()).toEqual({ a })
      files[broken].broken = false
      all.write('a', null)
      expect([all.read(), files.revocations.read(), files.queues.read()]).toEqual([{}, {}, {}])
    },
  )
})
