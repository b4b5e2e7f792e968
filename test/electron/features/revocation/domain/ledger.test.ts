import { describe, expect, it } from 'vitest'
import type {
  Asking,
  Batch,
  BatchParts,
  BatchPhase,
  End,
  EndParts,
  SessionToEnd,
} from '../../../../../electron/features/revocation/domain/end.ts'
import { createLedger, type Ledger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import type { ItemState } from '../../../../../electron/features/revocation/domain/revocation-state.ts'
import type { EndCause, UnsentEnd } from '../../../../../electron/shared/ends.ts'
import { EMPTY_LEDGER } from '../../../../../electron/features/revocation/ledger-file.ts'
import { keyFor, undoMs } from '../lists-harness.ts'

const DONE: ItemState = { is: 'sent', answer: { is: 'done' } }
const SENT: ItemState = { is: 'sent', answer: null }
const QUEUED: ItemState = { is: 'queued' }
const CONFIRMED: ItemState = { is: 'confirmed' }

const emptyLedger = (): Ledger => createLedger(0, undoMs, EMPTY_LEDGER)
const sessionOf = (id: number, part: Partial<SessionToEnd> = {}): SessionToEnd => {
  return { key: keyFor(id), id, createdAt: null, name: `Device ${id}`, ...part }
}

/** Asks for the ends of these sessions, at 0; all get a batch. */
function ask(
  ledger: Ledger,
  ids: readonly number[],
  cause: EndCause = 'many',
  part: Partial<Asking> = {},
  now = 0,
): Batch {
  const sessions = ids.map((id) => sessionOf(id))
  const batch = ledger.ask({ cause, sessions, isWaiting: false, askedAt: 0, since: 0, ...part }, now)
  if (!batch) throw new Error('Each of them is ending already')
  return batch
}

/** Asks like `ask`, and lets the batch be in a phase. */
function askIn(ledger: Ledger, phase: BatchPhase, ids: readonly number[], cause: EndCause = 'many'): Batch {
  const batch = ask(ledger, ids, cause)
  if (phase === 'asking') ledger.interrupt(batch, 'signedOut')
  else ledger.enter(batch, phase, 0)
  return batch
}

const idsOf = (ends: Iterable<End>): number[] => [...ends].map(({ id }) => id)
const numbersOf = (batches: Iterable<Batch>): number[] => [...batches].map(({ number }) => number)
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

/** The only end of a session with this id. */
function endOf(ledger: Ledger, id: number): End {
  const [end, ...more] = ledger.withKey(keyFor(id))
  if (!end || more.length > 0) throw new Error(`${ledger.withKey(keyFor(id)).size} ends`)
  return end
}

/** The ends that are handed out one after the other, when each is sent and never answered. */
function drain(ledger: Ledger, isListGood = true): number[] {
  const sent: number[] = []
  for (let end = ledger.next(isListGood); end; end = ledger.next(isListGood)) {
    sent.push(end.id)
    ledger.setState(end, SENT)
  }
  return sent
}

describe('an asking', () => {
  it('makes a batch with the ends of its sessions, which can be undone for 5 seconds', () => {
    const ledger = emptyLedger()
    const sessions = [sessionOf(2, { createdAt: 5, key: 7, name: 'Phone' }), sessionOf(3)]
    const batch = ledger.ask({ cause: 'review', sessions, isWaiting: false, askedAt: 40, since: 50 }, 1_000)!
    expect(batch).toMatchObject({
      ...{ number: 1, cause: 'review', isAlone: false, askedAt: 40, since: 50 },
      ...{ phase: 'undoable', reason: null, undoableUntil: 6_000 },
    })
    expect(ledger.batches()).toEqual([batch])
    expect([...batch.ends]).toEqual([...ledger.ends()])
    expect([...ledger.ends()]).toEqual([
      {
        ...{ id: 2, createdAt: 5, key: 7, name: 'Phone', state: QUEUED },
        ...{ intents: new Set([batch]) },
      },
      {
        ...{ id: 3, createdAt: null, key: keyFor(3), name: 'Device 3', state: QUEUED },
        ...{ intents: new Set([batch]) },
      },
    ])
    expect([ledger.hasQueued(batch), idsOf(ledger.queuedOf(batch))]).toEqual([true, [2, 3]])
  })

  it.each<[string, Partial<Asking>, BatchPhase]>([
    ['waits while the service cannot be reached', { isWaiting: true }, 'waiting'],
    ['waits even if nobody could undo it', { isWaiting: true, isAtOnce: true }, 'waiting'],
    ['begins at once if nobody can undo it', { isAtOnce: true }, 'going'],
    ['can be undone otherwise', { isAtOnce: false }, 'undoable'],
  ])('%s', (_what, part, phase) => {
    expect(ask(emptyLedger(), [2], 'one', part).phase).toBe(phase)
  })

  it('is shown alone only if it is for one session', () => {
    const ledger = emptyLedger()
    const batches = (['one', 'many', 'review', 'rule'] as const).map((cause, at) => ask(ledger, [at], cause))
    expect(batches.map(({ isAlone }) => isAlone)).toEqual([true, false, false, false])
    expect([numbersOf(batches), ledger.nextNumber()]).toEqual([[1, 2, 3, 4], 5])
  })

  it.each<[EndCause, EndCause, boolean]>([
    ['one', 'one', false],
    ['one', 'many', false],
    ['one', 'review', true],
    ['one', 'rule', true],
    ['many', 'one', true],
    ['many', 'many', true],
    ['many', 'review', true],
    ['many', 'rule', true],
    ['rule', 'one', true],
    ['rule', 'many', true],
    ['review', 'many', true],
    ['review', 'review', true],
  ])('for a session that is ending by %s, by %s: it adds an intent: %s', (before, cause, isAdded) => {
    const ledger = emptyLedger()
    const first = ask(ledger, [2], before)
    const asking = { cause, sessions: [sessionOf(2)], isWaiting: false, askedAt: 0, since: 0 }
    const second = ledger.ask(asking, 1_000)
    expect(second !== null).toBe(isAdded)
    expect([ledger.ends().size, ledger.nextNumber()]).toEqual([1, isAdded ? 3 : 2])
    const end = endOf(ledger, 2)
    expect([...end.intents]).toEqual(second ? [first, second] : [first])
    if (second) expect(idsOf(ledger.queuedOf(second))).toEqual([2])
  })

  it('for one session adds no second intent beside one that is shown alone, whatever else asks for it', () => {
    const ledger = emptyLedger()
    ask(ledger, [2])
    const alone = ask(ledger, [2], 'one')
    const again = {
      cause: 'one',
      sessions: [sessionOf(2)],
      isWaiting: false,
      askedAt: 0,
      since: 0,
    } as const
    expect(ledger.ask(again, 0)).toBeNull()
    ledger.interrupt(alone, 'restarted')
    expect(ledger.ask(again, 0)).toMatchObject({ number: 3, isAlone: true })
    expect(endOf(ledger, 2).intents.size).toBe(3)
  })

  it('for many holds on to what another one of many takes back', () => {
    const ledger = emptyLedger()
    const first = ask(ledger, [2, 3])
    const batch = ask(ledger, [3, 4])
    ledger.takeBack(first, 'undo')
    expect(idsOf(batch.ends)).toEqual([3, 4])
    expect(idsOf(ledger.ends())).toEqual([3, 4])
  })

  it('for nothing makes no batch', () => {
    const ledger = emptyLedger()
    const asking = { cause: 'many', sessions: [], isWaiting: false, askedAt: 0, since: 0 } as const
    expect(ledger.ask(asking, 0)).toBeNull()
    expect([ledger.batches(), ledger.nextNumber(), ledger.revision()]).toEqual([[], 1, 0])
  })

  it('that names a session twice gives it one end', () => {
    const ledger = emptyLedger()
    // Two sessions may have had one id.
    const sessions = [sessionOf(2), sessionOf(2), sessionOf(2, { key: 7 })]
    const batch = ask(ledger, [], 'many', { sessions })
    expect([...batch.ends].map(({ key }) => key)).toEqual([keyFor(2), 7])
    expect(ledger.ends().size).toBe(2)
  })

  it('for a session that was ended before makes a new end', () => {
    const ledger = emptyLedger()
    ask(ledger, [2])
    const before = endOf(ledger, 2)
    ledger.setState(before, { is: 'failed', failure: { kind: 'forbidden' } })
    ask(ledger, [2], 'review')
    expect([ledger.ends().size, ledger.withKey(keyFor(2)).size, before.intents.size]).toEqual([2, 2, 1])
  })
})

describe('the unfinished end of a session', () => {
  it('is found by its key, also by the one that the record has for it since', () => {
    const ledger = emptyLedger()
    ask(ledger, [2, 3])
    const end = endOf(ledger, 2)
    ledger.drainChanges()
    const [shape, revision] = [ledger.shape(), ledger.revision()]
    ledger.bind(end, keyFor(2))
    expect([ledger.shape(), ledger.revision()]).toEqual([shape, revision])
    ledger.bind(end, 7)
    expect([ledger.find(keyFor(2)), ledger.find(7), ledger.find(2)]).toEqual([null, end, null])
    expect([end.key, ledger.shape() > shape, ledger.revision() > revision]).toEqual([7, true, true])
  })

  it('is none once it is finished, which leaves it under its key', () => {
    const ledger = emptyLedger()
    ask(ledger, [2])
    const end = endOf(ledger, 2)
    for (const state of [SENT, DONE]) {
      ledger.setState(end, state)
      expect(ledger.find(end.key)).toBe(end)
    }
    ledger.setState(end, CONFIRMED)
    expect([ledger.find(end.key), ledger.withKey(keyFor(2))]).toEqual([null, new Set([end])])
    expect(ledger.withKey(keyFor(3))).toEqual(new Set())
  })
})

describe('a taken back batch', () => {
  it.each(['undo', 'cancel'] as const)('by %s keeps what other batches ask for', (how) => {
    const ledger = emptyLedger()
    const first = ask(ledger, [2, 3])
    const second = ask(ledger, [2, 3], 'review')
    expect(ledger.takeBack(first, how)).toBe(true)
    expect(ledger.batches()).toEqual([second])
    expect([...ledger.ends()].map(({ id, state, intents }) => [id, state.is, numbersOf(intents)])).toEqual([
      [2, 'queued', [2]],
      [3, 'queued', [2]],
    ])
    expect([first.ends.size, ledger.hasQueued(first), ledger.hasQueued(second)]).toEqual([0, false, true])
  })

  it('by undo leaves nothing of its own ends', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2, 3])
    expect(ledger.takeBack(batch, 'undo')).toBe(true)
    expect([ledger.batches(), ledger.ends().size, ledger.withKey(keyFor(2)).size]).toEqual([[], 0, 0])
    expect(ledger.find(keyFor(2))).toBeNull()
  })

  it('by cancel leaves its own ends as not sent', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2, 3])
    ask(ledger, [3], 'rule')
    expect(ledger.takeBack(batch, 'cancel')).toBe(false)
    expect([...batch.ends].map(({ id, state }) => [id, state])).toEqual([[2, { is: 'cancelled' }]])
    expect(numbersOf(ledger.batches())).toEqual([1, 2])
    expect([ledger.isDone(batch), ledger.hasQueued(batch)]).toEqual([true, false])
    expect(numbersOf(endOf(ledger, 3).intents)).toEqual([2])
  })

  it.each(['undo', 'cancel'] as const)('by %s keeps what was sent', (how) => {
    const ledger = emptyLedger()
    const batch = askIn(ledger, 'going', [2, 3, 4])
    ledger.setState(endOf(ledger, 2), SENT)
    ledger.setState(endOf(ledger, 3), DONE)
    expect(ledger.takeBack(batch, how)).toBe(false)
    const left = [...batch.ends].map(({ id, state }) => [id, state.is])
    const cancelled = how === 'cancel' ? [[4, 'cancelled']] : []
    expect(left).toEqual([[2, 'sent'], [3, 'sent'], ...cancelled])
    expect(ledger.batches()).toEqual([batch])
  })

  it('may be taken back in part', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2, 3, 4])
    expect(ledger.takeBack(batch, 'undo', ({ id }) => id === 3)).toBe(false)
    expect(idsOf(batch.ends)).toEqual([2, 4])
    expect(ledger.takeBack(batch, 'cancel', ({ id }) => id === 4)).toBe(false)
    expect(endOf(ledger, 2).state).toEqual(QUEUED)
    expect(endOf(ledger, 4).state).toEqual({ is: 'cancelled' })
    expect(ledger.takeBack(batch, 'undo', ({ id }) => id === 2)).toBe(false)
    expect(idsOf(batch.ends)).toEqual([4])
  })

  it('sends nothing more, and asking again begins anew', () => {
    const ledger = emptyLedger()
    const batch = askIn(ledger, 'going', [2])
    const before = endOf(ledger, 2)
    ledger.takeBack(batch, 'undo')
    expect(ledger.next(true)).toBeNull()
    const again = ask(ledger, [2])
    expect([again.number, endOf(ledger, 2) === before, before.intents.size]).toEqual([2, false, 0])
  })
})

