import { expect, it } from 'vitest'
import { toAsciiDigits } from '../../../renderer/lib/digits.ts'

it.each([
  ['123 456', '123 456'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
  ['０１２９', '0129'],
  ['𝟎𝟗𝟘𝟡𝟶𝟿', '090909'],
  ['𞥐𞥙', '09'],
  ['a-b', 'a-b'],
])('%s has these values: %s', (typed, digits) => {
  expect(toAsciiDigits(typed)).toBe(digits)
})
