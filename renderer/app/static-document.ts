import type { LastKnownList } from '../../electron/shared/last-known-list.ts'
import type { useAppStore } from '../lib/app-state.ts'

/**
 * Whether the page came with a static document that shows what the app would show in this state, so that Vue can hydrate
 * it. The files that it was made from are not validated yet.
 */
export function isCurrent({ state, account }: ReturnType<typeof useAppStore>): boolean {
  const { locale, server, deviceName } = document.querySelector<HTMLElement>('#app')?.dataset ?? {}
  return (
    account === null &&
    state.unconfirmedSessions.length === 0 &&
    !state.isFinishing &&
    state.locale === locale &&
    state.settings.server === server &&
    state.deviceName === deviceName
  )
}

/**
 * Takes the last known list out of the page's element and makes the element active; null where the document shows no list.
 * Call it before the app is mounted.
 */
export function takeStoredList(): { accountId: string; list: LastKnownList } | null {
  const root = document.querySelector<HTMLElement>('#app')
  root?.removeAttribute('inert')
  const { account, lastKnown } = root?.dataset ?? {}
  root?.removeAttribute('data-last-known')
  if (account === undefined || lastKnown === undefined) return null
  return { accountId: account, list: JSON.parse(lastKnown) as LastKnownList }
}
