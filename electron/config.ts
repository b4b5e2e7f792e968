import { hasSwitch, parseSwitches } from './domain/parse-switches.ts'
import { parseServerAddress } from './domain/server-address.ts'
import type { SwitchName } from './domain/switches.ts'
import { isLoopback } from './shared/loopback.ts'

/** The start options from the command line and the environment. */
export interface Config {
  /** A base URL that replaces the stored one, or null. */
  server: string | null
  userDataDir: string | null
  /** Whether the app starts in the tray, without a window. */
  hidden: boolean
  /** The origin of electron-vite's dev server on this computer; null in a packaged app. */
  devServer: string | null
}

/** Reads the switches and the environment; ignores invalid values. The last one of a name counts, as in Chromium. */
export function readConfig(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
  platform: NodeJS.Platform,
): Config {
  const switches = parseSwitches(argv, platform)
  const valueOf = (wanted: SwitchName): string | null =>
    switches.findLast(({ name, value }) => name === wanted && value !== '')?.value ?? null
  const server = parseServerAddress(valueOf('server') ?? '')
  return {
    server: server.ok ? server.value : null,
    userDataDir: valueOf('user-data-dir'),
    hidden: hasSwitch(argv, 'hidden', platform),
    devServer: isPackaged ? null : parseDevServer(env),
  }
}

function parseDevServer(env: Readonly<Record<string, string | undefined>>): string | null {
  const url = env['ELECTRON_RENDERER_URL'] ?? ''
  return URL.canParse(url) && isLoopback(url) ? new URL(url).origin : null
}
