import { expect, it } from 'vitest'
import { initialsOf } from '../../../electron/shared/initials.ts'

it.each([
  ['Ana Souza', 'AS'],
  ['Ana Maria de Souza', 'AS'],
  ['ana', 'A'],
  ['Ägir Öst', 'ÄÖ'],
  ['李 小龍', '李小'],
  ['', ''],
  ['— !', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
