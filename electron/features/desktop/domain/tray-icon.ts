/** What the tray's icon tells: nothing, that something is new, or that the app cannot reach what it needs. */
export type TrayStatus = 'plain' | 'alert' | 'off'

/** What the choice of an icon depends on; `desktop` is XDG_CURRENT_DESKTOP. */
export interface TrayIconState {
  platform: NodeJS.Platform
  isDark: boolean
  desktop: string
  status: TrayStatus
}

/** The name of the icon's file in resources/icons. macOS colours its templates itself. */
export function trayIcon({ platform, isDark, desktop, status }: TrayIconState): string {
  const name = status === 'plain' ? 'tray' : `tray-${status}`
  if (platform === 'darwin') return `${name}Template.png`
  // The bar of GNOME is dark, whatever the theme of its windows.
  const onDark = isDark || /\b(gnome|unity)\b/i.test(desktop)
  return `${name}-${onDark ? 'on-dark' : 'on-light'}.png`
}
