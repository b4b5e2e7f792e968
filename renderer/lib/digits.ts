/** Writes the decimal digits of any script as ASCII ones: a person types those of their keyboard. */
export function toAsciiDigits(text: string): string {
  // Full-width and mathematical ones are forms of the ASCII ones.
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
}

/** The value of a digit: those of a script stand in a row, from zero on (The Unicode Standard, section 4.6). */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return (code - zero) % 10
}
