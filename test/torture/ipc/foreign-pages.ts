import type { TestApp } from '../../support/app.ts'
import type { FloodAnswer } from './flood.ts'

/** A page that is none of the app's own, and what it does. */
export interface ForeignPage {
  name: string
  /** Its preload: a path, or `ours` for the app's own. */
  preload: string
  url: string
  /** In the app's own session, where `app://` is served, or in one of its own. */
  session: 'ours' | 'other'
  /** Whether it acts from a frame within, which has the preload as well. */
  inFrame: boolean
  /** A function of the page and its argument. */
  work: string
  argument: unknown
}

/** Opens the stranger's window in the app's own main process, lets it act, and closes it. */
export function runForeignPage(app: TestApp, page: ForeignPage): Promise<FloodAnswer[]> {
  return app.inMain(async ({ app: own, BrowserWindow, session }, given) => {
    const [ours] = BrowserWindow.getAllWindows()
    if (!ours) throw new Error('There is no window')
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        preload: given.preload === 'ours' ? `${own.getAppPath()}/out/preload/preload.cjs` : given.preload,
        session: given.session === 'ours' ? ours.webContents.session : session.fromPartition('stranger'),
        nodeIntegrationInSubFrames: given.inFrame,
      },
    })
    await window.loadURL(given.url)
    const { webContents: contents } = window
    if (given.inFrame) {
      // In a document of its own, not the empty one that a frame begins with: only there the preload runs.
      await contents.executeJavaScript(`new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.addEventListener('load', () => resolve('sessionDesk' in frame.contentWindow))
        frame.srcdoc = trustedTypes.createPolicy('stranger', { createHTML: (text) => text }).createHTML('<p>in</p>')
        document.body.append(frame)
      })`)
    }
    // A synchronous question that nobody answers ends when main forgets it, which is when its garbage is collected.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8')
    const { runInNewContext } = process.getBuiltinModule('node:vm')
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const collecting = setInterval(collect, 25)
    const call = `(${given.work})(${JSON.stringify(given.argument)})`
    const answers = (await contents.executeJavaScript(call)) as FloodAnswer[]
    clearInterval(collecting)
    window.destroy()
    return answers
  }, page)
}
