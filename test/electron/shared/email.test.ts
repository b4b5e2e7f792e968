import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail } from '../../../electron/shared/email.ts'

const NAMES = ['ada', 'ada.byron+tag', "o'neil_!#$%&*/=?^`{|}~-", '"ada byron"', 'josé']
const DOMAINS = ['localhost', 'mail.example.co.uk', 'münchen.example', 'xn--mnchen-3ya.example']
const ADDRESSES = ['[192.0.2.1]', '[IPv6:2001:db8::1]']
const NO_NAMES = ['', '.ada', 'ada.', 'a..da', 'ada byron', '<ada', 'mailto:ada', 'a'.repeat(65)]
const NO_DOMAINS = [
  '',
  'exam@ple.com',
  '@example.com',
  'a.example,b@b.example',
  'exam ple.com',
  'example.com>',
]
const NO_LABELS = ['example..com', '.example.com', 'example.com.', '-a.example', 'a-.example', 'exa_mple.com']
const LONG_DOMAINS = [`${'a'.repeat(64)}.com`, `${'abcdefghi.'.repeat(26)}com`]

describe('isEmail', () => {
  const names = NAMES.map((name) => `${name}@example.com`)
  it.each([...names, ...[...DOMAINS, ...ADDRESSES].map((domain) => `ada@${domain}`)])(
    'accepts %s',
    (text) => {
      expect(isEmail(text)).toBe(true)
    },
  )

  const odd = [...NO_DOMAINS, ...NO_LABELS, ...LONG_DOMAINS].map((domain) => `ada@${domain}`)
  it.each(['', 'ada', ...odd, ...NO_NAMES.map((name) => `${name}@example.com`)])('refuses %s', (text) => {
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
