import { expect, it } from 'vitest'
import { enoughKills } from './scale.ts'

const GOAL = { kills: 500, inAWrite: 50, atMost: 2_500 }

it.each([
  [{ kills: 499, inAWrite: 80 }, false],
  [{ kills: 500, inAWrite: 50 }, true],
  [{ kills: 500, inAWrite: 35 }, false],
  [{ kills: 900, inAWrite: 50 }, true],
  [{ kills: 2_499, inAWrite: 49 }, false],
  [{ kills: 2_500, inAWrite: 0 }, true],
])('kills go on until enough of them hit a write: %o is enough: %s', (count, isEnough) => {
  expect(enoughKills(count, GOAL)).toBe(isEnough)
})
