import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from '../../../electron/domain/token-envelope.ts'

const sealed = fc.record({
  accountId: fc.string({ minLength: 1 }),
  token: fc.string({ minLength: 1 }),
  sequence: fc.nat(),
  issuedAt: fc.nat(),
  expiresAt: fc.option(fc.nat()),
})

describe('the token envelope', () => {
  it('returns exactly what was sealed, and nothing for another account', () => {
    fc.assert(
      fc.property(sealed, fc.string(), (content, other) => {
        expect(unseal(seal(content), content.accountId)).toEqual(content)
        fc.pre(other !== content.accountId)
        expect(unseal(seal(content), other)).toBeNull()
      }),
    )
  })

  it('is refused after any change of one character', () => {
    fc.assert(
      fc.property(sealed, fc.nat(), fc.nat(0xffff), (content, at, code) => {
        const text = seal(content)
        const place = at % text.length
        const changed = text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1)
        const read = unseal(changed, content.accountId)
        if (read !== null) expect(read).toEqual(content)
      }),
      { numRuns: 500 },
    )
  })

  it.each(['', 'null', '{}', '[]', '"12|abc"', '{"version":2}'])('is refused if it is %s', (text) => {
    expect(unseal(text, 'a')).toBeNull()
  })
})
