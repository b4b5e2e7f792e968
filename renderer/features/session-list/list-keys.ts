import { useEventListener } from '@vueuse/core'
import { computed, nextTick, ref, watch } from 'vue'
import { foldText } from '../../../electron/shared/same-names.ts'
import { focusHeading, isFocusLost } from '../../lib/keep-focus.ts'
import { isOverlayOpen, isTextField, onMac } from '../../lib/shortcuts.ts'
import { rowAt, rowOf } from './row-focus.ts'
import type { ListSelection } from './selection.ts'

/** What the keys of a list act on; `row` is the key of a row. */
export interface ListKeys {
  /** The rows that can have the focus, in order. */
  rows(): readonly string[]
  /** The names that letters lead to, in the order of the rows; missing: letters lead nowhere. */
  names?(): readonly string[]
  reveal(row: string): void
  /** The number of rows that PageUp and PageDown move. */
  page(): number
  /** Handles a key in a row first; returns whether it has. */
  act(event: KeyboardEvent, row: string): boolean
  /** The person moved the focus to another row. */
  moved?(row: string): void
  selection: Pick<ListSelection, 'all' | 'toggle' | 'range'>
}

/** Moves the focus to a row, to the first row, or to the active row. */
export type ListFocus = Pick<ReturnType<typeof useListKeys>, 'go' | 'enter' | 'resume'>

/**
 * The keys of a list, as in a grid (ARIA Authoring Practices): arrows, Home, End and Page move, Space selects and Shift extends,
 * Ctrl+A selects all, letters go to a name. Only the active row is a tab stop; it follows the focus, and passes to
 * the next row when it is gone. Left and Right reach the controls of a row, Up from the first row those of the head.
 */
export function useListKeys(list: ListKeys) {
  const { selection } = list
  const chosen = ref<string | null>(null)
  const rows = computed(() => list.rows())
  const active = computed(() => {
    const isThere = chosen.value !== null && rows.value.includes(chosen.value)
    return isThere ? chosen.value : (rows.value[0] ?? null)
  })
  const find = createTypeAhead()

  /** Moves the focus to a row; where that is not shown any more, to the active one. */
  async function go(row: string): Promise<void> {
    if (rows.value.includes(row)) chosen.value = row
    const { value: there } = active
    if (there === null) return
    await nextTick()
    list.reveal(there)
    // A row out of view is rendered now.
    await nextTick()
    rowOf(there)?.focus({ preventScroll: true })
  }
  const resume = (): void => void (active.value !== null && go(active.value))

  /** Whether the focus passes to another row by itself. */
  let isPassed = false
  // A row that is gone or that moves loses the focus. The next one is the active one then, also for a focus that comes back later.
  watch(rows, async (now, before) => {
    const at = before.indexOf(chosen.value ?? '')
    if (at < 0) return
    const hadFocus = rowAt(document.activeElement) === chosen.value
    const left = new Set(now)
    const next = [...before.slice(at), ...before.slice(0, at).reverse()].find((row) => left.has(row))
    chosen.value = next ?? null
    if (!hadFocus) return
    await nextTick()
    if (!isFocusLost() && !document.activeElement?.closest('[inert]')) return
    if (next === undefined) return focusHeading()
    isPassed = true
    await go(next)
    isPassed = false
  })

  /** The index of the row that a key moves to, or null for another key. */
  function targetOf(key: string, from: number): number | null {
    const last = rows.value.length - 1
    const page = list.page()
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }
    const step = { ...steps, Home: -Infinity, End: Infinity }[key]
    return step === undefined ? null : Math.min(Math.max(from + step, 0), last)
  }

  function move(event: KeyboardEvent, row: string, to: number): void {
    const next = rows.value[to]
    if (next === undefined) return
    if (event.shiftKey) selection.range(next, row)
    const head = event.key === 'ArrowUp' && next === row ? controlsIn(document.querySelector('thead')) : []
    if (head[0]) return head[0].focus({ preventScroll: true })
    void go(next)
  }

  function typeAhead(character: string, row: string): void {
    const index = find(character, list.names?.() ?? [], rows.value.indexOf(row))
    const found = rows.value[index]
    if (found !== undefined) void go(found)
  }

  /** Returns whether it has handled the key. */
  function pressIn(event: KeyboardEvent, row: string, element: HTMLElement): boolean {
    const isOnRow = event.target === element
    const to = targetOf(event.key, rows.value.indexOf(row))
    if (list.act(event, row)) return true
    if (to !== null) move(event, row, to)
    else if (isStep(event.key)) step(element, event.key)
    else if (event.key === ' ' && isOnRow && event.shiftKey) selection.range(row, row)
    else if (event.key === ' ' && isOnRow) selection.toggle(row)
    else if (isOnRow && list.names && /^[\p{L}\p{N}]$/u.test(event.key)) typeAhead(event.key, row)
    else return false
    return true
  }

  function pressInHead(event: KeyboardEvent): boolean {
    if (isStep(event.key)) step((event.target as Element).closest('thead'), event.key)
    else if (event.key === 'ArrowDown') resume()
    else return event.key === 'ArrowUp'
    return true
  }

  function keydown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const row = rowAt(event.target)
    const element = row === null ? null : rowOf(row)
    const isHandled = row === null || !element ? pressInHead(event) : pressIn(event, row, element)
    if (isHandled) event.preventDefault()
  }

  useEventListener('keydown', (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event
    const isAll = key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !shiftKey && !altKey
    if (!isAll || event.defaultPrevented || isTextField(event.target) || isOverlayOpen()) return
    event.preventDefault()
    selection.all()
  })

  return {
    active,
    go,
    resume,
    enter: (): void => void (rows.value[0] !== undefined && go(rows.value[0])),
    keydown,
    /** Makes the row with the focus the active one. */
    focusin(event: FocusEvent): void {
      const row = rowAt(event.target)
      if (row === null) return
      chosen.value = row
      if (event.target === rowOf(row) && !isPassed) list.moved?.(row)
    },
  }
}

