import { expect, it } from 'vitest'
import { serviceTime } from '../../../electron/domain/service-time.ts'

const YEAR = 31_536_000_000
const sample = { service: 5_000_000, wall: 1_000_000, steady: 200 }

it.each([
  ['is this computer’s before the first answer', null, 1_000_700, 1_000_700],
  ['continues from the last answer', sample, 1_000_700, 5_000_700],
  ['counts a sleep that the steady clock did not', sample, 1_000_000 + YEAR, 5_000_000 + YEAR],
  ['does not go back with this computer’s clock', sample, 1_000_700 - YEAR, 5_000_700],
])('the service’s time %s', (_case, last, wall, time) => {
  expect(serviceTime(last, wall, 900)).toBe(time)
})
