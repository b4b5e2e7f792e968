import { useEventListener, useTimeoutFn } from '@vueuse/core'
import { shallowRef, watch, type Ref } from 'vue'
import type { Presence } from '../../lib/presence.ts'
import { keyBefore, keyOf, type ListedSession } from './listed-session.ts'

/** How long a row that is gone keeps its place while the pointer is in the list, ms. */
const GONE_MS = 2_000

/** The rows that stay in their places, the keys of those that are gone, and of those that wait, in the order of the list. */
export interface HeldRows {
  rows: readonly ListedSession[]
  gone: ReadonlySet<string>
  waiting: readonly string[]
}

const asBuilt = (rows: readonly ListedSession[]): HeldRows => ({ rows, gone: new Set(), waiting: [] })

/**
 * Keeps the `shown` rows in their places while the list is `built` anew: each has its new values, and those that arrived wait. What
 * the record has by now takes the place that it had without. The first list of an account does not wait.
 */
export function holdRows(shown: readonly ListedSession[], built: readonly ListedSession[]): HeldRows {
  const before = new Set(shown.map(keyOf))
  const accounts = new Set(shown.map(({ accountId }) => accountId))
  const arrived = built.filter((session) => !before.has(keyOf(session)))
  if (arrived.some(({ accountId }) => !accounts.has(accountId))) return asBuilt(built)

  const now = new Map(built.map((session) => [keyOf(session), session]))
  const recorded = new Map(arrived.map((session) => [keyBefore(session), session]))
  const rows = shown.map((row) => now.get(keyOf(row)) ?? recorded.get(keyOf(row)) ?? row)
  return {
    rows,
    gone: new Set(rows.map(keyOf).filter((key) => !now.has(key))),
    waiting: arrived.filter((session) => !before.has(keyBefore(session))).map(keyOf),
  }
}

/**
 * The rows as they are shown. While the person is inside the list none moves and none is added: what arrives waits until `show`,
 * until the person searches, sorts or filters (another `view`), or until nobody sees the window. What is gone keeps its place for a
 * moment while the pointer `hovers` over the list, which may be about to press.
 */
export function useStillRows(
  built: Ref<readonly ListedSession[]>,
  view: Ref<unknown>,
  { isInside, hovers }: Presence,
) {
  const held = shallowRef(asBuilt(built.value))
  const show = (): void => void (held.value = asBuilt(built.value))

  function closeUp(): void {
    const { rows, gone, waiting } = held.value
    if (gone.size > 0)
      held.value = { rows: rows.filter((row) => !gone.has(keyOf(row))), gone: new Set(), waiting }
  }
  const later = useTimeoutFn(closeUp, GONE_MS, { immediate: false })

  watch([built, view], ([rows, now], [, before]) => {
    if (now !== before || document.hidden || !(held.value.waiting.length > 0 || isInside())) return show()
    held.value = holdRows(held.value.rows, rows)
    if (!hovers()) closeUp()
    else if (!later.isPending.value) later.start()
  })
  useEventListener(document, 'visibilitychange', () => document.hidden && show())

  return {
    held,
    show,
    /** Shows the rows in their order once the person has left the list, if none waits. */
    settle(): void {
      if (held.value.waiting.length === 0 && !isInside()) show()
    },
  }
}
