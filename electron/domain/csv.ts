/** Spreadsheet programs need it to detect UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Formats rows as CSV (RFC 4180) with a byte order mark; no cell can act as a formula. Excel splits a file that is opened by a double
 * click at the system's list separator, which is a semicolon where the comma is the decimal sign (Microsoft's docs, Import or
 * export text files); `locale` has the system's region. A first line `sep=` would tell it too, but then it reads no UTF-8.
 */
export function formatCsv(rows: readonly (readonly string[])[], locale: string): string {
  const isDecimalComma = (1.5).toLocaleString(locale).includes(',')
  const separator = isDecimalComma ? ';' : ','
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(escapeCsvCell).join(separator)}\r\n`).join('')
}

/**
 * The places at the start of a text and after each separator in it, before what a spreadsheet might evaluate as a formula,
 * or before a quote, which would make what follows one cell. Spreadsheets of many languages split at semicolons instead of
 * commas, or at tabs, and take quotes inside a cell for text.
 */
const BEFORE_FORMULA =
  /(?<=^|[,;\t\r\n])(?=[\s\p{C}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])|(?<=[,;\t\r\n])(?="|$)/gu

/**
 * Formats one CSV cell. A part that a spreadsheet might evaluate as a formula gets a leading apostrophe, wherever the
 * spreadsheet splits the text.
 */
export function escapeCsvCell(text: string): string {
  const safe = text.replace(BEFORE_FORMULA, "'")
  return /[",;\r\n]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe
}