describe('a removed batch', () => {
  it('takes its ends with it, but for those that another one asks for', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2, 3])
    const other = ask(ledger, [3], 'review')
    for (const end of batch.ends) ledger.setState(end, DONE)
    ledger.drainChanges()
    const ends = [...batch.ends]
    ledger.remove(batch)
    expect([...ledger.drainChanges()]).toEqual(ends)
    expect([ledger.batches(), idsOf(ledger.ends()), idsOf(ledger.unproven())]).toEqual([[other], [3], [3]])
    expect([ledger.withKey(keyFor(2)).size, batch.ends.size]).toEqual([0, 0])
    ledger.remove(other)
    expect([ledger.batches(), ledger.ends().size, ledger.hasUnproven()]).toEqual([[], 0, false])
    expect([ledger.unproven(), ledger.askedUnproven()]).toEqual([[], []])
  })
})

describe('the time to undo', () => {
  it('ends at its time, of each batch for itself', () => {
    const ledger = emptyLedger()
    expect(ledger.nextTick()).toBeNull()
    const late = ask(ledger, [2], 'one', {}, 2_000)
    const early = ask(ledger, [3], 'one', {}, 1_000)
    expect(ledger.nextTick()).toBe(6_000)
    expect([ledger.tick(5_999), early.phase, late.phase]).toEqual([false, 'undoable', 'undoable'])
    expect([ledger.tick(6_000), early.phase, late.phase]).toEqual([true, 'going', 'undoable'])
    expect([ledger.nextTick(), ledger.tick(6_999)]).toEqual([7_000, false])
    expect([ledger.tick(9_000), late.phase, ledger.nextTick()]).toEqual([true, 'going', null])
  })

  it('is as long as is said when it begins', () => {
    let ms = 3_000
    const ledger = createLedger(0, () => ms, EMPTY_LEDGER)
    const first = ask(ledger, [2])
    ms = 15_000
    const second = ask(ledger, [3])
    expect([first, second].map(({ undoableUntil }) => undoableUntil)).toEqual([3_000, 15_000])
    ledger.enter(first, 'undoable', 1_000)
    expect(first.undoableUntil).toBe(16_000)
  })

  it('ends for several at once', () => {
    const ledger = emptyLedger()
    const batches = [ask(ledger, [2]), ask(ledger, [3])]
    expect(ledger.tick(5_000)).toBe(true)
    expect(batches.map(({ phase }) => phase)).toEqual(['going', 'going'])
  })

  it.each(['waiting', 'paused', 'asking', 'going'] as const)('is none of what is %s', (phase) => {
    const ledger = emptyLedger()
    const batch = askIn(ledger, phase, [2])
    expect([ledger.nextTick(), ledger.tick(60_000), batch.phase]).toEqual([null, false, phase])
  })

  it('changes nothing that is stored before it is over', () => {
    const ledger = emptyLedger()
    ask(ledger, [2])
    const before = ledger.revision()
    ledger.tick(4_999)
    expect(ledger.revision()).toBe(before)
    ledger.tick(5_000)
    expect(ledger.revision()).toBeGreaterThan(before)
  })

  it('begins anew with the phase, and with no other', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2], 'many', { isWaiting: true })
    ledger.enter(batch, 'undoable', 80_000)
    expect(batch).toMatchObject({ phase: 'undoable', undoableUntil: 85_000 })
    ledger.enter(batch, 'paused', 90_000)
    expect(batch).toMatchObject({ phase: 'paused', undoableUntil: 85_000 })
  })
})

