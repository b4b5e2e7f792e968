'use strict'
// Loaded into the main process with `-r`, before any code of the app or of the bare window.
// It prints the times of start-up events as lines of JSON (epoch ms), polls the page until it is usable, and, with
// each SIGUSR2, puts the window into the next idle state.
const { writeSync } = require('node:fs')
const { app, BrowserWindow } = require('electron')

const say = (what, at = performance.timeOrigin + performance.now()) =>
  writeSync(1, `${JSON.stringify({ what, at })}\n`)
const usable = process.env.BENCH_USABLE
delete process.env.BENCH_USABLE
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
app.once('browser-window-created', (_event, window) => {
  say('windowMade')
  window.webContents.once('dom-ready', async () => {
    const page = await window.webContents.executeJavaScript(`new Promise((resolve) => {
      const isUsable = ${usable}
      const timer = setInterval(() => {
        if (!isUsable()) return
        const at = performance.now()
        const paint = performance.getEntriesByType('paint')[0]?.startTime
        if (paint === undefined) return
        clearInterval(timer)
        resolve({ paint: performance.timeOrigin + paint, usable: performance.timeOrigin + at })
      }, 2)
    })`)
    say('painted', page.paint)
    say('usable', page.usable)
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
