import { BrowserWindow, session, type Session } from 'electron'
import type { PrintPage } from '../../features/review/index.ts'

const ORIGIN = 'app://report'
const CM_PER_INCH = 2.54

/**
 * Creates the function that prints a page to PDF with Chromium, in a hidden window without scripts, preload,
 * permissions and network. All pages share one in-memory session, because Electron never frees a session. Rejects if
 * Chromium fails.
 */
export function createPrintPage(): PrintPage {
  /** The pages that are being printed, by their addresses. */
  const pages = new Map<string, string>()
  let shared: Session | null = null
  let printed = 0
  return async ({ html, header, footer }) => {
    const address = `${ORIGIN}/${++printed}`
    pages.set(address, html)
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        session: (shared ??= openSession(pages)),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        javascript: false,
        images: false,
        devTools: false,
      },
    })
    try {
      await window.loadURL(address)
      return await window.webContents.printToPDF({
        pageSize: 'A4',
        landscape: true,
        printBackground: false,
        generateTaggedPDF: true,
        displayHeaderFooter: true,
        headerTemplate: header,
        footerTemplate: footer,
        margins: {
          top: 1.8 / CM_PER_INCH,
          bottom: 1.8 / CM_PER_INCH,
          left: 1.2 / CM_PER_INCH,
          right: 1.2 / CM_PER_INCH,
        },
      })
    } finally {
      window.destroy()
      pages.delete(address)
    }
  }
}

/** Opens a session that loads only these pages. */
function openSession(pages: ReadonlyMap<string, string>): Session {
  const opened = session.fromPartition('report', { cache: false })
  opened.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  opened.setPermissionCheckHandler(() => false)
  opened.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !pages.has(url) }))
  opened.protocol.handle(
    'app',
    ({ url }) =>
      new Response(pages.get(url) ?? null, { status: pages.has(url) ? 200 : 404, headers: HEADERS }),
  )
  return opened
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
}
