import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ASK_REASONS,
  END_STATES,
  isUnfinished,
  type AskReason,
  type BatchPhase,
  type BatchView,
  type EndCause,
} from '../../../../electron/shared/ends.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import {
  newestUndoable,
  onlyOf,
  endsLines,
  sumOf,
  type AccountBatch,
} from '../../../../renderer/features/revocation/ends-lines.ts'
import { batchView } from '../../fake-bridge.ts'
import { endCounts } from '../../../support/builders.ts'

const NO_NETWORK: Failure = { kind: 'offline', reason: 'noNetwork' }
const LIMITED: Failure = { kind: 'rateLimited', retryAt: 1 }
const ORDER = ['undoable', 'going', 'paused', 'asking', 'waiting', 'done']

const part = (phase: BatchPhase, over: Partial<BatchView> = {}, accountId = 'a1'): AccountBatch => ({
  accountId,
  batch: batchView(phase, { waiting: 3 }, { askedAt: 0, ...over }),
})
const undoable = (until: number, over: Partial<BatchView> = {}, accountId = 'a1'): AccountBatch =>
  part({ kind: 'undoable', until }, over, accountId)
/** The accounts and numbers of batches. */
const namesOf = (parts: readonly AccountBatch[]): string[] =>
  parts.map(({ accountId, batch }) => `${accountId}/${batch.number}`)
/** Each line as its kind and its batches. */
const linesOf = (...parts: AccountBatch[]): string[] =>
  endsLines(parts).map((line) => [line.kind, ...namesOf(line.parts)].join(' '))

describe('the dock', () => {
  it('has one line for what is sent or waits, and one for what is paused or waits for its service', () => {
    const waiting: BatchPhase = { kind: 'going', wait: { until: 9, reason: LIMITED } }
    expect(
      linesOf(
        part({ kind: 'waiting' }, { number: 1 }),
        part({ kind: 'going', wait: null }, { number: 2 }),
        part({ kind: 'paused' }, { number: 3 }),
        part(waiting, {}, 'a2'),
        part({ kind: 'waiting' }, { number: 2 }, 'a2'),
        part({ kind: 'paused' }, { number: 3 }, 'a2'),
      ),
    ).toEqual(['going a1/2 a2/1', 'paused a1/3 a2/3', 'waiting a1/1 a2/2'])
  })

  it('has one line for each reason to ask', () => {
    const asking = (why: AskReason, number: number): AccountBatch => part({ kind: 'asking', why }, { number })
    expect(linesOf(asking('restarted', 1), asking('tooOld', 2), asking('restarted', 3))).toEqual([
      'asking a1/1 a1/3',
      'asking a1/2',
    ])
  })

  it('has one line for the results of each plan, in several accounts too', () => {
    const done = (number: number, over: Partial<BatchView>, accountId?: string): AccountBatch =>
      part({ kind: 'done' }, { number, ...over }, accountId)
    expect(
      linesOf(
        done(1, { askedAt: 5 }),
        done(2, { askedAt: 6 }),
        // Two of them that began in one moment are no plan.
        done(3, { askedAt: 6, cause: 'rule' }),
        done(4, { askedAt: 6, cause: 'one' }),
        done(1, { askedAt: 6 }, 'a2'),
      ),
    ).toEqual(['done a1/1', 'done a1/2 a2/1', 'done a1/3', 'done a1/4'])
  })

  it('undoes only the newest plan, in all of its accounts, and counts the older ones', () => {
    const all = [
      undoable(3, { number: 1, total: 1, cause: 'one', askedAt: 1 }),
      undoable(5, { number: 2, askedAt: 2 }),
      undoable(4, { number: 1, total: 2, askedAt: 1 }, 'a2'),
      undoable(5, { number: 2, askedAt: 2 }, 'a2'),
    ]
    const [line, ...others] = endsLines(all)
    expect([namesOf(line?.parts ?? []), line?.older, others]).toEqual([['a1/2', 'a2/2'], 3, []])
    expect(namesOf(newestUndoable(all))).toEqual(['a1/2', 'a2/2'])
    expect(newestUndoable([part({ kind: 'going', wait: null })])).toEqual([])
  })
})

describe('the figures of a line', () => {
  const waiting = (until: number, reason: Failure): AccountBatch =>
    part({ kind: 'going', wait: { until, reason } })

  it('estimate the slowest, or nothing if one has no estimate', () => {
    const [fast, slow, unknown] = [1_000, 5_000, null].map((msLeft) =>
      part({ kind: 'going', wait: null }, { msLeft }),
    )
    expect(sumOf([fast!, slow!]).msLeft).toBe(5_000)
    expect(sumOf([slow!, unknown!]).msLeft).toBeNull()
  })

  it('say the first wait to end, unless one account goes on', () => {
    const waits = [waiting(9, NO_NETWORK), waiting(4, LIMITED)]
    expect(sumOf(waits)).toMatchObject({ until: 4, waitsFor: LIMITED })
    expect(sumOf([...waits, part({ kind: 'going', wait: null })])).toMatchObject({
      until: null,
      waitsFor: null,
    })
  })

  it('say until when all of it can be undone', () => {
    expect(sumOf([undoable(7), undoable(6)])).toMatchObject({ until: 6, waitsFor: null })
  })

  it('are those of one session only if it was asked for alone, and did not stop', () => {
    const single = part({ kind: 'going', wait: null }, { total: 1, cause: 'one' })
    expect(onlyOf([single])).toBe(single)
    expect(onlyOf([part({ kind: 'going', wait: null }, { total: 1 })])).toBeNull()
    expect(onlyOf([single, single])).toBeNull()
    for (const phase of [{ kind: 'paused' }, { kind: 'asking', why: 'restarted' }] as const)
      expect(onlyOf([part(phase, { total: 1, cause: 'one' })])).toBeNull()
  })
})

