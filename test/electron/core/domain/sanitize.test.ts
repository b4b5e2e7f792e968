import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitize, sanitizeMarkup } from '../../../../electron/core/domain/sanitize.ts'

describe('sanitize', () => {
  it('keeps names and markup: markup is only text', () => {
    expect(sanitize('Ana’s iPhone 🌻')).toBe('Ana’s iPhone 🌻')
    expect(sanitize('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
  })

  it('shows where a name contains bidi controls', () => {
    expect(sanitize('Firefox \u202Exof\u202C')).toBe('Firefox \uFFFDxof\uFFFD')
    expect(sanitize('a\u0000b\u001b[31m')).toBe('a\uFFFDb\uFFFD[31m')
    expect(sanitize(' two\r\nlines ')).toBe('two lines')
  })

  it('reads a limited part of an endless name', () => {
    expect(sanitize(`a${'\u0301'.repeat(5_000_000)}`)).toBe(`a${'\u0301'.repeat(4)}`)
    expect(sanitize(`${' '.repeat(5_000_000)}iPhone`)).toBe('iPhone')
    expect(sanitize('x'.repeat(5_000_000))).toHaveLength(300)
  })

  it('returns one limited line without controls, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (raw) => {
        const name = sanitize(raw)
        expect(name).not.toMatch(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/u)
        expect(name.length).toBeLessThanOrEqual(300)
        expect(sanitize(name)).toBe(name)
      }),
    )
  })
})

describe('sanitizeMarkup', () => {
  it('leaves nothing that a notification server parses as markup, and keeps all else', () => {
    expect(sanitizeMarkup('Müller & Söhne')).toBe('Müller ＆ Söhne')
    expect(sanitizeMarkup('<a href="https://phish.example">Click</a> &lt;b&gt;')).toBe(
      '‹a href="https://phish.example"›Click‹/a› ＆lt;b＆gt;',
    )
    expect(sanitizeMarkup('Ana’s “iPhone” – 90 %')).toBe('Ana’s “iPhone” – 90 %')
  })
})
