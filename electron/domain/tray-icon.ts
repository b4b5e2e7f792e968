/** What the tray's icon tells: nothing, that something is new, or that the app cannot reach what it needs. */
export type TrayMark = 'plain' | 'alert' | 'off'

/** What the choice of an icon depends on; `desktop` is XDG_CURRENT_DESKTOP. */
export interface TrayIconState {
  platform: NodeJS.Platform
  isDark: boolean
  desktop: string
  mark: TrayMark
}

/** The name of the icon's file in resources/icons. macOS colours its templates itself. */
export function trayIcon({ platform, isDark, desktop, mark }: TrayIconState): string {
  const name = mark === 'plain' ? 'tray' : `tray-${mark}`
  if (platform === 'darwin') return `${name}Template.png`
  // The bar of GNOME is dark, whatever the theme of its windows.
  const onDark = isDark || /\b(gnome|unity)\b/i.test(desktop)
  return `${name}-${onDark ? 'on-dark' : 'on-light'}.png`
}
