import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COLUMN_PX, COLUMNS, type Column } from '../../../../electron/shared/view-state.ts'
import { viewStateSchema } from '../../../../electron/shared/view-state-schema.ts'
import {
  moveColumn,
  resizeColumn,
  toggleColumn,
  unlessInitial,
} from '../../../../renderer/features/session-list/column-edits.ts'
import { INITIAL_COLUMNS } from '../../../../renderer/features/session-list/shown-columns.ts'

const names = (columns: readonly Column[]): string[] => columns.map(({ name }) => name)

it('move, hide and widen a column', () => {
  expect(names(moveColumn(INITIAL_COLUMNS, 'firstSeen', 'lastUsed'))).toEqual([
    'account',
    'firstSeen',
    'lastUsed',
    'signedIn',
  ])
  expect(names(moveColumn(INITIAL_COLUMNS, 'lastUsed', 'signedIn'))).toEqual([
    'account',
    'signedIn',
    'lastUsed',
    'firstSeen',
  ])
  expect(toggleColumn(INITIAL_COLUMNS, 'signedIn')[2]).toEqual({
    name: 'signedIn',
    width: null,
    hidden: true,
  })
  expect(resizeColumn(INITIAL_COLUMNS, 'signedIn', 200.4)[2]?.width).toBe(200)
  expect(resizeColumn(INITIAL_COLUMNS, 'signedIn', -5)[2]?.width).toBe(COLUMN_PX.min)
})

it('are nothing that is stored once all is as at first', () => {
  expect(unlessInitial(toggleColumn(toggleColumn(INITIAL_COLUMNS, 'account'), 'account'))).toBeNull()
  const there = moveColumn(INITIAL_COLUMNS, 'firstSeen', 'account')
  expect(unlessInitial(there)).not.toBeNull()
})

it('keep every column once, in a form that main stores, whatever is done to them', () => {
  const column = fc.constantFrom(...COLUMNS)
  const step = fc.oneof(
    fc.record({ move: column, to: column }),
    fc.record({ resize: column, width: fc.double({ noNaN: true }) }),
    fc.record({ toggle: column }),
  )
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let columns = INITIAL_COLUMNS
      for (const one of steps) {
        if ('move' in one) columns = moveColumn(columns, one.move, one.to)
        else if ('resize' in one) columns = resizeColumn(columns, one.resize, one.width)
        else columns = toggleColumn(columns, one.toggle)
      }
      expect(names(columns).toSorted()).toEqual([...COLUMNS].toSorted())
      expect(viewStateSchema.safeParse({ columns }).success).toBe(true)
    }),
  )
})
