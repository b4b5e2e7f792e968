'use strict'
// Loaded into the app's main process with `-r`, before the app's own code. From the first moment on it records events that
// only the main process can see, one JSON object a line.
const { subscribe } = require('node:diagnostics_channel')
const { appendFileSync } = require('node:fs')
const { app } = require('electron')

const file = process.env.SESSION_DESK_RECORDER
delete process.env.SESSION_DESK_RECORDER
// The app gets the arguments that it has without Playwright and without this module.
process.argv.splice(1, process.argv.indexOf(__filename))

// Synchronous, so that nothing is lost when the app is killed.
const note = (kind, text) => appendFileSync(file, `${JSON.stringify({ kind, text })}\n`)

process.on('uncaughtExceptionMonitor', (error) => note('main', `Uncaught ${error?.stack ?? error}`))

// Such as unix:path=/run/user/1000/bus,guid=4f (D-Bus Specification, Server Addresses).
const sessionBus = (process.env.DBUS_SESSION_BUS_ADDRESS ?? '').split(/[=,;]/)
// Node's own sockets do not go through Chromium's network service, so its log does not have them.
subscribe('net.client.socket', ({ socket }) => {
  socket.on('lookup', (_error, _address, _family, host) => note('name', host))
  socket.on('connectionAttempt', (ip, port) => {
    // A file instead of an address: the session bus, which Chromium uses too, and no other.
    if (port === undefined && sessionBus.includes(ip)) return
    note('socket', ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)
  })
})

// Main has no use for code from strings; whatever is created here was in no build.
const noteCode = () => {
  const { stack } = new Error('Code was created from a string')
  if (stack.includes('/out/main/')) note('main', stack)
}
globalThis.Function = new Proxy(Function, {
  construct: (target, parts) => (noteCode(), Reflect.construct(target, parts)),
  apply: (target, that, parts) => (noteCode(), Reflect.apply(target, that, parts)),
})

app.on('web-contents-created', (_event, contents) => {
  // Electron 35 changed the parameters and warns about listeners with the old ones.
  const isNew = Number(process.versions.electron.split('.')[0]) >= 35
  contents.on(
    'console-message',
    isNew
      ? (event) => consoleMessage(event.level, event.message, event.sourceId, event.lineNumber)
      : (_old, level, message, line, source) =>
          consoleMessage(['debug', 'info', 'warning', 'error'][level], message, source, line),
  )
  contents.on('preload-error', (_e, path, error) =>
    note('window', `The preload ${path} failed: ${error?.stack}`),
  )
  contents.on('render-process-gone', (_e, { reason }) => {
    if (reason !== 'clean-exit') note('window', `The renderer process is gone: ${reason}`)
  })
  contents.on('did-fail-load', (_e, code, description, url) => {
    // -3: another navigation replaced it.
    if (code !== -3) note('window', `Could not load ${url}: ${description}`)
  })
})

// The app has done all its work by then; what follows is Electron's own end.
app.on('quit', () => note('quit', ''))

app.on('child-process-gone', (_event, { type, reason }) => {
  // Without a graphics card the GPU process exits, and Chromium works without it.
  const isBad = ['crashed', 'oom', 'launch-failed', 'integrity-failure'].includes(reason)
  if (isBad && type !== 'GPU') note('main', `The ${type} process is gone: ${reason}`)
})

// Playwright attaches to the windows of a running app. It misses a window that opens at that moment, and the launch
// never ends (4 starts of 47); so the app becomes ready only when Playwright has connected and calls this function.
const { emit, whenReady } = app
const isReady = new Promise((resolve) => {
  let held = null
  app.emit = (event, ...rest) => {
    if (event !== 'ready') return emit.call(app, event, ...rest)
    held = rest
    return app.listenerCount('ready') > 0
  }
  let released = false
  globalThis.__playwright_run = async () => {
    await whenReady.call(app)
    released = true
    resolve()
    emit.call(app, 'ready', ...(held ?? []))
  }
  app.isReady = () => released
})
app.whenReady = () => isReady

function consoleMessage(level, message, source, line) {
  // Electron reports insecure settings with a warning; a test treats it as an error.
  if (level === 'error' || message.includes('Electron Security Warning')) {
    note('console', `${message} (${source}:${line})`)
  }
}
