import { ipcMain } from 'electron'

/** electron-store registers an IPC listener that returns a path to any sender. */
const FOREIGN_CHANNELS = ['electron-store-get-data']

/** Removes the IPC listeners that libraries registered; call it after the stores are opened. */
export function removeForeignListeners(): void {
  for (const channel of FOREIGN_CHANNELS) ipcMain.removeAllListeners(channel)
}
