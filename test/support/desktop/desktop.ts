import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBus } from './bus.ts'
import type { Display } from './display.ts'
import { desktopEnv, desktopPlaces } from './environment.ts'
import { storeSwitch, type KeyringKind } from './keyring-daemons.ts'
import { keyringOn, type Keyring } from './keyring.ts'

/**
 * The keyring of this desktop. `unlocked`: a real one, open. `locked`: a real one, closed.
 * `none`: a desktop without a keyring. `unreachable`: a desktop whose keyring service does not answer.
 */
export type KeyringState = 'unlocked' | 'locked' | 'none' | 'unreachable'

/** How to set up a desktop. */
export interface DesktopOptions {
  display: Display
  keyring?: KeyringState
  keyringKind?: KeyringKind
  /** A BCP 47 language tag. */
  locale?: string
  /** An IANA name; UTC when absent. */
  timeZone?: string
  dark?: boolean
}

/** A private desktop: home, bus and keyring, deleted by `stop`. */
export type Desktop = Awaited<ReturnType<typeof startDesktop>>

/** Sets up a desktop and starts its services. */
export async function startDesktop(options: DesktopOptions) {
  const { keyring = 'unlocked', keyringKind = 'gnome', locale = 'en-US' } = options
  // Short, because the path of a socket has at most 107 bytes.
  const folder = await mkdtemp(join(tmpdir(), 'sd-'))
  const places = desktopPlaces(folder)
  for (const place of Object.values(places)) await mkdir(place, { mode: 0o700 })

  const bus = process.platform === 'linux' ? await startBus(places.run) : null
  const env = desktopEnv(process.env, places, { ...options, busAddress: bus?.address ?? null })
  const service: Keyring | null = bus ? keyringOn(bus, env, keyringKind) : null
  const stop = async (): Promise<void> => {
    await service?.stop()
    await bus?.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    if (keyring === 'unlocked') await service?.unlock()
    if (keyring === 'locked') await service?.lock()
  } catch (error) {
    await stop()
    throw error
  }
  // Without a desktop name Chromium uses no keyring: that is 'none', and it needs no switch.
  const store = bus && keyring !== 'none' ? [storeSwitch(keyringKind)] : []
  // Chromium runs as root only without its sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const switches = [`--lang=${locale}`, ...store, ...screenSwitches(options.display), ...sandbox]
  return {
    /** The folder of all its files. */
    folder,
    /** The whole environment for programs on this desktop. */
    env,
    /** The Chromium switches for it. */
    switches,
    /** The address of its bus, for tests that add a tray or a notification area; null outside Linux. */
    busAddress: bus?.address ?? null,
    /** Its keyring, which a test can change at any time; null outside Linux. */
    keyring: service,
    stop,
  }
}

/** Electron before 38 uses Wayland only with a switch. */
function screenSwitches({ server, visible }: Display): string[] {
  if (server !== 'wayland') return []
  // Without a graphics card Chromium draws nothing there, in a bare window either.
  return ['--ozone-platform=wayland', ...(visible ? [] : ['--disable-gpu'])]
}
