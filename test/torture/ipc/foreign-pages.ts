import type { TestApp } from '../../support/app.ts'
import type { FloodAnswer, FloodPlan } from './flood.ts'

/** A page that is not part of the app, and its action. */
export interface ForeignPage {
  /** Its preload: a path, or `ours` for the app's. A frame that acts has it too. */
  preload: string
  url: string
  /** In the app's session, which serves `app://`, or in another one. */
  session: 'ours' | 'other'
  /** The source of `flood`, and its argument. */
  work: string
  plan: FloodPlan
}

/** Opens the foreign page in the app's main process, runs its action, and closes it. */
export function runForeignPage(app: TestApp, page: ForeignPage): Promise<FloodAnswer[]> {
  return app.inMain(async ({ app: own, BrowserWindow, session }, given) => {
    const [ours] = BrowserWindow.getAllWindows()
    if (!ours) throw new Error('There is no window')
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        preload: given.preload === 'ours' ? `${own.getAppPath()}/out/preload/preload.cjs` : given.preload,
        session: given.session === 'ours' ? ours.webContents.session : session.fromPartition('foreign'),
        nodeIntegrationInSubFrames: given.plan.from === 'frame',
      },
    })
    await window.loadURL(given.url)
    const { webContents: contents } = window
    if (given.plan.from === 'frame') {
      // In a loaded document, not the initial empty one: the preload runs only there.
      await contents.executeJavaScript(`new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.addEventListener('load', () => resolve('sessionDesk' in frame.contentWindow))
        frame.srcdoc = trustedTypes.createPolicy('foreign', { createHTML: (text) => text }).createHTML('<p>in</p>')
        document.body.append(frame)
      })`)
    }
    // An unanswered synchronous call ends when main's garbage collection drops it.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8')
    const { runInNewContext } = process.getBuiltinModule('node:vm')
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const collecting = setInterval(collect, 25)
    const call = `(${given.work})(${JSON.stringify(given.plan)})`
    const answers = (await contents.executeJavaScript(call)) as FloodAnswer[]
    clearInterval(collecting)
    window.destroy()
    return answers
  }, page)
}
