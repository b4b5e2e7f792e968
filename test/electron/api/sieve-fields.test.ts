import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sieveFields } from '../../../electron/api/sieve-fields.ts'

const LONG = 'Mozilla/5.0 (X11; Linux x86_64) '.repeat(20)

describe('what a service sends with a session beyond the API', () => {
  it.each<[string, Record<string, unknown>, Record<string, string> | undefined]>([
    ['nothing', {}, undefined],
    [
      'scalars',
      { ip: '203.0.113.7', logins: 3, trusted: false },
      { ip: '203.0.113.7', logins: '3', trusted: 'false' },
    ],
    ['no others', { city: null, place: {}, tags: ['a'], empty: '', blank: '\u200B' }, undefined],
    [
      'an address',
      { ip_address: '2001:db8:85a3:8d3:1319:8a2e:370:7348' },
      { ip_address: '2001:db8:85a3:8d3:1319:8a2e:370:7348' },
    ],
    ['one line without controls', { city: 'A\u202Eb\n c' }, { city: 'A\uFFFDb c' }],
    ['the beginning of a long text', { user_agent: LONG }, { user_agent: LONG.slice(0, 256).trim() }],
    [
      'plain names only',
      { 'a-b': 1, a1: 1, é: 1, _a: 1, __proto__x: 1, 'ip ': 1, 't\u043Eken': 1, a_B: 1 },
      { a_B: '1' },
    ],
    ...[
      ...[
        'token',
        'accessToken',
        'ACCESS_TOKEN',
        'client_secret',
        'hash',
        'passwd',
        'apiKey',
        'cookie',
        'X_CSRF',
      ],
      ...[
        'payload',
        'oauth',
        'credentials',
        'otp',
        'verification_code',
        'session_id',
        'sessionId',
        'SESSIONID',
      ],
      ...['t_o_k_e_n'],
    ].map(
      (name) => [`no ${name}`, { [name]: 'x' }, undefined] as [string, Record<string, string>, undefined],
    ),
    ...[
      ...['0123456789abcdef'.repeat(2), `7|${'Ab1'.repeat(12)}`, `see ${'x'.repeat(32)} there`],
      ...[`${'A+/'.repeat(10)}A=`, 'a-b_'.repeat(8), `${'word '.repeat(60)}${'x'.repeat(32)}`],
    ].map(
      (text) => [`not ${text}`, { note: text }, undefined] as [string, Record<string, string>, undefined],
    ),
    ['no name that may be a secret', { ['a'.repeat(32)]: 'x' }, undefined],
    ['a row of 31', { note: 'x'.repeat(31) }, { note: 'x'.repeat(31) }],
  ])('keeps %s', (_what, raw, kept) => {
    expect(sieveFields(raw)).toEqual(kept)
  })

  it('keeps the known ones first, and the first eight of all', () => {
    const others = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, name]))
    const known = { user_agent: 'curl', country: 'Portugal', ipAddress: '203.0.113.7' }
    expect(Object.keys(sieveFields({ ...others, ...known }) ?? {})).toEqual([
      ...['ipAddress', 'country', 'user_agent'],
      ...['a', 'b', 'c', 'd', 'e'],
    ])
  })

  it('keeps no name that an object has by itself', () => {
    const raw: unknown = JSON.parse('{"__proto__": "x", "constructor": "y"}')
    expect(Object.entries(sieveFields(raw as Record<string, unknown>) ?? {})).toEqual([['constructor', 'y']])
  })

  it('skips what no longer fits', () => {
    const wide = '界'.repeat(256)
    expect(Object.keys(sieveFields({ a: wide, b: wide, c: wide, d: 'x' }) ?? {})).toEqual(['a', 'd'])
  })
})

it('never keeps too much, a secret name, or what may be a secret', () => {
  const secret = fc.stringMatching(/^[\w+/=-]{32,80}$/)
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.constant('界'.repeat(400)))
  const hidden = fc.tuple(text, secret, text).map((parts) => parts.join(''))
  const name = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[a-zA-Z_]{1,40}$/),
    fc.constantFrom('ip', 'accessToken', 'otp_x'),
  )
  const value = fc.oneof(text, hidden, fc.double(), fc.boolean(), fc.constant(null), fc.object())
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 20 }), (raw) => {
      const kept = Object.entries(sieveFields(raw) ?? { ip: 'x' })
      expect(kept.length).toBeGreaterThan(0)
      expect(kept.length).toBeLessThanOrEqual(8)
      expect(Buffer.byteLength(kept.flat().join(''))).toBeLessThanOrEqual(1_024)
      for (const [key, shown] of kept) {
        expect(shown.length).toBeLessThanOrEqual(256)
        expect(shown).not.toMatch(/[\w+/=-]{32}|[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u)
        expect(key).toMatch(/^[a-z][a-z_]{0,30}$/i)
        expect(key.replaceAll('_', '')).not.toMatch(
          /token|secret|hash|pass|key|cookie|csrf|payload|auth|credential|otp|code|sessionid/i,
        )
      }
    }),
  )
})
