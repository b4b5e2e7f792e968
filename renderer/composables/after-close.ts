import { onUnmounted } from 'vue'
import { focusHeading, isFocusLost } from './keep-focus.ts'

/** For a dialog: once it is gone and the focus is back, picks up a focus that has no place any more, then goes on. */
export function useAfterClose(goOn: () => unknown = () => undefined): void {
  onUnmounted(() => {
    // Reka gives the focus back in a task of its own, which was queued before this one.
    setTimeout(() => {
      if (isFocusLost()) focusHeading()
      goOn()
    })
  })
}
