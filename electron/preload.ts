import { contextBridge, ipcRenderer } from 'electron'
import { createBridge } from './shared/bridge.ts'

contextBridge.exposeInMainWorld('sessionDesk', createBridge(ipcRenderer))
