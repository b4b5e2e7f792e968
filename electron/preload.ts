import { contextBridge, ipcRenderer } from 'electron'
import { createBridge } from './shared/bridge.ts'

const bridge = createBridge({
  invoke: (channel, payload) => ipcRenderer.invoke(channel, payload),
  subscribe(channel, listener) {
    const relay = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(channel, relay)
    return () => void ipcRenderer.off(channel, relay)
  },
})

contextBridge.exposeInMainWorld('sessionDesk', bridge)