describe('an interrupted batch', () => {
  it('asks among those of many, and its ends changed', () => {
    const ledger = emptyLedger()
    const batch = askIn(ledger, 'going', [2, 3], 'one')
    ledger.drainChanges()
    ledger.interrupt(batch, 'deviceUnclear')
    expect(batch).toMatchObject({ phase: 'asking', reason: 'deviceUnclear', isAlone: false })
    expect(idsOf(ledger.drainChanges())).toEqual([2, 3])
    expect(ledger.next(true)).toBeNull()
    ledger.enter(batch, 'going', 0)
    expect(batch).toMatchObject({ phase: 'going', reason: null, isAlone: false })
    expect(ledger.next(true)).toBe(endOf(ledger, 2))
    // It is not the end of one session any more.
    expect(ledger.next(false)).toBeNull()
  })
})

describe('the next end', () => {
  it('is of a single one first, then of the batches one after the other', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2, 3])
    askIn(ledger, 'going', [4], 'review')
    askIn(ledger, 'going', [5], 'one')
    askIn(ledger, 'going', [6], 'one')
    expect(drain(ledger)).toEqual([5, 6, 2, 3, 4])
    expect(ledger.next(true)).toBeNull()
  })

  it('is of a single one only, without a good list', () => {
    const ledger = emptyLedger()
    const alone = askIn(ledger, 'going', [5], 'one')
    askIn(ledger, 'going', [2])
    expect(drain(ledger, false)).toEqual([5])
    ledger.remove(alone)
    expect(ledger.next(false)).toBeNull()
    expect(drain(ledger)).toEqual([2])
  })

  it.each(['waiting', 'undoable', 'paused', 'asking'] as const)(
    'is none of what is %s, which blocks no other',
    (phase) => {
      const ledger = emptyLedger()
      askIn(ledger, phase, [2, 3])
      askIn(ledger, phase, [4], 'one')
      expect(ledger.next(true)).toBeNull()
      askIn(ledger, 'going', [6])
      expect(drain(ledger)).toEqual([6])
    },
  )

  it('is one that a going batch asks for, whatever the others do', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'paused', [2, 3])
    const review = ask(ledger, [3], 'review')
    expect(ledger.next(true)).toBeNull()
    ledger.tick(5_000)
    expect(ledger.next(true)).toBe(endOf(ledger, 3))
    ledger.takeBack(review, 'undo')
    expect(ledger.next(true)).toBeNull()
  })

  it('is one that was sent in vain again, after the others', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2, 3])
    const end = ledger.next(true)!
    ledger.setState(end, SENT)
    expect(idsOf(ledger.queuedOf([...end.intents][0]!))).toEqual([3])
    ledger.setState(end, QUEUED)
    expect(drain(ledger)).toEqual([3, 2])
  })
})

