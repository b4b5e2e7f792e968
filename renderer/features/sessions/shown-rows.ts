import { computed, toRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { buildRows, sessionsOf } from '../session-list/list-rows.ts'
import { useList } from '../session-list/list-context.ts'
import { useListView } from '../session-list/list-view.ts'
import type { ListedSession } from '../session-list/listed-session.ts'
import { useStillRows } from '../session-list/still-rows.ts'
import { useReviews } from '../review/reviews.ts'

/**
 * The rows of the list as the person searches, filters, sorts and groups it. `now` is epoch ms by this computer's clock. Keeps
 * the search and the filter if the same list was shown last. While the person is `inside` the list no row moves.
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
  listView.openList(list.account().id)
  /** The list of all accounts has a grouping of its own. */
  const grouping = toRef(listView, list.accounts() ? 'groupingOfAll' : 'grouping')

  const built = computed(() => {
    const { query, order, filter } = listView
    const { skew, zone } = list.account()
    const countsDays = filter.kind === 'inactive' || grouping.value === 'lastUse'
    const rows = buildRows(
      sessions(),
      { query, order, grouping: grouping.value, filter },
      { now: countsDays ? now.value + skew : 0, zone, locale: locale.value, accounts: list.accounts() },
      (session) => reviews.decisionOn(list.accountOf(session).id, session) !== null,
    )
    return list.arrange()(rows)
  })
  const still = useStillRows(
    built,
    () => [listView.query, listView.order, grouping.value, listView.filter, locale.value, list.arrange()],
    inside,
    hovers,
  )
  const rows = computed(() => still.held.value.rows)
  const waiting = computed(() => still.held.value.waiting)
  const shown = computed(() => sessionsOf(rows.value))
  const isNarrowed = computed(() => listView.query.trim() !== '' || listView.filter.kind !== 'all')
  return { rows, shown, waiting, grouping, isNarrowed, showWaiting: still.show, settle: still.settle }
}
