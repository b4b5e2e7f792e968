import { expect, it } from 'vitest'
import { createPinia, setActivePinia } from 'pinia'
import type { Order } from '../../../../electron/shared/view-state.ts'
import { useColumns } from '../../../../renderer/features/session-list/columns.ts'
import { listAccountOf } from '../../../../renderer/features/session-list/list-context.ts'
import { useListView } from '../../../../renderer/features/session-list/list-view.ts'
import { inList } from '../../in-list.ts'

const none = listAccountOf(null, undefined)
function columnsOf(by: Order['by'], isOfSeveral: boolean): ReturnType<typeof useColumns> {
  setActivePinia(createPinia())
  useListView().order = { by, direction: 'up' }
  return inList(
    useColumns,
    () => none,
    () => (isOfSeveral ? new Map() : null),
  )
}

it.each<[by: Order['by'], isOfSeveral: boolean, ranked: string]>([
  ['lastUsed', false, 'lastUsed name signedIn'],
  ['name', true, 'name account lastUsed signedIn'],
  ['signedIn', true, 'signedIn name account lastUsed'],
])('a narrow table keeps what it is sorted by: %s, of several accounts: %s', (by, isOfSeveral, ranked) => {
  const { columns, style } = columnsOf(by, isOfSeveral)
  const inOrder = columns.value.toSorted((a, b) => a.rank - b.rank)
  expect(inOrder.map(({ name }) => name).join(' ')).toBe(ranked)
  const widths = (maxRank: number): string =>
    columns.value.flatMap(({ rank, width }) => (rank <= maxRank ? width : [])).join(' ')
  expect(style.value).toEqual({ '--columns': widths(9), '--columns-narrow': widths(3) })
})
