import { expect, it } from 'vitest'
import { initialsOf } from '../../../electron/shared/initials.ts'

it.each([
  ['Ana Maria de Souza', 'AS'],
  ['ana', 'A'],
  ['Ägir Öst', 'ÄÖ'],
  ['', ''],
  ['— !', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
