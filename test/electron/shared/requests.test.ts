import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REQUESTS } from '../../../electron/shared/requests.ts'
import { CARRYING, GOOD } from '../ipc/requests-harness.ts'

/** A value that no valid payload contains by chance. */
const CANARY = 'canary-5f1e'

describe('the schemas of the payloads', () => {
  const wrongParts = [{}, new Date(), { theme: 'blue' }, { language: 'de' }, { server: 'https://x.example' }]
  it.each(wrongParts)('refuse the settings %j', (part) => {
    expect(REQUESTS['settings:update'].payload.safeParse(part).success).toBe(false)
  })

  const wrongCodes = ['', '12345', '1234567', ' 123456', '123456\n', '12345a', '١٢٣٤٥٦', '-12345']
  it.each(['000000', '987654', ...wrongCodes])('accept a code of six digits only: %j', (code) => {
    const { success } = REQUESTS['account:verifyTwoFactor'].payload.safeParse({ challengeId: 'c', code })
    expect(success).toBe(!wrongCodes.includes(code))
  })

  it('keep every character of a password', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }), (password) => {
        const parsed = REQUESTS['account:signIn'].payload.parse({ ...GOOD['account:signIn'], password })
        expect(parsed.password).toBe(password)
      }),
    )
  })

  it.each([
    ['account:signIn', 'password'],
    ['account:register', 'password'],
    ['password:change', 'currentPassword'],
    ['password:change', 'password'],
    ['password:reset', 'password'],
    ['password:reset', 'token'],
  ] as const)('%s: accepts no empty %s', (request, secret) => {
    const schema = REQUESTS[request].payload
    expect(schema.safeParse({ ...GOOD[request], [secret]: '' }).success).toBe(false)
    expect(schema.safeParse({ ...GOOD[request], [secret]: ' ' }).success).toBe(true)
  })

  it('accept only a whole number for the key of a session', () => {
    const takes = (key: unknown): boolean =>
      REQUESTS['session:revoke'].payload.safeParse({ accountId: 'a', key }).success
    fc.assert(fc.property(fc.maxSafeInteger(), takes))
    for (const wrong of [0.5, NaN, Infinity, 2 ** 53, '1', '../me', null, 1n])
      expect(takes(wrong)).toBe(false)
  })

  it('accept decisions on a long list, a review that ends nothing, and no list without a bound', () => {
    const keysOf = (count: number) => Array.from({ length: count }, (_, key) => key)
    const takes = (request: 'review:decide' | 'review:finish', part: object): boolean =>
      REQUESTS[request].payload.safeParse({ ...GOOD[request], ...part }).success
    expect(takes('review:decide', { keys: keysOf(10_000) })).toBe(true)
    expect(takes('review:decide', { keys: [] })).toBe(false)
    expect(takes('review:decide', { keys: keysOf(100_001) })).toBe(false)
    expect(takes('review:finish', { keys: [] })).toBe(true)
    expect(takes('review:finish', { keys: keysOf(10_000) })).toBe(true)
    expect(takes('review:finish', { keys: keysOf(100_001) })).toBe(false)
  })

  it.each(CARRYING)('%s: repeats no value in the errors of a nearly valid payload', (request, payload) => {
    for (const key of Object.keys(payload)) {
      for (const wrong of [CANARY.repeat(500), [CANARY], { [key]: CANARY }]) {
        const parsed = REQUESTS[request].payload.safeParse({ ...payload, [key]: wrong })
        expect(parsed.success).toBe(false)
        expect(`${parsed.error?.message} ${JSON.stringify(parsed.error?.issues)}`).not.toContain(CANARY)
      }
    }
  })
})