describe('a claim', () => {
  const claimedOf = (ledger: Ledger): number[] => idsOf([...ledger.ends()].filter(ledger.isClaimed))

  it('takes the next 64 together, so that they are stored with one write', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', range(130))
    expect(ledger.claim(endOf(ledger, 1))).toBe(false)
    expect(claimedOf(ledger)).toEqual(range(64))
    const before = ledger.revision()
    expect(ledger.claim(endOf(ledger, 64))).toBe(true)
    expect([claimedOf(ledger).length, ledger.revision()]).toEqual([64, before])
    // Those that are claimed already do not count.
    expect(ledger.claim(endOf(ledger, 65))).toBe(false)
    expect(claimedOf(ledger)).toEqual(range(128))
    expect(ledger.claim(endOf(ledger, 129))).toBe(false)
    expect(claimedOf(ledger)).toEqual(range(130))
  })

  it('takes 64 with the one that it is for, wherever that is', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', range(130))
    ledger.claim(endOf(ledger, 130))
    expect(claimedOf(ledger)).toEqual([...range(63), 130])
  })

  it('takes single ones first, and none of what is not going or was sent', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'paused', [1])
    askIn(
      ledger,
      'going',
      range(70).map((id) => id + 100),
    )
    askIn(ledger, 'going', [2], 'one')
    askIn(ledger, 'undoable', [3], 'one')
    ledger.setState(endOf(ledger, 102), SENT)
    ledger.claim(endOf(ledger, 101))
    const claimed = claimedOf(ledger)
    expect(claimed).toHaveLength(64)
    expect([1, 2, 3, 101, 102, 103].map((id) => claimed.includes(id))).toEqual([
      ...[false, true, false, true, false, true],
    ])
  })

  it('ends with the end: another one of the same session is not claimed', () => {
    const ledger = emptyLedger()
    const batch = askIn(ledger, 'going', [2])
    ledger.claim(endOf(ledger, 2))
    ledger.takeBack(batch, 'undo')
    ask(ledger, [2])
    expect(ledger.isClaimed(endOf(ledger, 2))).toBe(false)
  })
})

