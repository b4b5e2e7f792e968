import { ipcMain as electronIpc, type IpcMain, type IpcMainInvokeEvent } from 'electron'
import { REQUEST_NAMES } from '../shared/channels.ts'

type Listener = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown

/**
 * Registers all channels at once and queues their requests until `handle` of the result registers the listeners. No
 * request is parsed, validated or answered before that.
 */
export function queueRequests(ipcMain: Pick<IpcMain, 'handle'> = electronIpc): Pick<IpcMain, 'handle'> {
  const waiting = new Map<string, (listener: Listener) => void>()
  for (const name of REQUEST_NAMES) {
    const listener = new Promise<Listener>((resolve) => waiting.set(name, resolve))
    ipcMain.handle(name, async (event, ...args: unknown[]) => (await listener)(event, ...args))
  }
  return { handle: (name, listener) => waiting.get(name)?.(listener) }
}
