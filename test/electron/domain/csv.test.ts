import { expect, it } from 'vitest'
import { escapeCsvCell, formatCsv } from '../../../electron/domain/csv.ts'

it.each([
  ['Firefox on Ubuntu', 'Firefox on Ubuntu'],
  ['curl/8.5', 'curl/8.5'],
  ['a=b', 'a=b'],
  ['a\tb', 'a\tb'],
  ['', ''],
  [' a', '" a"'],
])('quotes %j only where a parser would change it', (text, cell) => {
  expect(escapeCsvCell(text)).toBe(cell)
})

it.each([
  ['en', ','],
  ['es-MX', ','],
  ['es', ';'],
  ['pt-BR', ';'],
])('a spreadsheet in %s splits the CSV at "%s"', (locale, separator) => {
  const csv = formatCsv([['a', 'b;c,d', 'ç']], locale)
  expect(csv).toBe(`\uFEFF${['a', '"b;c,d"', 'ç'].join(separator)}\r\n`)
})
