import { ChartGantt, CircleUser, KeyRound, MonitorSmartphone, Settings, Users } from '@lucide/vue'

/** The pages. The name is that of the route and of the texts; Ctrl+N opens the Nth page, with one account or several. */
export const PAGES = [
  { name: 'sessions', icon: MonitorSmartphone },
  { name: 'activity', icon: ChartGantt },
  { name: 'profile', icon: CircleUser },
  { name: 'password', icon: KeyRound },
  { name: 'settings', icon: Settings },
  { name: 'allAccounts', icon: Users },
] as const

/** The pages in the order of the sidebar: with several accounts, all of them come first. */
export const pagesOf = (accounts: number) => {
  const isOfAll = ({ name }: { name: string }): boolean => name === 'allAccounts'
  const ofOne = PAGES.filter((page) => !isOfAll(page))
  return accounts > 1 ? [...PAGES.filter(isOfAll), ...ofOne] : ofOne
}

/** A page's name. */
export type PageName = (typeof PAGES)[number]['name']
