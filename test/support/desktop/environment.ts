import { join } from 'node:path'
import type { Display } from './display.ts'

const PLACES = ['home', 'config', 'data', 'cache', 'state', 'run', 'tmp'] as const
/** The environment variables that name a desktop's folders: home, settings, temporary files. */
export type Places = Record<(typeof PLACES)[number], string>

/** The paths of those folders below `folder`. */
export function desktopPlaces(folder: string): Places {
  return Object.fromEntries(PLACES.map((name) => [name, join(folder, name)])) as Places
}

/** The other inputs of the environment. */
export interface EnvironmentOptions {
  display: Display
  locale?: string
  timeZone?: string
  dark?: boolean
  busAddress: string | null
}

// Variables of this computer, npm and the test runner that a desktop does not have.
const FOREIGN =
  /^(XDG_|LC_|DBUS_|DISPLAY$|WAYLAND_|GTK_|GNOME_|ELECTRON_|NODE_|NO_SANDBOX|npm_|VITEST|PLAYWRIGHT|PW_|SESSION_DESK_)|_proxy$/i

/** The environment of a desktop's programs, derived from this process's environment. */
export function desktopEnv(
  own: NodeJS.ProcessEnv,
  places: Places,
  options: EnvironmentOptions,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  const { display, locale = 'en-US', timeZone = 'UTC', dark = false, busAddress } = options
  const kept = Object.entries(own).filter(([name]) => !FOREIGN.test(name))
  const language = locale.replaceAll('-', '_')
  const env = { ...Object.fromEntries(kept), LANG: `${language}.UTF-8`, LANGUAGE: language, TZ: timeZone }
  if (platform !== 'linux') return env
  return {
    ...env,
    HOME: places.home,
    TMPDIR: places.tmp,
    XDG_CONFIG_HOME: places.config,
    XDG_DATA_HOME: places.data,
    XDG_CACHE_HOME: places.cache,
    XDG_STATE_HOME: places.state,
    XDG_RUNTIME_DIR: places.run,
    ...screenEnv(display),
    GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
    // Also as the system's, so that this computer's own sleep and power state cannot reach a test.
    ...(busAddress === null
      ? {}
      : { DBUS_SESSION_BUS_ADDRESS: busAddress, DBUS_SYSTEM_BUS_ADDRESS: busAddress }),
  }
}

/** The variables that name the screen: Wayland has no DISPLAY, so that nothing falls back to X11 unnoticed. */
function screenEnv({ server, name }: Display): NodeJS.ProcessEnv {
  if (name === null) return {}
  return server === 'wayland'
    ? { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: name }
    : { XDG_SESSION_TYPE: 'x11', DISPLAY: name }
}
