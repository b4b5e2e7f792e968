/** The status that the tray's icon shows: normal, a new sign-in, or no network or keyring. */
export type TrayStatus = 'plain' | 'alert' | 'off'

/** The inputs that select an icon; `desktop` is XDG_CURRENT_DESKTOP. */
export interface TrayIconState {
  platform: NodeJS.Platform
  isDark: boolean
  desktop: string
  status: TrayStatus
}

/** The file name of the icon in resources/icons. macOS colours template images itself. */
export function trayIcon({ platform, isDark, desktop, status }: TrayIconState): string {
  const name = status === 'plain' ? 'tray' : `tray-${status}`
  if (platform === 'darwin') return `${name}Template.png`
  // GNOME's top bar is dark in every theme.
  const onDark = isDark || /\b(gnome|unity)\b/i.test(desktop)
  return `${name}-${onDark ? 'on-dark' : 'on-light'}.png`
}
