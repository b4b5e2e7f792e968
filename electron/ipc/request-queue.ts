import { ipcMain as electronIpc, type IpcMain } from 'electron'
import { REQUEST_CHANNEL } from '../shared/channels.ts'
import type { Router } from './router.ts'

/**
 * Accepts the page's requests at once and queues them until the router is passed to the result. No request is parsed,
 * validated or answered before that.
 */
export function queueRequests(ipcMain: Pick<IpcMain, 'handle'> = electronIpc): (router: Router) => void {
  let pass!: (router: Router) => void
  const router = new Promise<Router>((resolve) => (pass = resolve))
  ipcMain.handle(REQUEST_CHANNEL, async (event, name: unknown, payload: unknown) =>
    (await router)(event, name, payload),
  )
  return pass
}
