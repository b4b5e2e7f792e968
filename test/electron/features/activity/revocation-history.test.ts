import { describe, expect, it } from 'vitest'
import type { BatchPhase, EndView, ItemStatus } from '../../../../electron/shared/ends.ts'
import { createRevocationHistory } from '../../../../electron/features/activity/revocation-history.ts'
import { fakeClock } from '../../fakes.ts'
import { endsUpdate } from './activity-harness.ts'

const row = (key: number, state: ItemStatus): EndView => {
  const failure = state === 'failed' || state === 'notConfirmed' ? ({ kind: 'timeout' } as const) : null
  return { key, name: `Device ${key}`, state, failure, batches: [1] }
}

const updateOf = (phase: BatchPhase, ...ends: EndView[]) => endsUpdate('a', [phase], ends)

function setUp() {
  const clock = fakeClock()
  const written: string[][] = []
  /** All ends of many, where an update has some of them only. */
  const state = { all: null as EndView[] | null }
  const receive = createRevocationHistory(
    {
      settled: (_account, ends) =>
        void written.push(ends.map(({ name, outcome }) => `${name} ${outcome.kind}`)),
    },
    { ofMany: ({ ends }) => state.all ?? ends },
    clock,
  )
  return { clock, written, state, receive }
}

describe('the history of a bulk revocation', () => {
  it('is written rarely while it runs, and completely at its end', async () => {
    const { clock, written, receive } = setUp()
    receive(updateOf({ kind: 'running' }, row(1, 'confirmed'), row(2, 'sent')))
    receive(updateOf({ kind: 'running' }, row(2, 'confirmed')))
    expect(written).toEqual([])
    await clock.advance(5_000)
    receive(updateOf({ kind: 'running' }, row(3, 'alreadyGone')))
    expect(written).toEqual([['Device 1 ended', 'Device 2 ended', 'Device 3 alreadyGone']])
    receive(updateOf({ kind: 'running' }, row(4, 'failed'), row(5, 'cancelled'), row(6, 'notConfirmed')))
    receive(updateOf({ kind: 'done' }))
    expect(written.slice(1)).toEqual([['Device 4 failed', 'Device 6 notConfirmed']])
  })

  it('is written rarely while another one of the account runs', async () => {
    const { clock, written, receive } = setUp()
    receive(endsUpdate('a', [{ kind: 'running' }, { kind: 'running' }], [row(1, 'confirmed')]))
    expect(written).toEqual([])
    await clock.advance(5_000)
    receive(endsUpdate('a', [{ kind: 'done' }, { kind: 'running' }], [row(2, 'confirmed')]))
    expect(written).toEqual([['Device 1 ended', 'Device 2 ended']])
  })

  it('is written when it stops, without open ends', () => {
    const { written, receive } = setUp()
    receive(updateOf({ kind: 'running' }, row(1, 'confirmed'), row(2, 'queued')))
    receive(updateOf({ kind: 'paused' }))
    expect(written).toEqual([['Device 1 ended']])
    receive(updateOf({ kind: 'done' }, row(2, 'cancelled')))
    expect(written).toHaveLength(1)
  })

  it('has nothing of results that the last run left, and each state once', () => {
    const { written, receive } = setUp()
    const left = row(1, 'failed')
    const own = (state: ItemStatus): EndView => ({ ...row(2, state), batches: [2] })
    receive(endsUpdate('a', [{ kind: 'done' }, { kind: 'running' }], [left, own('queued')]))
    receive(endsUpdate('a', [{ kind: 'done' }, { kind: 'done' }], [left, own('failed')]))
    receive(endsUpdate('a', [{ kind: 'done' }, { kind: 'done' }], [left, own('failed')]))
    expect(written).toEqual([['Device 2 failed']])
    receive(endsUpdate('a', [{ kind: 'done' }, { kind: 'done' }], [row(1, 'alreadyGone')]))
    expect(written.slice(1)).toEqual([['Device 1 alreadyGone']])
  })

  it('is complete for one of the last run, although its updates contain some rows only', () => {
    const { written, state, receive } = setUp()
    state.all = [row(1, 'confirmed'), row(2, 'alreadyGone'), row(3, 'queued')]
    receive(updateOf({ kind: 'asking', reason: 'restarted' }, row(2, 'alreadyGone')))
    expect(written).toEqual([['Device 1 ended', 'Device 2 alreadyGone']])
  })
})
