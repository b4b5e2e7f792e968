import { nextTick, onBeforeUnmount, watch, watchEffect, type Ref } from 'vue'
import { focusHeading, isFocusLost } from '../../lib/keep-focus.ts'
import { focusSession } from '../session-list/row-focus.ts'
import { useRevocations } from './revocations.ts'
import { endsIn, type AccountBatch } from './strip-lines.ts'

/**
 * Moves the focus to the session of a line about `only` one, otherwise to the heading, when the line or the focused one of
 * its `buttons` goes.
 */
export function useStripFocus(
  section: Readonly<Ref<HTMLElement | null>>,
  only: () => AccountBatch | null,
  buttons: () => string,
): void {
  const revocations = useRevocations()
  /** Known until the line is about others, because it is gone from the ends first. */
  let session: Parameters<typeof focusSession>[0] | null = null
  watchEffect(() => {
    const part = only()
    const [end] = part ? endsIn(revocations.shown, part) : []
    if (part && end) session = { key: end.key, accountId: part.accountId }
    else if (!part) session = null
  })
  const focusAfter = (): void => (session ? focusSession(session) : focusHeading())

  onBeforeUnmount(() => section.value?.contains(document.activeElement) && focusAfter())
  watch(buttons, async () => {
    const hadFocus = !isFocusLost()
    await nextTick()
    if (hadFocus && isFocusLost()) focusAfter()
  })
}
