import { describe, expect, it } from 'vitest'
import { numberOf, setUp } from './revocations-harness.ts'

describe('what is published', () => {
  it('is all ends when one comes or goes, and else those that changed', async () => {
    const { ask, command, clock, updates, view } = await setUp({ takes: 1_000 })
    ask('many', 2)
    expect(updates).toEqual([{ ...view(), isWhole: true }])
    await clock.advance(5_500)
    ask('review', 3)
    expect(updates.at(-1)).toEqual({ ...view(), isWhole: true })
    command('pause', 1)
    expect(updates.at(-1)).toEqual({ ...view(), ends: [], isWhole: false })
    await clock.advance(1_000)
    expect(updates.at(-1)?.ends.map(numberOf)).toEqual([2])
    command('dismiss', 1)
    expect(updates.at(-1)?.ends.map(numberOf)).toEqual([3])
    command('undo', 2)
    expect(updates.at(-1)).toEqual({ accountId: 'a', batches: [], ends: [], isWhole: true })
  })

  it('of many is at most ten updates a second, and the last one has it all', async () => {
    const { askOthers, clock, updates, view, allDone } = await setUp({ others: 200, takes: 100 })
    askOthers()
    const from = clock.real()
    await allDone()
    expect(updates.length).toBeLessThan((clock.real() - from) / 100 + 5)
    expect(updates.at(-1)?.batches).toEqual(view().batches)
    const last = new Map(updates.flatMap(({ ends }) => ends.map((end) => [end.key, end.state])))
    expect([last.size, new Set(last.values())]).toEqual([200, new Set(['ended'])])
  })

  it('has the names of the list, but not that of a session that reuses the id', async () => {
    const { ask, state, revocations, clock, updates, view, list } = await setUp()
    state.names.set(2, 'Old phone')
    ask('one', 2)
    const name = () => view().ends[0]?.name
    expect(name()).toBe('Old phone')
    state.names.set(2, 'Work')
    revocations().rename('a')
    await clock.advance(200)
    expect([name(), updates.at(-1)?.ends[0]?.name]).toEqual(['Work', 'Work'])
    state.names.set(2, 'Another')
    state.listed.set(2, { name: 'D2', createdAt: Date.parse('2024-10-01') })
    ask('many', 3)
    await list()
    expect(updates.flatMap(({ ends }) => ends.map((end) => end.name))).not.toContain('Another')
  })

  it('is nothing, and nothing is stored, if a list changes nothing', async () => {
    const { ask, list, allDone, clock, updates, disk } = await setUp()
    ask('many', 2)
    await allDone()
    await clock.advance(2_000)
    updates.length = 0
    const before = disk.ledgers.writes.length
    for (let turn = 0; turn < 3; turn++) await list()
    await clock.advance(2_000)
    expect([updates, disk.ledgers.writes.length]).toEqual([[], before])
  })
})