describe('an answered end', () => {
  it.each<[string, ItemState, boolean]>([
    ['with an answer', DONE, true],
    ['from an earlier run', { is: 'sent', answer: { is: 'earlier', wasSent: false } }, true],
    ['without an answer', SENT, false],
    ['that is queued', QUEUED, false],
    ['that is confirmed', CONFIRMED, false],
    ['that failed', { is: 'failed', failure: { kind: 'forbidden' } }, false],
  ])('%s, has to be confirmed by a list: %#', (_what, state, isUnproven) => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2])
    const end = endOf(ledger, 2)
    ledger.setState(end, state)
    expect([ledger.hasUnproven(), ledger.unproven()]).toEqual([isUnproven, isUnproven ? [end] : []])
    expect(ledger.askedUnproven()).toEqual([])
    ledger.setState(end, QUEUED)
    expect([ledger.hasUnproven(), ledger.unproven()]).toEqual([false, []])
  })

  it.each<[BatchPhase, boolean]>([
    ['going', false],
    ['paused', false],
    ['undoable', false],
    ['asking', true],
  ])('of what is %s is confirmed by the lists of others only: %s', (phase, isAsked) => {
    const ledger = emptyLedger()
    askIn(ledger, phase, [2])
    const end = endOf(ledger, 2)
    ledger.setState(end, DONE)
    const lists = [ledger.unproven(), ledger.askedUnproven()]
    expect(lists).toEqual(isAsked ? [[], [end]] : [[end], []])
    expect(ledger.hasUnproven()).toBe(!isAsked)
  })

  it('is confirmed at once if one batch that asks for it does not ask the person', () => {
    const ledger = emptyLedger()
    const [asking, paused] = [ask(ledger, [2]), ask(ledger, [2, 3], 'review')]
    const [end, other] = [endOf(ledger, 2), endOf(ledger, 3)]
    ledger.setState(end, DONE)
    ledger.interrupt(asking, 'restarted')
    ledger.enter(paused, 'paused', 0)
    expect([ledger.unproven(), ledger.askedUnproven()]).toEqual([[end], []])
    ledger.setState(other, DONE)
    ledger.interrupt(paused, 'restarted')
    expect([ledger.unproven(), ledger.askedUnproven()]).toEqual([[], [end, other]])
    expect(ledger.hasUnproven()).toBe(false)
  })
})

