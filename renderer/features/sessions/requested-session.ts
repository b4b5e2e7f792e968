import { watch, type Ref } from 'vue'
import { focusHeading } from '../../lib/keep-focus.ts'
import { useListView } from '../session-list/list-view.ts'
import type { ListedSession } from '../session-list/listed-session.ts'

/** A list that other pages can ask to focus a session or to open its details. */
export interface RequestedList {
  /** All sessions of the list; null until they are loaded, and where no request is for this list. */
  sessions: Ref<readonly ListedSession[] | null>
  /** The sessions that match the search and the filter. */
  shown: Ref<readonly ListedSession[]>
  /** Clears the search and the filter. */
  showAll(): void
  openDetails(key: number): unknown
}

/**
 * Carries out the requests of other pages in the list view: clears a search and a filter that hide the session, and opens its
 * details if requested. Focuses the heading if the session is gone. The table focuses the End button.
 */
export function useRequestedSession({ sessions, shown, showAll, openDetails }: RequestedList): void {
  const listView = useListView()

  /** Makes sure that the row of a session is shown; returns false if the session is gone. */
  function showRow(key: number): boolean {
    const isRequested = (session: ListedSession): boolean => session.key === key
    if (!sessions.value?.some(isRequested)) {
      focusHeading()
      return false
    }
    if (!shown.value.some(isRequested)) showAll()
    return true
  }

  watch(
    () => (sessions.value ? listView.pendingFocusKey : null),
    (key) => {
      if (key !== null && !showRow(key)) listView.pendingFocusKey = null
    },
    { immediate: true, flush: 'post' },
  )
  watch(
    () => (sessions.value ? listView.pendingDetailsKey : null),
    (key) => {
      if (key === null) return
      listView.pendingDetailsKey = null
      if (showRow(key)) openDetails(key)
    },
    { immediate: true, flush: 'post' },
  )
}
