import fc from 'fast-check'

const HOSTILE_CHARACTERS = Array.from('=+-@＝－,;\t\r\n"\' \u200Ba')

/** Texts of anything, and of what makes formulas and cells. */
export const HOSTILE_TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...HOSTILE_CHARACTERS), maxLength: 24 }),
)

const FORMULA = /^[\s\p{C}"]*[=+\-@＝＋－＠]|^[\t\r]/u

/** The cells of a CSV file that a spreadsheet may evaluate, at whichever separator it splits, with and without quotes. */
export function formulasIn(csv: string): string[] {
  const text = csv.replace(/^\uFEFF/, '')
  const cells = [',', ';', '\t'].flatMap((separator) => [
    ...text.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator)),
    ...parseQuoted(text, separator),
  ])
  return cells.filter((cell) => FORMULA.test(cell))
}

/** The cells by RFC 4180; a quote counts only at the start of a cell, and text after its end is kept. */
function parseQuoted(text: string, separator: string): string[] {
  const cells: string[] = []
  for (let at = 0; at < text.length;) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === '"' && text[at + 1] !== '"') break
        if (text[at] === '"') at += 1
        cell += text[at] ?? ''
      }
      at += 1
    }
    while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? ''))
      cell += text[at++] ?? ''
    at += 1
    cells.push(cell)
  }
  return cells
}
