'use strict'
// A minimal window for comparison: the app's switches, an echo, a heading and a field.
const { join } = require('node:path')
const { app, BrowserWindow, ipcMain } = require('electron')

if (app.requestSingleInstanceLock()) {
  void app.whenReady().then(() => {
    ipcMain.handle('echo', (_event, payload) => payload)
    const window = new BrowserWindow({
      width: 1100,
      height: 760,
      show: false,
      webPreferences: {
        preload: join(__dirname, 'preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        spellcheck: false,
      },
    })
    window.setMenuBarVisibility(false)
    // Shown like the app's: on Wayland a hidden window is never ready.
    const show = () => window.isVisible() || window.show()
    window.once('ready-to-show', show)
    setTimeout(show, 1_000)
    void window.loadFile(join(__dirname, 'index.html'))
  })
} else app.quit()