describe('a batch', () => {
  it('is done when none of its ends changes by itself any more', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2, 3])
    const [first, second] = [endOf(ledger, 2), endOf(ledger, 3)]
    expect(ledger.isDone(batch)).toBe(false)
    ledger.setState(first, CONFIRMED)
    expect(ledger.isDone(batch)).toBe(false)
    ledger.setState(second, DONE)
    expect([ledger.isDone(batch), ledger.hasQueued(batch)]).toEqual([false, false])
    ledger.setState(second, { is: 'alreadyGone' })
    expect(ledger.isDone(batch)).toBe(true)
  })

  it('has its queued ends, in each of several batches', () => {
    const ledger = emptyLedger()
    const batches = [ask(ledger, [2, 3]), ask(ledger, [3], 'rule')]
    const queued = () => batches.map((batch) => idsOf(ledger.queuedOf(batch)))
    expect(queued()).toEqual([[2, 3], [3]])
    ledger.setState(endOf(ledger, 3), SENT)
    expect([queued(), ledger.hasQueued(batches[1]!)]).toEqual([[[2], []], false])
    ledger.setState(endOf(ledger, 3), QUEUED)
    expect(queued()).toEqual([[2, 3], [3]])
  })
})

describe('a rejected end', () => {
  const unsentOf = (id: number): UnsentEnd => {
    return { key: id, name: `Device ${id}`, reason: 'gone' }
  }

  it('leaves its batch, and is kept to be seen', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2, 3], 'many', { isWaiting: true })
    ledger.reject(batch, [unsentOf(2)], new Set([endOf(ledger, 2)]))
    expect([idsOf(batch.ends), ledger.batches(), ledger.unsent()]).toEqual([[3], [batch], [unsentOf(2)]])
    ledger.reject(batch, [unsentOf(3)], new Set([endOf(ledger, 3)]))
    expect([ledger.batches(), ledger.ends().size]).toEqual([[], 0])
    expect(ledger.unsent()).toEqual([unsentOf(2), unsentOf(3)])
    ledger.forgetUnsent()
    expect(ledger.unsent()).toEqual([])
  })

  it('is still sent for another batch', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2], 'one', { isWaiting: true })
    const other = ask(ledger, [2], 'review')
    ledger.reject(batch, [], new Set([endOf(ledger, 2)]))
    expect([ledger.batches(), numbersOf(endOf(ledger, 2).intents)]).toEqual([[other], [2]])
  })

  it('pushes the oldest out', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [5], 'many', { isWaiting: true })
    const lines = Array.from({ length: 1_000 }, (_, at) => unsentOf(at + 1))
    ledger.reject(batch, lines, new Set())
    ledger.reject(batch, [unsentOf(2_000), unsentOf(2_001)], new Set())
    const ids = ledger.unsent().map(({ key }) => key)
    expect([ids.length, ids[0], ids.at(-1), ledger.batches()]).toEqual([1_000, 3, 2_001, [batch]])
  })
})

