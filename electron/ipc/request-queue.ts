import { ipcMain as electronIpc, type IpcMain, type IpcMainInvokeEvent } from 'electron'
import { REQUEST_NAMES } from '../shared/channels.ts'

type Listener = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown

/**
 * Queues IPC requests that arrive before their handlers are registered. The result registers the handlers; nothing is
 * parsed, validated or answered before that.
 */
export function queueRequests(ipcMain: Pick<IpcMain, 'handle'> = electronIpc): Pick<IpcMain, 'handle'> {
  const waiting = new Map<string, (listener: Listener) => void>()
  for (const name of REQUEST_NAMES) {
    const listener = new Promise<Listener>((resolve) => waiting.set(name, resolve))
    ipcMain.handle(name, async (event, ...args: unknown[]) => (await listener)(event, ...args))
  }
  return { handle: (name, listener) => waiting.get(name)?.(listener) }
}
