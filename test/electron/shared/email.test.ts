import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail } from '../../../electron/shared/email.ts'

describe('isEmail', () => {
  it.each([
    'ada@example.com',
    'ada@localhost',
    'ada.byron+tag@mail.example.co.uk',
    "o'neil_!#$%&*/=?^`{|}~-@example.com",
    '"ada byron"@example.com',
    'josé@exemplo.com.br',
    'ada@münchen.example',
    'ada@xn--mnchen-3ya.example',
    'ada@[192.0.2.1]',
    'ada@[IPv6:2001:db8::1]',
  ])('accepts %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@@example.com',
    'ada@exam@ple.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com.',
    'ada@-example.com',
    'ada@example-.com',
    'ada@exa_mple.com',
    'ada@example.com,bia@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada byron@example.com',
    'ada@exam ple.com',
    '<ada@example.com>',
    'mailto:ada@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'abcdefghi.'.repeat(26)}com`,
  ])('refuses %s', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it('accepts every common address, and none with a space, a comma or a second @', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.nat(), fc.constantFrom(' ', ',', '@', '\n'), (email, at, extra) => {
        expect(isEmail(email)).toBe(true)
        const place = at % (email.length + 1)
        expect(isEmail(email.slice(0, place) + extra + email.slice(place))).toBe(false)
      }),
    )
  })
})
