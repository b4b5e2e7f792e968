/** The status that the tray's icon shows: normal, a new sign-in, or no network or keyring. */
export type TrayStatus = 'plain' | 'alert' | 'off'

/**
 * The file name of the icon in resources/icons. macOS colours template images itself. On other systems nothing tells whether the
 * panel is dark, which need not follow the app's theme or the system's, so the glyph is light with a dark outline.
 */
export function trayIcon(platform: NodeJS.Platform, status: TrayStatus): string {
  const name = status === 'plain' ? 'tray' : `tray-${status}`
  return platform === 'darwin' ? `${name}Template.png` : `${name}.png`
}
