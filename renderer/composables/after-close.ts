import { onUnmounted } from 'vue'
import { focusHeading, isFocusLost } from './keep-focus.ts'

/** After a dialog has closed: focuses the heading where the focus is lost, then calls `goOn`. */
export function useAfterClose(goOn: () => unknown = () => undefined): void {
  onUnmounted(() => {
    // Reka restores the focus in an earlier task.
    setTimeout(() => {
      if (isFocusLost()) focusHeading()
      goOn()
    })
  })
}
