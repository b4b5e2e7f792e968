import type { ViewState } from '../shared/view-state.ts'
import type { JsonStore, Log } from './ports.ts'

/** How the person left the window's pages and lists, for its next page. */
export interface ViewStates {
  get(): ViewState
  /** Replaces and stores it. Does not throw: if the disk refuses, it logs a warning, and the next start shows what was stored. */
  update(view: ViewState): void
}

/** Creates the service over its file. */
export function createViewStates(store: JsonStore<ViewState>, log: Log): ViewStates {
  let current = store.read()
  return {
    get: () => current,
    update(view) {
      if (JSON.stringify(view) === JSON.stringify(current)) return
      current = view
      try {
        store.write(view)
      } catch {
        log.warn('view.notSaved')
      }
    },
  }
}
