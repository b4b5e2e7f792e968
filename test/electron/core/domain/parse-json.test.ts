import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../../electron/core/domain/parse-json.ts'

describe('parsing JSON', () => {
  it.each([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    [' "text" ', 'text'],
  ])('returns the value of %s', (text, value) => {
    expect(parseJson(text)).toEqual(value)
  })

  it.each(['', ' \n', '{', '<html>', '{"a":1} {'])('returns undefined for %j', (text) => {
    expect(parseJson(text)).toBeUndefined()
  })
})
