import { ChartGantt, CircleUser, KeyRound, MonitorSmartphone, Settings, Users } from '@lucide/vue'

/** The pages in the order of the sidebar. The name is that of the route and of the texts; Ctrl+N opens the Nth page. */
export const PAGES = [
  { name: 'sessions', icon: MonitorSmartphone },
  { name: 'activity', icon: ChartGantt },
  { name: 'profile', icon: CircleUser },
  { name: 'password', icon: KeyRound },
  { name: 'settings', icon: Settings },
  // Last, so that no other moves when the accounts are loaded.
  { name: 'allAccounts', icon: Users },
] as const

/** The pages of so many accounts. */
export const pagesOf = (accounts: number) =>
  PAGES.filter(({ name }) => accounts > 1 || name !== 'allAccounts')

/** A page's name. */
export type PageName = (typeof PAGES)[number]['name']
