import { describe, expect, it } from 'vitest'
import { isErrorLine } from './checks/noise.ts'

describe('a line of standard error', () => {
  it.each([
    'Error: something bad in main',
    'TypeError: x is not a function',
    '(node:12) UnhandledPromiseRejectionWarning: Error: lost promise',
    'Uncaught Exception:',
    '[123:1121/045155.663499:ERROR:ssl_client_socket_impl.cc(879)] handshake failed',
    '[123:1121/045155.663499:FATAL:memory.cc(12)] Out of memory',
    '[123:1121/045155.663499:ERROR:display.cc(191)] Swap failed',
  ])('is an error: %s', (line) => {
    expect(isErrorLine(line)).toBe(true)
  })

  it.each([
    'Debugger listening on ws://127.0.0.1:1/x',
    'Found no errors: 0 errors in the terror list',
    '[6689:1121/045155.663499:ERROR:viz_main_impl.cc(181)] Exiting GPU process due to errors during initialization',
    '[9372:1121/045720.7:ERROR:command_buffer_proxy_impl.cc(131)] ContextResult::kTransientFailure: Failed to send',
    '[1:1121/0.1:ERROR:bus.cc(407)] Failed to connect to the bus: Could not parse server address',
    '[1:1121/0.1:ERROR:object_proxy.cc(576)] Failed to call method: org.freedesktop.DBus.Error.ServiceUnknown',
    '[30893:1122/105242.374550:ERROR:display.cc(191)] Frame latency is negative: -15.718 ms',
    '(electron:77): Gtk-WARNING **: 10:00:00.000: Error loading theme',
  ])('is noise: %s', (line) => {
    expect(isErrorLine(line)).toBe(false)
  })
})
