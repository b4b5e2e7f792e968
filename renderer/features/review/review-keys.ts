import { computed, nextTick, ref, type Ref } from 'vue'
import type { Decision } from '../../../electron/shared/review.ts'
import { decisionOf } from './decision-keys.ts'
import type { ReviewRow } from './review-rows.ts'

/** The attribute of a session's row; its value is the row's key. */
export const REVIEW_KEY_ATTRIBUTE = 'data-review-key'

/** The number of sessions that PageUp and PageDown move. */
const PAGE = 5

/** The actions of the keys; `key` is that of an item. */
export interface ReviewKeyActions {
  reveal(index: number): void
  decide(key: number, decision: Decision): void
  /** Whether an item waits for a decision. */
  isWaiting(key: number): boolean
  /** No shown item waits for a decision any more. */
  complete(): void
}

/**
 * Keys that decide on the focused session of a review and go to the next undecided one, and keys that move between sessions. The
 * active row follows the focus.
 */
export function useReviewKeys(
  rows: () => readonly ReviewRow[],
  body: Ref<HTMLElement | null>,
  { reveal, decide, isWaiting, complete }: ReviewKeyActions,
) {
  const chosen = ref<string | null>(null)
  const indexes = computed(() => new Map(rows().map(({ key }, index) => [key, index])))
  const itemKeys = computed(() => rows().flatMap((row) => (row.kind === 'item' ? [row.key] : [])))
  const active = computed(() =>
    chosen.value !== null && indexes.value.has(chosen.value) ? chosen.value : (itemKeys.value[0] ?? null),
  )
  /** The index of the active row. */
  const index = computed(() => indexes.value.get(active.value ?? '') ?? -1)

  function keyAt(target: EventTarget | null): string | null {
    const row = target instanceof Element ? target.closest(`[${REVIEW_KEY_ATTRIBUTE}]`) : null
    return row?.getAttribute(REVIEW_KEY_ATTRIBUTE) ?? null
  }

  /** Makes a row active and focuses its chosen radio, otherwise the first one. */
  async function go(key: string): Promise<void> {
    chosen.value = key
    await nextTick()
    reveal(index.value)
    await nextTick()
    const row = body.value?.querySelector(`[${REVIEW_KEY_ATTRIBUTE}="${key}"]`)
    const radio =
      row?.querySelector<HTMLElement>('input[type=radio]:checked') ?? row?.querySelector('input[type=radio]')
    if (radio instanceof HTMLElement) radio.focus({ preventScroll: true })
  }

  /** Returns the index of the session that a key moves to, or null for another key. */
  function targetIndex(pressed: string, from: number): number | null {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }
    const step = steps[pressed]
    if (pressed === 'Home') return 0
    if (pressed === 'End') return itemKeys.value.length - 1
    return step === undefined ? null : Math.min(Math.max(from + step, 0), itemKeys.value.length - 1)
  }

  /** Focuses the next session below that waits for a decision, or else the first one. */
  function advance(from: string | null): void {
    const at = from === null ? -1 : itemKeys.value.indexOf(from)
    const others = [...itemKeys.value.slice(at + 1), ...itemKeys.value.slice(0, Math.max(at, 0))]
    const next = others.find((key) => isWaiting(Number(key)))
    if (next === undefined) complete()
    else void go(next)
  }

  function press(event: KeyboardEvent): void {
    const key = keyAt(event.target)
    if (key === null || event.altKey || event.ctrlKey || event.metaKey) return
    const decision = decisionOf(event.key)
    const to = targetIndex(event.key, itemKeys.value.indexOf(key))
    const next = to === null ? undefined : itemKeys.value[to]
    if (decision && !event.repeat) {
      decide(Number(key), decision)
      advance(key)
    } else if (next !== undefined) void go(next)
    else return
    event.preventDefault()
  }

  return {
    active,
    index,
    press,
    /** Makes the focused row the active one. */
    follow: (event: FocusEvent): void => void (chosen.value = keyAt(event.target) ?? chosen.value),
    /** Focuses a session. */
    show: (key: number): void => void (indexes.value.has(String(key)) && go(String(key))),
    /** Focuses the first session. */
    enter: (): void => void (itemKeys.value[0] !== undefined && go(itemKeys.value[0])),
    /** Focuses the first session that waits for a decision. */
    next: (): void => advance(null),
    /** Focuses the active row. */
    resume: (): void => void (active.value !== null && go(active.value)),
  }
}
