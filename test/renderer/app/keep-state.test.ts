import { acceptHMRUpdate, createPinia, defineStore } from 'pinia'
import { expect, it } from 'vitest'
import { createApp, nextTick, shallowReactive, shallowRef } from 'vue'
import { keepState } from '../../../renderer/app/keep-state.ts'

/** A store with each kind of state; `by` stands for the code that a developer edits. */
const define = (by: number) =>
  defineStore('example', () => {
    const rows = shallowReactive(new Map<string, number>())
    const chosen = shallowReactive(new Set<string>())
    const sum = shallowRef(0)
    const started = shallowRef(0)
    function add(name: string): void {
      rows.set(name, by)
      chosen.add(name)
      sum.value += by
    }
    return { rows, chosen, sum, started, add, start: () => started.value++ }
  })

it('a store whose file changes keeps its state, and its new functions change it', async () => {
  const pinia = createPinia().use(keepState)
  createApp({}).use(pinia)
  const useExample = define(1)
  const store = useExample(pinia)
  store.start()
  store.add('a')

  const hot = { data: {}, invalidate: () => expect.unreachable() }
  acceptHMRUpdate(useExample, hot)({ useExample: define(10) })
  await nextTick()
  expect([[...store.rows], [...store.chosen], store.sum, store.started]).toEqual([[['a', 1]], ['a'], 1, 2])

  store.add('b')
  expect([store.rows.get('b'), store.chosen.has('b'), store.sum]).toEqual([10, true, 11])
})
