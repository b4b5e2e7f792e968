'use strict'
// Loaded into main before the app's code: its timers and its steady clock run so many times as fast. The wall clock
// stays: the service has the same.
const os = require('node:os')

const speed = Number(process.env.SESSION_DESK_CLOCK_SPEED)
delete process.env.SESSION_DESK_CLOCK_SPEED

for (const name of ['setTimeout', 'setInterval'])
  globalThis[name] = new Proxy(globalThis[name], {
    apply: (timer, that, [callback, ms, ...rest]) =>
      Reflect.apply(timer, that, [callback, ms / speed, ...rest]),
  })
const { timeout } = AbortSignal
AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / speed)
const { now } = performance
performance.now = () => now.call(performance) * speed
const { uptime } = os
os.uptime = () => uptime() * speed
