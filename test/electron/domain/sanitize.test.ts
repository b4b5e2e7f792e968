import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitize, sanitizeMarkup, sanitizeText } from '../../../electron/domain/sanitize.ts'

describe('sanitize', () => {
  it.each<readonly [string, string]>([
    ['Ana’s iPhone 🌻', 'Ana’s iPhone 🌻'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['Firefox \u202Exof\u202C', 'Firefox \uFFFDxof\uFFFD'],
    ['a\u0000b\u001b[31m', 'a\uFFFDb\uFFFD[31m'],
    [' two\r\n  lines ', 'two lines'],
    [`${'x'.repeat(299)} y`, 'x'.repeat(299)],
    [`${'x'.repeat(299)}🌻`, 'x'.repeat(299)],
    [`${'x'.repeat(295)}👩‍👩‍👧`, 'x'.repeat(295)],
    ['👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️', '👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️'],
    ['می‌خواهم', 'می‌خواهم'],
    ...['\u200D', '\u200B \u2060', '\uFE0F\u{E0041}', '\u00AD', '\u3164', '\u2800', '\u0000', '\u202E'].map(
      (unseen) => [unseen, ''] as const,
    ),
  ])('%j -> %j', (raw, name) => {
    expect(sanitize(raw)).toBe(name)
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

it.each([
  ['each line break', 'a\r\nb\rc\vd\fe\u2028f\u2029g', 'a\nb\nc\nd\ne\nf\ng'],
  ['one empty line in a row', '\n a \n\n\n\n b\u202E \n', 'a\n\nb\uFFFD'],
  ['no half of a character', `${'x'.repeat(19)}🌻`, 'x'.repeat(19)],
  ['nothing behind many blanks', `${' '.repeat(160)}x`, ''],
])('sanitizeText keeps %s', (_case, raw, text) => {
  expect(sanitizeText(raw, 20)).toBe(text)
})

it.each([
  ['Müller & Söhne', 'Müller ＆ Söhne'],
  ['<a href="https://x.example">Click</a> &lt;', '‹a href="https://x.example"›Click‹/a› ＆lt;'],
  ['Ana’s “iPhone” – 90 %', 'Ana’s “iPhone” – 90 %'],
])('sanitizeMarkup leaves nothing that a notification server parses as markup: %s', (text, shown) => {
  expect(sanitizeMarkup(text)).toBe(shown)
})
