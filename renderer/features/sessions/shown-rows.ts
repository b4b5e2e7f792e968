import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { buildRows } from '../session-list/list-rows.ts'
import { useList } from '../session-list/list-context.ts'
import { useListView } from '../session-list/list-view.ts'
import { keyOf, type ListedSession } from '../session-list/listed-session.ts'
import { useStillRows } from '../session-list/still-rows.ts'

/**
 * The rows of the list as the person searches and sorts it, and those of the chip that is on. Keeps the search and the chip if the
 * same list was shown last. While the person is `inside` the list no row moves.
 */
export function useShownRows(
  sessions: () => readonly ListedSession[],
  inside: () => boolean,
  hovers: () => boolean,
) {
  const { locale } = useI18n()
  const list = useList()
  const listView = useListView()
  listView.openList([list.account().id, list.task && 'task'].filter(Boolean).join(' '))

  const built = computed(() =>
    buildRows(
      sessions(),
      { query: listView.query, order: listView.shownOrder },
      { locale: locale.value, accounts: list.accounts() },
      listView.chip && listView.narrow,
    ),
  )
  const still = useStillRows(
    built,
    () => [
      listView.query,
      listView.shownOrder,
      listView.chip,
      listView.unusedDays,
      listView.accountId,
      listView.chip && listView.narrow,
      locale.value,
    ],
    inside,
    hovers,
  )
  return {
    ...still,
    /** The sessions of the rows, without those that are gone. */
    shown: computed(() => {
      const { rows, gone } = still.held.value
      return gone.size === 0 ? rows : rows.filter((session) => !gone.has(keyOf(session)))
    }),
    isNarrowed: computed(() => listView.query.trim() !== '' || listView.chip !== null),
  }
}
