import { ipcMain } from 'electron'

/** What electron-store answers to anybody who asks, without looking at who it is: a path, and not ours to give. */
const OF_OTHERS = ['electron-store-get-data']

/** Takes away the listeners that libraries added; called once their stores are open. */
export function removeForeignListeners(): void {
  for (const channel of OF_OTHERS) ipcMain.removeAllListeners(channel)
}