describe('any batches', () => {
  const wait = fc.record({ until: fc.nat(9), reason: fc.constantFrom(NO_NETWORK, LIMITED) })
  const phase = fc.oneof<fc.Arbitrary<BatchPhase>[]>(
    fc.record({ kind: fc.constant('undoable' as const), until: fc.nat(4) }),
    fc.record({ kind: fc.constantFrom('waiting' as const, 'paused' as const, 'done' as const) }),
    fc.record({ kind: fc.constant('going' as const), wait: fc.option(wait, { nil: null }) }),
    fc.record({ kind: fc.constant('asking' as const), why: fc.constantFrom(...ASK_REASONS) }),
  )
  const counts = fc
    .array(fc.nat(3), { minLength: END_STATES.length, maxLength: END_STATES.length })
    .map((all) => endCounts(Object.fromEntries(END_STATES.map((state, at) => [state, all[at]]))))
  const anyPart = fc.record({
    accountId: fc.constantFrom('a1', 'a2', 'a3'),
    phase,
    counts,
    cause: fc.constantFrom<EndCause[]>('one', 'many', 'review', 'rule'),
    askedAt: fc.nat(4),
  })
  const batches = fc.array(anyPart, { maxLength: 12 }).map((parts) =>
    parts.map(({ accountId, phase, counts, cause, askedAt }, at): AccountBatch => {
      const total = Object.values(counts).reduce((sum, n) => sum + n, 0)
      const open = END_STATES.filter((state) => isUnfinished(state) || state === 'dropped')
      const answered = open.reduce((sum, state) => sum - counts[state], total)
      const over = { number: at + 1, cause, askedAt, total, answered }
      return { accountId, batch: batchView(phase, counts, over) }
    }),
  )

  /** Those that are in no line, and so are counted as older. */
  function olderIn(all: readonly AccountBatch[]): AccountBatch[] {
    const shown = new Set(endsLines(all).flatMap(({ parts }) => parts))
    return all.filter((each) => !shown.has(each))
  }

  it('are each in exactly one line, or undoable and counted as older', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const lines = endsLines(all)
        const shown = lines.flatMap(({ parts }) => parts)
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown.every((each) => all.includes(each))).toBe(true)
        expect(lines.every(({ parts }) => parts.length > 0)).toBe(true)
        const older = olderIn(all)
        expect(older.every(({ batch }) => batch.phase.kind === 'undoable')).toBe(true)
        for (const { kind, older: n } of lines) expect(n).toBe(kind === 'undoable' ? sumOf(older).total : 0)
      }),
    )
  })

  it('have at most one line that can be undone, first, and the lines are in the order of their kinds', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const lines = endsLines(all)
        const ranks = lines.map(({ kind }) => ORDER.indexOf(kind))
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
        const canUndo = all.some(({ batch }) => batch.phase.kind === 'undoable')
        expect(ranks.filter((rank) => rank === 0)).toHaveLength(canUndo ? 1 : 0)
      }),
    )
  })

  it('have lines whose figures add up', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const groups = [...endsLines(all).map(({ parts }) => parts), olderIn(all)].map(sumOf)
        const expected = sumOf(all)
        const add = (value: (sum: typeof expected) => number): number =>
          groups.reduce((total, group) => total + value(group), 0)
        expect(add(({ total }) => total)).toBe(expected.total)
        expect(add(({ answered }) => answered)).toBe(expected.answered)
        for (const state of END_STATES)
          expect(add((group) => group.counts[state])).toBe(expected.counts[state])
        for (const { counts, total } of groups)
          expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(total)
      }),
    )
  })

  it('are undone plan by plan, the newest first, until none is left', () => {
    const until = ({ batch }: AccountBatch): number =>
      batch.phase.kind === 'undoable' ? batch.phase.until : -1
    fc.assert(
      fc.property(batches, (all) => {
        let left = all.filter(({ batch }) => batch.phase.kind === 'undoable')
        let last = Infinity
        while (left.length > 0) {
          const newest = newestUndoable(left)
          expect(newest.length).toBeGreaterThan(0)
          const latest = Math.max(...newest.map(until))
          expect(latest).toBe(Math.max(...left.map(until)))
          expect(latest).toBeLessThanOrEqual(last)
          last = latest
          left = left.filter((each) => !newest.includes(each))
        }
        expect(newestUndoable(left)).toEqual([])
      }),
    )
  })
})
