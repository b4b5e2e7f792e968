import { ipcMain as electronIpc, type IpcMain, type IpcMainInvokeEvent } from 'electron'
import { REQUEST_NAMES } from '../shared/channels.ts'

type Listener = (event: IpcMainInvokeEvent, ...sent: unknown[]) => unknown

/**
 * Takes the requests of a page that is faster than what answers it, and holds each until the router registers its own
 * listener with what is returned here; nothing is looked at, trusted or answered before that.
 */
export function queueRequests(ipcMain: Pick<IpcMain, 'handle'> = electronIpc): Pick<IpcMain, 'handle'> {
  const arrived = new Map<string, (listener: Listener) => void>()
  for (const name of REQUEST_NAMES) {
    const listener = new Promise<Listener>((resolve) => arrived.set(name, resolve))
    ipcMain.handle(name, async (event, ...sent: unknown[]) => (await listener)(event, ...sent))
  }
  return { handle: (name, listener) => arrived.get(name)?.(listener) }
}
