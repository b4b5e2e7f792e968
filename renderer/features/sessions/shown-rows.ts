import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { buildRows } from '../session-list/list-rows.ts'
import { useList } from '../session-list/list-context.ts'
import { useListView } from '../session-list/list-view.ts'
import { keyOf, type ListedSession } from '../session-list/listed-session.ts'
import { useStillRows } from '../session-list/still-rows.ts'
import { useReviews } from '../review/reviews.ts'

/**
 * The rows of the list as the person searches, filters and sorts it. `now` is epoch ms by this computer's clock. Keeps the search and
 * the filter if the same list was shown last. While the person is `inside` the list no row moves.
 */
export function useShownRows(
  sessions: () => readonly ListedSession[],
  now: Ref<number>,
  inside: () => boolean,
  hovers: () => boolean,
) {
  const { locale } = useI18n()
  const list = useList()
  const listView = useListView()
  const reviews = useReviews()
  listView.openList([list.account().id, list.task && 'task'].filter(Boolean).join(' '))

  const built = computed(() => {
    const { query, order, filter } = listView
    return buildRows(
      sessions(),
      { query, order, filter },
      {
        now: filter.kind === 'inactive' ? now.value + list.account().skew : 0,
        locale: locale.value,
        accounts: list.accounts(),
      },
      (session) => reviews.decisionOn(list.accountOf(session).id, session) !== null,
    )
  })
  const still = useStillRows(
    built,
    () => [listView.query, listView.order, listView.filter, locale.value],
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
    isNarrowed: computed(() => listView.query.trim() !== '' || listView.filter.kind !== 'all'),
  }
}
