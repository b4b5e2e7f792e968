'use strict'
// Loaded into the main process with `-r`, before any code of the app or of the bare window.
// It prints the times of start-up events as lines of JSON (epoch ms), types into the page until it takes a key, and,
// with each SIGUSR2, puts the window into the next idle state.
const { writeSync } = require('node:fs')
const { join } = require('node:path')
const { app, BrowserWindow } = require('electron')

const say = (what, at = performance.timeOrigin + performance.now()) =>
  writeSync(1, `${JSON.stringify({ what, at })}\n`)
process.argv.splice(1, process.argv.indexOf(__filename))

say('processMade', performance.timeOrigin)
say('nodeReady')
/** Prints the time of the first call of a method, then restores the method. */
function sayFirst(owner, method, what) {
  const original = owner[method]
  owner[method] = (...args) => {
    owner[method] = original
    say(what)
    return original.apply(owner, args)
  }
}
sayFirst(app, 'requestSingleInstanceLock', 'codeLoaded')
app.once('ready', () => say('ready'))
const WATCH = join(__dirname, 'watch-page.cjs')
app.on('session-created', (session) => {
  // Electron 35 and later.
  if (session.registerPreloadScript) session.registerPreloadScript({ type: 'frame', filePath: WATCH })
  else session.setPreloads([WATCH])
})

app.once('browser-window-created', (_event, window) => {
  say('windowMade')
  window.once('show', () => say('shown'))
  let typing
  window.webContents.on('ipc-message', (_message, channel, what, at) => {
    if (channel !== 'bench') return
    if (what === 'typed') clearInterval(typing)
    if (what !== 'field') return say(what, at)
    // The page may move the focus while it is built, and a window that is not shown yet takes no key.
    typing = setInterval(() => {
      if (!window.isVisible()) return
      window.webContents.send('bench')
      window.webContents.sendInputEvent({ type: 'char', keyCode: 'a' })
    }, 5)
  })
})

const steps = [(window) => window.focus(), (window) => window.hide(), (window) => window.close()]
let steppedAt = 0
process.on('SIGUSR2', () => {
  // The first signal arrives twice, 1 ms apart (Electron 33).
  if (performance.now() - steppedAt < 1_000) return
  steppedAt = performance.now()
  steps.shift()?.(BrowserWindow.getAllWindows()[0])
})
