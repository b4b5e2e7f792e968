import { ChartGantt, CircleUser, KeyRound, MonitorSmartphone, Settings } from '@lucide/vue'

/** The pages in the order of the sidebar. The name is that of the route and of the texts; Ctrl+N opens the Nth page. */
export const PAGES = [
  { name: 'sessions', icon: MonitorSmartphone },
  { name: 'activity', icon: ChartGantt },
  { name: 'profile', icon: CircleUser },
  { name: 'password', icon: KeyRound },
  { name: 'settings', icon: Settings },
] as const

/** A page's name. */
export type PageName = (typeof PAGES)[number]['name']
