import { describe, expect, it } from 'vitest'
import { createAccountStore } from '../../../electron/core/account-store.ts'
import { fakeForgetting, fakeLog, fakeStore } from '../fakes.ts'

function setUp(first: Record<string, number> = {}, part: { keepsRefused?: boolean } = {}) {
  const file = fakeStore(first)
  const log = fakeLog()
  const { on: onAccountForgotten, forget } = fakeForgetting()
  const store = createAccountStore({ file, log, warning: 'notSaved', onAccountForgotten, ...part })
  return { file, log, forget, store }
}

describe('an account store', () => {
  it('keeps the value if the disk refuses: set throws, trySet warns', () => {
    const { store, file, log } = setUp({ a: 1 })
    file.broken = true
    expect(() => store.set('a', 2)).toThrow('ENOSPC')
    expect([store.get('a'), log.lines]).toEqual([1, []])
    expect(store.trySet('a', null)).toBe(false)
    expect([store.get('a'), log.lines]).toEqual([1, ['notSaved {"account":"a"}']])
  })

  it('can keep refused values in memory, and writes all of them once the disk accepts', () => {
    const { store, file } = setUp({ a: 1, b: 1 }, { keepsRefused: true })
    file.broken = true
    expect([store.trySet('a', 2), store.trySet('b', null)]).toEqual([false, false])
    expect(store.all()).toEqual([['a', 2]])
    file.broken = false
    expect(store.trySet('c', 3)).toBe(true)
    expect(file.read()).toEqual({ a: 2, c: 3 })
  })

  it('deletes the value of a forgotten account', () => {
    const { file, forget } = setUp({ a: 1, b: 2 })
    forget('a')
    forget('c')
    expect(file.writes).toEqual([{ b: 2 }])
  })
})
