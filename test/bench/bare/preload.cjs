'use strict'
const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('bare', { echo: (payload) => ipcRenderer.invoke('echo', payload) })
