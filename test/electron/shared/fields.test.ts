import { describe, expect, it } from 'vitest'
import { isSameExcept, pick, withFields } from '../../../electron/shared/fields.ts'

interface Fields {
  a: number
  b: string | null
  c?: number
}
const BEFORE: Fields = { a: 1, b: null }

it('picks fields in the order of their names', () => {
  expect(JSON.stringify(pick({ a: 1, b: 2, c: 3 }, ['c', 'a']))).toBe('{"c":3,"a":1}')
})

describe('two objects', () => {
  it.each<[Fields, (keyof Fields)[], boolean]>([
    [{ b: null, a: 1 }, [], true],
    [{ a: 2, b: null }, [], false],
    [{ a: 2, b: null }, ['a'], true],
    [{ a: 2, b: '' }, ['a'], false],
    [{ a: 1, b: null, c: 3 }, [], false],
    [{ a: 1, b: null, c: 3 }, ['c'], true],
  ])('are compared in both directions: %j without %j', (after, except, isSame) => {
    expect(isSameExcept(BEFORE, after, ...except)).toBe(isSame)
    expect(isSameExcept(after, BEFORE, ...except)).toBe(isSame)
  })
})

it('changes an object only where a value differs', () => {
  expect(withFields(BEFORE, { a: 1, b: null })).toBe(BEFORE)
  expect(withFields(BEFORE, {})).toBe(BEFORE)
  expect(withFields(BEFORE, { b: 'x' })).toEqual({ a: 1, b: 'x' })
  expect(withFields(BEFORE, { c: 3 })).toEqual({ ...BEFORE, c: 3 })
  expect(BEFORE).toEqual({ a: 1, b: null })
})
