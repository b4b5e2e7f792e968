import { describe, expect, it } from 'vitest'
import { createAccountStore, inOneFile, type ValuesOnDisk } from '../../../electron/core/account-store.ts'
import { fakeAccountFiles, fakeForgetting, fakeLog, fakeStore } from '../fakes.ts'

function setUp(first: Record<string, number> = {}, part: { keepsRefused?: boolean } = {}) {
  const file = fakeStore(first)
  return { file, ...storeOn(inOneFile(file), part) }
}

function storeOn(disk: ValuesOnDisk<number>, part: { keepsRefused?: boolean }) {
  const log = fakeLog()
  const { on: onAccountForgotten, forget } = fakeForgetting()
  const store = createAccountStore({ disk, log, warning: 'notSaved', onAccountForgotten, ...part })
  return { log, forget, store }
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

  it('writes the file of one account only, and keeps in memory what that refused to try', () => {
    const files = fakeAccountFiles<number>()
    files.write('a', 1)
    const { log, store } = storeOn(files, { keepsRefused: true })
    files.broken = true
    expect(() => store.set('a', 2)).toThrow('ENOSPC')
    expect([store.get('a'), store.trySet('a', 3), store.get('a')]).toEqual([1, false, 3])
    expect([store.trySet('b', 1), log.lines]).toEqual([
      false,
      ['notSaved {"account":"a"}', 'notSaved {"account":"b"}'],
    ])
    files.broken = false
    store.set('c', 4)
    store.set('a', null)
    store.set('unknown', null)
    expect(files.writes.slice(1)).toEqual([
      ['c', 4],
      ['a', null],
    ])
    expect(store.all()).toEqual([
      ['b', 1],
      ['c', 4],
    ])
  })

  it('deletes the value of a forgotten account', () => {
    const { file, forget } = setUp({ a: 1, b: 2 })
    forget('a')
    forget('c')
    expect(file.writes).toEqual([{ b: 2 }])
  })
})
