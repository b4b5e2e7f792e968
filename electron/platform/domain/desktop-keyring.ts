/** The desktops for which Chromium chooses a keyring (base/nix/xdg_util.cc and os_crypt's key_storage_util_linux.cc). */
const KNOWN = /^(Deepin|GNOME|KDE|Pantheon|UKUI|Unity|X-Cinnamon|XFCE)$/

/**
 * Whether to name the Secret Service to Chromium, which uses no keyring on a desktop that it does not know, such as sway or LXQt. A
 * desktop that gives no name decides nothing, nor does one where a person has chosen. Where the service is missing, Chromium finds
 * no keyring, as without this.
 */
export function needsSecretService(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  isChosen: boolean,
): boolean {
  const names = env['XDG_CURRENT_DESKTOP']?.split(':').filter(Boolean) ?? []
  return platform === 'linux' && !isChosen && names.length > 0 && !names.some((name) => KNOWN.test(name))
}
