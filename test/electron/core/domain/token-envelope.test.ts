import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from '../../../../electron/core/domain/token-envelope.ts'

const sealed = fc.record({
  accountId: fc.string({ minLength: 1 }),
  token: fc.string({ minLength: 1 }),
  sequence: fc.nat(),
  issuedAt: fc.nat(),
  expiresAt: fc.option(fc.nat()),
})

describe('the token envelope', () => {
  it('returns exactly what was sealed', () => {
    fc.assert(
      fc.property(sealed, (one) => {
        expect(unseal(seal(one), one.accountId)).toEqual(one)
      }),
    )
  })

  it('is refused for another account', () => {
    fc.assert(
      fc.property(sealed, fc.string(), (one, other) => {
        fc.pre(other !== one.accountId)
        expect(unseal(seal(one), other)).toBeNull()
      }),
    )
  })

  it('is refused after any change of one character', () => {
    fc.assert(
      fc.property(sealed, fc.nat(), fc.nat(0xffff), (one, at, code) => {
        const text = seal(one)
        const place = at % text.length
        const changed = text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1)
        const read = unseal(changed, one.accountId)
        if (read !== null) expect(read).toEqual(one)
      }),
      { numRuns: 500 },
    )
  })

  it('is refused if it is anything else', () => {
    for (const text of ['', 'null', '{}', '[]', '"12|abc"', '{"version":2}'])
      expect(unseal(text, 'a')).toBeNull()
  })
})
