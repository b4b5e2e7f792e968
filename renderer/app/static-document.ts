import type { AppState } from '../../electron/shared/app-state.ts'
import type { LastKnownList } from '../../electron/shared/last-known-list.ts'
import { LOCALES, THEMES } from '../../electron/shared/settings.ts'
import type { PageAccount } from '../../electron/shared/static-document.ts'
import { initialState } from './initial-state.ts'

/** What the static document shows; `list` is the last known one of the active account. */
export interface ShownScreen {
  state: AppState
  list: LastKnownList | null
}

/**
 * Takes what the static document shows out of its element; null for a page without one. The values are of files that main
 * has not validated yet, so that main's state must follow.
 */
export function takeShownScreen(): ShownScreen | null {
  const root = document.querySelector<HTMLElement>('#app')
  const { locale: tag, server = '', deviceName = '', account, lastKnown } = root?.dataset ?? {}
  const locale = LOCALES.find((one) => one === tag)
  if (!root || !locale) return null
  for (const name of ['data-account', 'data-last-known']) root.removeAttribute(name)
  const theme = THEMES.find((one) => one === document.documentElement.dataset['theme']) ?? 'system'
  const shown = { locale, theme, server, deviceName }
  return {
    state: initialState(
      account === undefined ? shown : { ...shown, account: JSON.parse(account) as PageAccount },
    ),
    list: lastKnown === undefined ? null : (JSON.parse(lastKnown) as LastKnownList),
  }
}

/** Makes the document of the sessions active. Call it once the app is mounted. */
export function activate(): void {
  document.querySelector('#app')?.removeAttribute('inert')
}
