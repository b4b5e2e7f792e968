import { describe, expect, it } from 'vitest'
import { parseNetLog } from './checks/netlog.ts'

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

  it('lists requested URLs and socket peers', () => {
    const text = `${HEADER},\n"events": [\n${events.join(',\n')}],\n"polledData": [{}]}\n`
    expect(parseNetLog(text)).toEqual(expected)
  })

  it('is parsed up to its end when the app was killed', () => {
    const cut = `${HEADER},\n"events": [\n${events.join(',\n')},\n{"params":{"url":"http://half`
    expect(parseNetLog(cut)).toEqual(expected)
  })

  it('throws when it cannot be parsed', () => {
    expect(() => parseNetLog('')).toThrow('network log')
    expect(() => parseNetLog('{"constants":{"logEventTypes":{"RENAMED":2}},\n"events": [\n')).toThrow(
      'format',
    )
  })
})
