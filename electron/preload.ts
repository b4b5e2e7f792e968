import { contextBridge, ipcRenderer } from 'electron'
import { createBridge } from './shared/bridge.ts'
import { watchTypedTexts } from './shared/typed-texts.ts'

contextBridge.exposeInMainWorld('sessionDesk', createBridge(ipcRenderer, watchTypedTexts(window)))
