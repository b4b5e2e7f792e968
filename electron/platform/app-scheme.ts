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

const NOT_FOUND: ProtocolResponse = { statusCode: 404, data: Buffer.of(), headers: HEADERS }

/** Declares the scheme; only before the app is ready (Electron docs, protocol.registerSchemesAsPrivileged). */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

/** The pauses of a page that is on its way, in which it needs nothing of main. */
export interface LoadMilestones {
  /** It has its document, and its process starts. */
  documentServed: Promise<void>
  /** It has all that its head names, and works on it. */
  headServed: Promise<void>
}

/**
 * Serves the files below `folder` at `app://session-desk/`, to one session; everything else of the scheme is not found. Not by
 * `protocol.handle`: that brings a whole HTTP client along, 30 ms before the first byte of the page (Electron 33).
 */
export function serveApp({ protocol, webRequest }: Session, folder: string): LoadMilestones {
  const [document, head] = [pause(), pause()]
  let open = 0
  let hasStyles = false
  function ended(): void {
    open--
    document.begin()
    // The styles are what the head names last.
    if (hasStyles && open === 0) head.begin()
  }
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Electron 45 has it still; what is to come is experimental
  protocol.registerBufferProtocol('app', (request, answer) => {
    open++
    hasStyles ||= request.url.endsWith('.css')
    answer(answerTo(request, folder))
  })
  const own = { urls: ['app://*/*'] }
  webRequest.onCompleted(own, ended)
  webRequest.onErrorOccurred(own, ended)
  return { documentServed: document.begun, headServed: head.begun }
}

function pause(): { begun: Promise<void>; begin: () => void } {
  let begin = (): void => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  return { begun, begin }
}

/** At once, as nothing else is to be done before the page is there. */
function answerTo(request: Pick<ProtocolRequest, 'method' | 'url'>, folder: string): ProtocolResponse {
  const file = fileFor(request, folder)
  const type = file === null ? undefined : TYPES[extname(file)]
  if (file === null || type === undefined) return NOT_FOUND
  try {
    return { data: readFileSync(file), headers: { ...HEADERS, 'Content-Type': type } }
  } catch {
    return NOT_FOUND
  }
}

/** The file that a request asks for, or null when it is not below `folder`. */
export function fileFor(request: Pick<Request, 'method' | 'url'>, folder: string): string | null {
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
