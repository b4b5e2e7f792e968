import { BrowserWindow, session } from 'electron'
import type { PrintPage } from '../features/review/index.ts'

/** The address of the page, which only its own session serves. */
const ADDRESS = 'app://report/'
const CM_PER_INCH = 2.54

/**
 * Creates the function that prints a page to PDF with the window's own engine. The page has a hidden window and an
 * in-memory session of its own, without scripts, preload, permissions and network.
 */
export function createPrintPage(): PrintPage {
  let printed = 0
  return async ({ html, header, footer }) => {
    const pageSession = session.fromPartition(`report-${++printed}`, { cache: false })
    pageSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
    pageSession.setPermissionCheckHandler(() => false)
    pageSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: url !== ADDRESS }))
    pageSession.protocol.handle('app', () => new Response(html, { headers: HEADERS }))
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        session: pageSession,
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
      await window.loadURL(ADDRESS)
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
      pageSession.protocol.unhandle('app')
    }
  }
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
}
