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