/** Whether a key press deletes: Delete, or Backspace on macOS, where many keyboards have no Delete. A held key deletes once. */
export function isDeletion(
  { key, repeat, shiftKey }: Pick<KeyboardEvent, 'key' | 'repeat' | 'shiftKey'>,
  isMac = onMac(),
): boolean {
  return !repeat && !shiftKey && (key === 'Delete' || (isMac && key === 'Backspace'))
}

/** The controls of a row or of the table's head, in order. A narrow window hides the sorting. */
function controlsIn(part: Element | null): HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>('button, input') ?? [])].filter(
    (control) => getComputedStyle(control).visibility !== 'hidden',
  )
}

const isStep = (key: string): key is 'ArrowLeft' | 'ArrowRight' => key === 'ArrowLeft' || key === 'ArrowRight'

/** Moves the focus along a row, which comes before its controls, or along the head. */
function step(part: HTMLElement | null, key: 'ArrowLeft' | 'ArrowRight'): void {
  const stops = [part, ...controlsIn(part)]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[at + (key === 'ArrowRight' ? 1 : -1)]?.focus({ preventScroll: true })
}

/** The pause after which a letter begins another name, ms. */
const TYPING_PAUSE_MS = 700

/**
 * Returns a function that takes a typed character, and returns the index of the name that begins with the typed text, from the index
 * `from` on and around, or -1. The same letter again goes on to the next such name. `now` is ms of any clock.
 */
export function createTypeAhead(now = () => performance.now()) {
  let typed = ''
  let typedAt = -Infinity
  return (character: string, names: readonly string[], from: number): number => {
    if (now() - typedAt > TYPING_PAUSE_MS) typed = ''
    typedAt = now()
    typed += foldText(character)
    const [first = ''] = typed
    const isRepeated = typed === first.repeat(typed.length / first.length)
    const start = isRepeated ? first : typed
    const isFound = (name: string): boolean => foldText(name).startsWith(start)
    // More letters of a name stay on its row.
    const begin = from + Number(isRepeated)
    const after = names.slice(begin).findIndex(isFound)
    return after < 0 ? names.slice(0, begin).findIndex(isFound) : begin + after
  }
}
