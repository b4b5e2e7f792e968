import { parseServerAddress } from './core/domain/server-address.ts'
import { isLoopback } from './shared/loopback.ts'

/** The app's start options from its switches and environment. */
export interface Config {
  /** A base URL that replaces the stored one, or null. */
  server: string | null
  userDataDir: string | null
  /** Starts in the tray, without a window. */
  hidden: boolean
  /** The origin of electron-vite's dev server on this computer; null in a packaged app. */
  devServer: string | null
}

/** Reads the switches and the environment; ignores an invalid switch. */
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
 * Finds a switch by its prefix, not its position, because Chromium inserts switches. The last one wins, as in Chromium.
 */
function findSwitchValue(argv: readonly string[], name: string): string | null {
  const found = argv.findLast((argument) => argument.startsWith(`${name}=`))
  const value = found?.slice(name.length + 1) ?? ''
  return value === '' ? null : value
}