describe('the changes', () => {
  it.each<[string, (ledger: Ledger, batch: Batch, end: End) => unknown, number[]]>([
    ['an asking', (ledger) => ask(ledger, [4]), [4]],
    ['another intent', (ledger) => ask(ledger, [3], 'rule'), [3]],
    ['a state', (ledger, _batch, end) => ledger.setState(end, SENT), [2]],
    ['undo', (ledger, batch) => ledger.takeBack(batch, 'undo'), [2, 3]],
    ['undo of one', (ledger, batch) => ledger.takeBack(batch, 'undo', ({ id }) => id === 3), [3]],
    ['cancel', (ledger, batch) => ledger.takeBack(batch, 'cancel'), [2, 3]],
    ['a removal', (ledger, batch) => ledger.remove(batch), [2, 3]],
    ['an interruption', (ledger, batch) => ledger.interrupt(batch, 'unproven'), [2, 3]],
    ['another name', (ledger, _batch, end) => ledger.rename(end, 'Tablet'), [2]],
    ['a rejection', (ledger, batch, end) => ledger.reject(batch, [], new Set([end])), [2]],
    ['an end of the time to undo', (ledger) => ledger.tick(5_000), []],
    ['a phase', (ledger, batch) => ledger.enter(batch, 'paused', 0), []],
    ['a claim', (ledger, _batch, end) => ledger.claim(end), []],
    [
      'unsent ends',
      (ledger, batch) => ledger.reject(batch, [{ key: 8, name: '', reason: 'gone' }], new Set()),
      [],
    ],
    ['no unsent ends', (ledger) => ledger.forgetUnsent(), []],
  ])('of %s are told once, and stored', (_what, change, ids) => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2, 3])
    expect(idsOf(ledger.drainChanges())).toEqual([2, 3])
    const before = ledger.revision()
    change(ledger, batch, endOf(ledger, 2))
    expect(ledger.revision()).toBeGreaterThan(before)
    expect(idsOf(ledger.drainChanges())).toEqual(ids)
    expect(ledger.drainChanges().size).toBe(0)
  })

  it.each<[string, (ledger: Ledger, batch: Batch, end: End) => unknown, boolean]>([
    ['an asking', (ledger) => ask(ledger, [4]), true],
    ['another intent', (ledger) => ask(ledger, [3], 'rule'), true],
    ['undo of one', (ledger, batch) => ledger.takeBack(batch, 'undo', ({ id }) => id === 3), true],
    ['a removal', (ledger, batch) => ledger.remove(batch), true],
    ['a rejection', (ledger, batch, end) => ledger.reject(batch, [], new Set([end])), true],
    ['a state', (ledger, _batch, end) => ledger.setState(end, SENT), false],
    ['cancel of what no other batch asks for', (ledger, batch) => ledger.takeBack(batch, 'cancel'), false],
    ['another name', (ledger, _batch, end) => ledger.rename(end, 'Tablet'), false],
    ['an interruption', (ledger, batch) => ledger.interrupt(batch, 'unproven'), false],
    ['a phase', (ledger, batch) => ledger.enter(batch, 'paused', 0), false],
    ['an end of the time to undo', (ledger) => ledger.tick(5_000), false],
    ['no unsent ends', (ledger) => ledger.forgetUnsent(), false],
  ])('of %s change which ends there are, or not: %#', (_what, change, isOther) => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2, 3])
    const before = ledger.shape()
    change(ledger, batch, endOf(ledger, 2))
    expect(ledger.shape() > before).toBe(isOther)
    expect(ledger.shape()).toBeGreaterThanOrEqual(before)
  })

  it('of cancel take an end out of its batch if another one asks for it', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, [2, 3])
    ask(ledger, [3], 'review')
    const before = ledger.shape()
    ledger.takeBack(batch, 'cancel')
    expect(ledger.shape()).toBeGreaterThan(before)
  })

  it('are none if an end gets the name that it has', () => {
    const ledger = emptyLedger()
    ask(ledger, [2])
    ledger.drainChanges()
    const before = ledger.revision()
    ledger.rename(endOf(ledger, 2), 'Device 2')
    expect([ledger.revision(), ledger.drainChanges().size]).toEqual([before, 0])
    ledger.rename(endOf(ledger, 2), 'Tablet')
    expect(endOf(ledger, 2).name).toBe('Tablet')
  })
})

