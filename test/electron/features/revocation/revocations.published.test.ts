import { describe, expect, it } from 'vitest'
import { numberOf, ONE_OR_MANY, setUp, type World } from './revocations-harness.ts'

/** What was published while so many ms passed: how often all ends, how often changed ones, and the sessions in them. */
async function published({ clock, updates }: World, ms = 200) {
  await clock.advance(ms)
  const all = updates.splice(0)
  const numbers = new Set(all.flatMap(({ ends }) => ends.map(numberOf)))
  return [all.filter(({ isWhole }) => isWhole).length, [...numbers].toSorted()]
}

describe('what is published', () => {
  it('is all ends when one comes or goes, and else those that changed', async () => {
    const world = await setUp({ others: 4 })
    world.ask('many', 2, 3)
    expect(await published(world)).toEqual([1, [2, 3]])
    expect(await published(world, 4_000)).toEqual([0, []])
    world.ask('review', 4)
    expect(await published(world)).toEqual([1, [2, 3, 4]])
    expect(await published(world, 2_000)).toEqual([0, [2, 3]])
    world.ask('many', 4)
    expect(await published(world)).toEqual([1, [2, 3, 4]])
    world.command('undo')
    expect(await published(world)).toEqual([1, [2, 3, 4]])
    expect(await published(world, 6_000)).toEqual([0, [4]])
    world.command('dismiss', 1)
    expect(await published(world)).toEqual([1, [4]])
    world.command('dismiss', 2)
    await world.clock.advance(200)
    expect(world.updates).toEqual([{ accountId: 'a', batches: [], ends: [], isWhole: true }])
  })

  it('are no ends if only a phase changed', async () => {
    const world = await setUp({ takes: 1_000 })
    world.askOthers()
    await world.clock.advance(5_500)
    world.updates.length = 0
    world.command('pause')
    expect(world.updates).toEqual([{ ...world.view(), ends: [], isWhole: false }])
    expect(world.phases()).toEqual(['many paused'])
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

  it('is each change of phase at once, for one or for many, and the outcome of one once', async () => {
    for (const how of ONE_OR_MANY) {
      const { ask, clock, updates, told } = await setUp({ takes: 10 })
      const phase = () => updates.at(-1)?.batches[0]?.phase.kind
      ask(how, 2)
      expect(phase()).toBe('undoable')
      await clock.advance(5_000)
      expect(phase()).toBe('going')
      await clock.advance(10)
      expect(phase()).toBe(how === 'one' ? undefined : 'done')
      await clock.advance(60_000)
      expect(told).toEqual(how === 'one' ? ['2 ended'] : [])
    }
  })

  it.each(ONE_OR_MANY)(
    'has the names of the list for %s, but not that of a session that reuses the id',
    async (how) => {
      const { ask, state, revocations, clock, updates, view, list } = await setUp()
      state.names.set(2, 'Old phone')
      ask(how, 2)
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
    },
  )

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
