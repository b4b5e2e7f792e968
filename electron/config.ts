import { parseServerAddress } from './core/domain/server-address.ts'
import { isLoopback } from './shared/loopback.ts'

/** What a start of the app was told by its switches and environment. */
export interface Config {
  /** A base URL that stands in for the remembered one, or null. */
  server: string | null
  userDataDir: string | null
  /** Starts in the tray, without a window. */
  hidden: boolean
  /** The origin, on this computer, where electron-vite serves the renderer while developing; null in a packaged app. */
  devServer: string | null
}

/** Reads argv and the environment; a switch that makes no sense is as good as absent. */
export function readConfig(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): Config {
  const server = parseServerAddress(valueOf(argv, '--server') ?? '')
  return {
    server: server.ok ? server.value : null,
    userDataDir: valueOf(argv, '--user-data-dir'),
    hidden: argv.includes('--hidden'),
    devServer: isPackaged ? null : devServerIn(env),
  }
}

function devServerIn(env: Readonly<Record<string, string | undefined>>): string | null {
  const url = env['ELECTRON_RENDERER_URL'] ?? ''
  return URL.canParse(url) && isLoopback(url) ? new URL(url).origin : null
}

/** By its prefix, never by position: Chromium inserts switches of its own. The last one wins, as in Chromium. */
function valueOf(argv: readonly string[], name: string): string | null {
  const found = argv.findLast((argument) => argument.startsWith(`${name}=`))
  const value = found?.slice(name.length + 1) ?? ''
  return value === '' ? null : value
}
