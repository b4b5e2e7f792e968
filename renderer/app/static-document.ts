import type { AppState } from '../../electron/shared/app-state.ts'
import type { LastKnownList } from '../../electron/shared/last-known-list.ts'
import { parseChoice, SETTINGS } from '../../electron/shared/settings.ts'
import type { PageAccount } from '../../electron/shared/static-document.ts'
import { initialState } from './initial-state.ts'

/** The content of a static document; `list` is the last known list of the active account. */
export interface ShownScreen {
  state: AppState
  list: LastKnownList | null
}

/**
 * Reads the content of the static document and removes its data from the page; null for a page without one. Main has not
 * validated the values yet: load its state next.
 */
export function takeShownScreen(): ShownScreen | null {
  const root = document.querySelector<HTMLElement>('#app')
  const { locale, server = '', deviceName = '', account, lastKnown } = root?.dataset ?? {}
  if (!root || !locale) return null
  for (const name of ['data-account', 'data-last-known']) root.removeAttribute(name)
  const theme = parseChoice(SETTINGS.theme, document.documentElement.dataset['theme'])
  const shown = { locale, theme, server, deviceName }
  return {
    state: initialState(
      account === undefined ? shown : { ...shown, account: JSON.parse(account) as PageAccount },
    ),
    list: lastKnown === undefined ? null : (JSON.parse(lastKnown) as LastKnownList),
  }
}

/** Makes the static document of the sessions usable: it is inert until the app is mounted. */
export function activate(): void {
  document.querySelector('#app')?.removeAttribute('inert')
}
