import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSearch } from '../../../renderer/lib/search.ts'

const labels = (...all: string[]): { label: string }[] => all.map((label) => ({ label }))
function search(query: string, items: { label: string; words?: string }[]): string[] {
  return createSearch(items)(query).map(({ label }) => label)
}

describe('finding in the palette', () => {
  it.each([
    ['case', 'FIREFOX', 'End Firefox on Ubuntu'],
    ['the order of words', 'ubuntu fire', 'End Firefox on Ubuntu'],
    ['white space', '  end   ubuntu ', 'End Firefox on Ubuntu'],
    ['accents in the label', 'sessoes', 'Sessões'],
    ['accents in the query', 'sessões', 'Sessoes'],
    ['how accents are written', 'sesso\u0303es', 'Sess\u00f5es'],
    ['width', 'ipad', 'ｉＰａｄ'],
    ['a dotted capital', 'istanbul', 'İstanbul'],
  ])('ignores differences of %s', (_, query, label) => {
    expect(search(query, labels(label, 'Settings'))).toEqual([label])
  })

  it('requires every word', () => {
    expect(search('firefox windows', labels('Firefox on Ubuntu', 'Chrome on Windows'))).toEqual([])
  })

  it('searches the further words too, but not across their boundary', () => {
    const items = [{ label: 'Switch to Ana', words: 'Lagoa' }]
    expect(search('lagoa switch', items)).toEqual(['Switch to Ana'])
    expect(search('analagoa', items)).toEqual([])
  })

  it('puts matches at the start of words first, and keeps the order otherwise', () => {
    expect(search('set', labels('Reset', 'Sessions', 'Offset', 'Settings', 'Theme: Set'))).toEqual([
      'Settings',
      'Theme: Set',
      'Reset',
      'Offset',
    ])
  })

  it('keeps all items, in order, for an empty query', () => {
    expect(search(' ', labels('b', 'a', ''))).toEqual(['b', 'a', ''])
  })

  it('treats a query as plain text', () => {
    expect(search('.*', labels('a', 'b.*'))).toEqual(['b.*'])
  })

  it('finds every item by its own label, and by its words in reverse order', () => {
    const label = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.array(label, { minLength: 1 }), fc.nat(), (all, at) => {
        const wanted = all[at % all.length] ?? ''
        expect(search(wanted, labels(...all))).toContain(wanted)
        const words = wanted.split(/\s+/)
        expect(search(words.toReversed().join(' '), labels(...all))).toContain(wanted)
      }),
      { numRuns: 2_000 },
    )
  })
})
