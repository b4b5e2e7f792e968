import { describe, expect, it } from 'vitest'
import { parseNetLog } from './checks/netlog.ts'
import { isErrorLine } from './checks/noise.ts'
import { findProblems, type Evidence } from './checks/problems.ts'

const HEADER = JSON.stringify({
  constants: {
    logEventTypes: {
      URL_REQUEST_START_JOB: 2,
      TCP_CONNECT_ATTEMPT: 7,
      HTTP_STREAM_JOB_CONTROLLER: 9,
      OTHER: 5,
    },
  },
}).slice(0, -1)
const event = (type: number, params: object): string =>
  JSON.stringify({ params, phase: 1, source: { id: 4, type: 1 }, time: '1', type })

describe('the network log', () => {
  const events = [
    event(2, { method: 'GET', url: 'http://127.0.0.1:8080/api/v1/auth/me' }),
    event(7, { address: '127.0.0.1:8080' }),
    event(9, { is_preconnect: true, url: 'https://ahead.example/' }),
    event(5, { url: 'https://only-mentioned.example/', address: '192.0.2.1:443' }),
    event(2, { net_error: -105 }),
  ]
  const expected = {
    urls: ['http://127.0.0.1:8080/api/v1/auth/me', 'https://ahead.example/'],
    sockets: ['127.0.0.1:8080'],
  }

  it('gives what was asked for and whom sockets went to', () => {
    const text = `${HEADER},\n"events": [\n${events.join(',\n')}],\n"polledData": [{}]}\n`
    expect(parseNetLog(text)).toEqual(expected)
  })

  it('is read as far as it goes when the app was killed', () => {
    const cut = `${HEADER},\n"events": [\n${events.join(',\n')},\n{"params":{"url":"http://half`
    expect(parseNetLog(cut)).toEqual(expected)
  })

  it('is not taken for silence when it cannot be read', () => {
    expect(() => parseNetLog('')).toThrow('network log')
    expect(() => parseNetLog('{"constants":{"logEventTypes":{"RENAMED":2}},\n"events": [\n')).toThrow(
      'format',
    )
  })
})

describe('a line of standard error', () => {
  it.each([
    'Error: something bad in main',
    'TypeError: x is not a function',
    '(node:12) UnhandledPromiseRejectionWarning: Error: lost promise',
    'Uncaught Exception:',
    '[123:1121/045155.663499:ERROR:ssl_client_socket_impl.cc(879)] handshake failed',
    '[123:1121/045155.663499:FATAL:memory.cc(12)] Out of memory',
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
    '(electron:77): Gtk-WARNING **: 10:00:00.000: Error loading theme',
  ])('is noise: %s', (line) => {
    expect(isErrorLine(line)).toBe(false)
  })
})

describe('a run of the app', () => {
  const clean: Evidence = {
    stderr: ['DevTools listening on ws://127.0.0.1:1/x'],
    witness: [{ kind: 'socket', text: '127.0.0.1:8080' }],
    network: { urls: ['http://127.0.0.1:8080/api', 'app://desk/index.html'], sockets: ['127.0.0.1:8080'] },
    other: [],
  }
  const tolerance = { errors: [], origins: ['http://127.0.0.1:8080'] }
  const problems = (change: Partial<Evidence>, more: object = {}): string[] =>
    findProblems({ ...clean, ...change }, { ...tolerance, ...more })

  it('is in order when it said nothing wrong and went only to the service', () => {
    expect(problems({})).toEqual([])
  })

  it('is not, for an error of any origin', () => {
    expect(problems({ stderr: ['Error: a'] })).toEqual(['standard error: Error: a'])
    expect(problems({ witness: [{ kind: 'console', text: 'Uncaught b' }] })).toEqual(['console: Uncaught b'])
    expect(problems({ other: ['The app did not quit'] })).toEqual(['The app did not quit'])
  })

  it('is in order again when the test declared the error', () => {
    expect(problems({ stderr: ['Error: a'] }, { errors: [/Error: a$/] })).toEqual([])
  })

  it.each<[string, Partial<Evidence>]>([
    ['another port', { network: { urls: ['http://127.0.0.1:8081/'], sockets: [] } }],
    ['another scheme', { network: { urls: ['https://127.0.0.1:8080/'], sockets: [] } }],
    ['a name', { network: { urls: ['https://evil.example/'], sockets: [] } }],
    ['a web socket', { network: { urls: ['wss://evil.example/'], sockets: [] } }],
    ['a mere connection', { network: { urls: [], sockets: ['203.0.113.9:443'] } }],
    ['a socket of Node', { witness: [{ kind: 'socket', text: '203.0.113.9:443' }] }],
    ['a name that Node looked up', { witness: [{ kind: 'name', text: 'evil.example' }] }],
  ])('is not, for going to %s', (_what, change) => {
    expect(problems(change)).toEqual([expect.stringContaining('went to an address not allowed')])
  })

  it('may go to localhost by number when its name is allowed', () => {
    const network = { urls: ['https://localhost:9/x'], sockets: ['127.0.0.1:9', '[::1]:9'] }
    expect(problems({ network, witness: [] }, { origins: ['https://localhost:9'] })).toEqual([])
  })
})