describe('a restored ledger', () => {
  const batchOf = (number: number, part: Partial<BatchParts> = {}): BatchParts => {
    return {
      ...{ number, cause: 'many', isAlone: false, askedAt: 10, since: 20, phase: 'going', reason: null },
      ...part,
    }
  }
  const partsOf = (id: number, intents: number[], part: Partial<EndParts> = {}): EndParts => {
    return { key: keyFor(id), id, createdAt: 5, name: 'Phone', state: QUEUED, intents, ...part }
  }

  it('keeps batches, ends, states and intents', () => {
    const unsent: UnsentEnd[] = [{ key: 8, name: 'Tablet', reason: 'replaced' }]
    const ledger = createLedger(70_000, undoMs, {
      nextNumber: 12,
      batches: [
        batchOf(3, { phase: 'asking', reason: 'tooOld' }),
        batchOf(4, { cause: 'one', isAlone: true, phase: 'undoable' }),
        batchOf(9, { cause: 'rule', phase: 'waiting' }),
      ],
      ends: [
        partsOf(2, [3, 4]),
        partsOf(3, [3], { state: DONE, name: 'Tablet' }),
        partsOf(4, [9], { state: CONFIRMED, createdAt: null }),
      ],
      unsent,
    })
    const [first, second, third] = ledger.batches()
    expect(ledger.batches()).toMatchObject([
      batchOf(3, { phase: 'asking', reason: 'tooOld' }),
      batchOf(4, { cause: 'one', isAlone: true, phase: 'undoable' }),
      batchOf(9, { cause: 'rule', phase: 'waiting' }),
    ])
    expect([...ledger.ends()]).toEqual([
      { ...partsOf(2, []), intents: new Set([first, second]) },
      {
        ...partsOf(3, [], { state: DONE, name: 'Tablet' }),
        ...{ intents: new Set([first]) },
      },
      {
        ...partsOf(4, [], { state: CONFIRMED, createdAt: null }),
        ...{ intents: new Set([third]) },
      },
    ])
    expect([first, second, third].map((batch) => idsOf(batch!.ends))).toEqual([[2, 3], [2], [4]])
    expect([first, second, third].map((batch) => idsOf(ledger.queuedOf(batch!)))).toEqual([[2], [2], []])
    expect(idsOf(ledger.askedUnproven())).toEqual([3])
    expect([ledger.nextNumber(), ledger.unsent()]).toEqual([12, unsent])
    expect(ask(ledger, [7]).number).toBe(12)
  })

  it('gives what could be undone its 5 seconds anew', () => {
    const ledger = createLedger(70_000, undoMs, {
      ...EMPTY_LEDGER,
      batches: [batchOf(1, { phase: 'undoable' })],
      ends: [partsOf(2, [1])],
    })
    expect([ledger.nextTick(), ledger.tick(74_999), ledger.tick(75_000)]).toEqual([75_000, false, true])
    expect(ledger.next(true)).toBe(endOf(ledger, 2))
  })

  it('sends what was going', () => {
    const ledger = createLedger(0, undoMs, {
      ...EMPTY_LEDGER,
      batches: [batchOf(1), batchOf(2, { cause: 'one', isAlone: true })],
      ends: [partsOf(2, [1]), partsOf(3, [2])],
    })
    expect(drain(ledger)).toEqual([3, 2])
  })

  it('drops batches without ends and ends without batches, whose sessions can be ended anew', () => {
    const ledger = createLedger(0, undoMs, {
      ...EMPTY_LEDGER,
      ...{ nextNumber: 3, batches: [batchOf(1), batchOf(2)] },
      ends: [partsOf(2, [2, 7]), partsOf(3, [7]), partsOf(4, [])],
    })
    expect([numbersOf(ledger.batches()), idsOf(ledger.ends())]).toEqual([[2], [2]])
    expect(numbersOf(endOf(ledger, 2).intents)).toEqual([2])
    expect([ledger.find(keyFor(3)), ledger.withKey(keyFor(4)).size]).toEqual([null, 0])
    expect(idsOf(ask(ledger, [3, 4]).ends)).toEqual([3, 4])
    expect(idsOf(ledger.ends())).toEqual([2, 3, 4])
  })
})

describe('a prepared request', () => {
  it('is not handed out a second time, until it begins or does not', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2, 3])
    ledger.prepare(endOf(ledger, 2))
    expect(ledger.next(true)?.id).toBe(3)
    expect(ledger.begins(endOf(ledger, 2))).toBe(true)
    expect(ledger.next(true)?.id).toBe(2)
  })

  it.each<[string, (ledger: Ledger, batch: Batch) => unknown]>([
    ['its batch was paused', (ledger, batch) => ledger.enter(batch, 'paused', 0)],
    ['a list has judged it', (ledger) => ledger.setState(endOf(ledger, 2), CONFIRMED)],
    ['another request was sent', (ledger) => ledger.setState(endOf(ledger, 2), SENT)],
  ])('does not begin if meanwhile %s', (_what, happens) => {
    const ledger = emptyLedger()
    const batch = askIn(ledger, 'going', [2])
    const end = endOf(ledger, 2)
    ledger.prepare(end)
    happens(ledger, batch)
    expect(ledger.begins(end)).toBe(false)
  })
})
