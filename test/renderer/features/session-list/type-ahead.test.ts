import { expect, it } from 'vitest'
import { keyOf } from '../../../../renderer/features/session-list/listed-session.ts'
import { createTypeAhead } from '../../../../renderer/features/session-list/type-ahead.ts'
import { session } from '../../fake-bridge.ts'

const NAMES = ['Chrome', 'Edge', 'Chromium', 'Épiphany', 'Safari']
const rows = NAMES.map((name, index) => session(index, name))

/** Types letters, each with the pause before it in ms; returns the name that each led to, from the row of `active`. */
function go(active: string, ...letters: [letter: string, pause?: number][]): (string | null)[] {
  let time = 0
  const find = createTypeAhead(() => time)
  const keys = rows.map(keyOf)
  let at = keys[NAMES.indexOf(active)] ?? ''
  return letters.map(([letter, pause = 100]) => {
    time += pause
    const found = find(letter, rows, at)
    at = found ?? at
    return found === null ? null : NAMES[keys.indexOf(found)]!
  })
}

it('leads to the next row that begins with what was typed, from the start again after the last', () => {
  expect(go('Chrome', ['s'])).toEqual(['Safari'])
  expect(go('Edge', ['c'], ['h'], ['r'], ['o'], ['m'], ['e'])).toEqual([
    ...Array<string>(5).fill('Chromium'),
    'Chrome',
  ])
  expect(go('Safari', ['C'])).toEqual(['Chrome'])
})

it('goes on with the same letter, and begins anew after a pause', () => {
  expect(go('Edge', ['c'], ['c'], ['c'])).toEqual(['Chromium', 'Chrome', 'Chromium'])
  expect(go('Chrome', ['e'], ['s', 800])).toEqual(['Edge', 'Safari'])
})

it('ignores accents and case, and what no row begins with', () => {
  expect(go('Edge', ['E'])).toEqual(['Épiphany'])
  expect(go('Edge', ['x'], ['s'])).toEqual([null, null])
})
