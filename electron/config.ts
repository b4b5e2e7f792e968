import { parseServerAddress } from './domain/server-address.ts'
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

/** Reads the switches and the environment; ignores invalid values. */
export function readConfig(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): Config {
  const server = parseServerAddress(findSwitchValue(argv, '--server') ?? '')
  return {
    server: server.ok ? server.value : null,
    userDataDir: findSwitchValue(argv, '--user-data-dir'),
    hidden: argv.includes('--hidden'),
    devServer: isPackaged ? null : parseDevServer(env),
  }
}

function parseDevServer(env: Readonly<Record<string, string | undefined>>): string | null {
  const url = env['ELECTRON_RENDERER_URL'] ?? ''
  return URL.canParse(url) && isLoopback(url) ? new URL(url).origin : null
}

/**
 * Finds a switch by its prefix, not its position, because Chromium inserts switches. The last one counts, as in
 * Chromium. Null if it is absent or empty.
 */
function findSwitchValue(argv: readonly string[], name: string): string | null {
  const found = argv.findLast((argument) => argument.startsWith(`${name}=`))
  const value = found?.slice(name.length + 1) ?? ''
  return value === '' ? null : value
}
