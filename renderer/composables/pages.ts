import { ChartGantt, CircleUser, KeyRound, MonitorSmartphone, Settings } from '@lucide/vue'

/** The pages of the frame, in the order of the sidebar; each has a route and texts of its name, and its place is its key. */
export const PAGES = [
  { name: 'sessions', icon: MonitorSmartphone },
  { name: 'activity', icon: ChartGantt },
  { name: 'profile', icon: CircleUser },
  { name: 'password', icon: KeyRound },
  { name: 'settings', icon: Settings },
] as const

/** The name of a page. */
export type PageName = (typeof PAGES)[number]['name']
