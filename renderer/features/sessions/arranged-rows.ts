import { computed, inject, provide, ref, type Component, type InjectionKey, type Ref } from 'vue'
import type { RowAccount } from '../session-list/list-account.ts'
import type { ListContext } from '../session-list/list-context.ts'
import { useListView } from '../session-list/list-view.ts'
import { arrangeRows, type OwnLine } from './all-rows.ts'

const IS_OPEN: InjectionKey<Ref<boolean>> = Symbol('own devices')

/** Whether the line above this device's own sessions is open. */
export const useOwnDevicesOpen = (): Ref<boolean> => inject(IS_OPEN, () => ref(false), true)

/**
 * Arranges the list of all accounts, with this device's own sessions below a line, the `component`, that is closed at first. A
 * search or a filter lists them without the line, because they were looked for.
 */
export function useArrangedRows(
  accounts: () => ReadonlyMap<string, RowAccount>,
  component: Component,
): ListContext['arrange'] {
  const listView = useListView()
  const isOpen = ref(false)
  provide(IS_OPEN, isOpen)
  const isNarrowed = computed(() => listView.query.trim() !== '' || listView.filter.kind !== 'all')
  const arrange = computed((): ReturnType<ListContext['arrange']> => {
    const about = { key: 'own devices', group: '', component }
    const line: OwnLine | null = isNarrowed.value ? null : { ...about, isOpen: isOpen.value }
    return (rows) => arrangeRows(rows, accounts(), line)
  })
  return () => arrange.value
}
