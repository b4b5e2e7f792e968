import { protocol, type Session } from 'electron'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

/** The origin of the window's page. */
export const APP_ORIGIN = 'app://desk'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** What the page may do: its own files, and nothing else. It has no network; all calls are main's. */
const HEADERS = {
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

/** Declares the scheme; only before the app is ready (Electron docs, protocol.registerSchemesAsPrivileged). */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

/** Serves the files below `folder` at `app://desk/`, to one session; everything else of the scheme is not found. */
export function serveApp(session: Session, folder: string): void {
  session.protocol.handle('app', async (request) => {
    const file = fileFor(request, folder)
    const type = file === null ? undefined : TYPES[extname(file)]
    if (file === null || type === undefined) return notFound()
    try {
      return new Response(new Uint8Array(await readFile(file)), {
        headers: { ...HEADERS, 'Content-Type': type },
      })
    } catch {
      return notFound()
    }
  })
}

/** The file that a request asks for, or null when it is not below `folder`. */
export function fileFor(request: Pick<Request, 'method' | 'url'>, folder: string): string | null {
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  if (request.method !== 'GET' || url?.protocol !== 'app:' || url.host !== 'desk') return null
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

function notFound(): Response {
  return new Response(null, { status: 404, headers: HEADERS })
}
