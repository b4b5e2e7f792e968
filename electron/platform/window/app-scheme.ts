import { protocol, type ProtocolRequest, type ProtocolResponse, type Session } from 'electron'
import { readFileSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'

/** The origin of the window's page. */
export const APP_ORIGIN = 'app://session-desk'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The headers of a response: the page may load its own files only, and has no network. */
const HEADERS: Record<string, string> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const NOT_FOUND: ProtocolResponse = { statusCode: 404, data: Buffer.of(), headers: HEADERS }

/** Declares the scheme; call it before the app is ready (Electron docs, protocol.registerSchemesAsPrivileged). */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
}

/**
 * Serves the files below `folder` at `app://session-desk/` to one session. `protocol.handle` would load a whole HTTP client, which
 * delays the first byte by 30 ms (Electron 33).
 */
export function serveApp({ protocol }: Session, folder: string): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Electron 45 still has it; its replacement is slower
  protocol.registerBufferProtocol('app', (request, answer) => answer(fileResponse(request, folder)))
}

/** Reads a file synchronously, because main has nothing else to do before the page is loaded. */
function fileResponse(request: Pick<ProtocolRequest, 'method' | 'url'>, folder: string): ProtocolResponse {
  const file = findFile(request, folder)
  const type = file === null ? undefined : TYPES[extname(file)]
  if (file === null || type === undefined) return NOT_FOUND
  try {
    return { data: readFileSync(file), headers: { ...HEADERS, 'Content-Type': type } }
  } catch {
    return NOT_FOUND
  }
}

/** Finds the file of a GET request; null if it is not below `folder`. The file may not exist. */
export function findFile(request: Pick<Request, 'method' | 'url'>, folder: string): string | null {
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  if (request.method !== 'GET' || url?.protocol !== 'app:' || url.host !== 'session-desk') return null
  const path = decode(url.pathname)
  if (path === null || path.includes('\0')) return null
  const file = normalize(join(folder, path === '/' ? 'index.html' : path))
  return file.startsWith(normalize(folder + sep)) ? file : null
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
