import { expect, it } from 'vitest'
import { createViewStates } from '../../../electron/core/view-state.ts'
import type { ViewState } from '../../../electron/shared/view-state.ts'
import { fakeLog, fakeStore } from '../fakes.ts'

function setUp(stored: ViewState = {}) {
  const store = fakeStore(stored)
  const log = fakeLog()
  return { store, log, open: () => createViewStates(store, log) }
}
const BY_NAME: ViewState = { order: { by: 'name', direction: 'up' } }

it('is there again at the next start, and is written only when it changes', () => {
  const { store, open } = setUp()
  const view = open()
  expect(view.get()).toEqual({})
  view.update(BY_NAME)
  view.update({ order: { by: 'name', direction: 'up' } })
  expect(store.writes).toEqual([BY_NAME])
  expect(open().get()).toEqual(BY_NAME)
  view.update({})
  expect(open().get()).toEqual({})
})

it('stays for the next page of this run if the disk refuses, and is logged', () => {
  const { store, log, open } = setUp()
  const view = open()
  store.broken = true
  view.update(BY_NAME)
  expect([view.get(), open().get(), log.lines]).toEqual([BY_NAME, {}, ['view.notSaved {}']])
})
