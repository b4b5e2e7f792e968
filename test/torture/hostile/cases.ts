import { gzipSync } from 'node:zlib'
import { answer, bomb, flood, listBody, MIB, wire, type HostileResponder } from './responses.ts'

/** One hostile reply and the window's message; `fine`: the reply is usable. */
export interface HostileCase {
  name: string
  how: HostileResponder
  says: RegExp | 'fine'
}

const STRANGE = /doesn't understand/
const DEEP = /understand|couldn't be read|too large to read/

function casesOf(says: HostileCase['says'], replies: Record<string, HostileResponder>): HostileCase[] {
  return Object.entries(replies).map(([name, how]) => ({ name, how, says }))
}

/** A list with these rows besides this device. */
const list = (...rows: object[]): HostileResponder => answer(listBody(rows))
const rows = (row: object): object[] => Array.from({ length: 100_000 }, () => row)

/** Redirects to another host, which must get nothing. */
export function redirects(otherHost: string): HostileCase[] {
  const location = `${otherHost}/api/v1/auth/sessions`
  return [301, 302, 303, 307, 308].flatMap((status) =>
    casesOf(/redirects to another address/, {
      [`${status} to another host`]: (response) => void response.writeHead(status, { location }).end(),
    }),
  )
}

/** One byte a second, which the time limit stops. */
export const DRIP: HostileCase = {
  name: 'one byte a second',
  how(response) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 1_000)
    response.on('close', () => clearInterval(drip))
  },
  says: /Can't reach/,
}

/** All other cases. */
export function hostileCases(size: { mib: number; many: number }): HostileCase[] {
  const deep = '['.repeat(size.many) + ']'.repeat(size.many)
  const head = 'HTTP/1.1 200 OK\r\n'
  const polluting = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name"'
  return [
    ...casesOf(/too large to read/, {
      'an answer without an end': flood,
      'a gzip bomb': bomb('gzip', size.mib),
      'a brotli bomb': bomb('br', size.mib),
      '100,000 sessions': list(...rows({})),
      'a million empty rows in 16 kB': answer(
        gzipSync(`{"data":{"sessions":[${'{},'.repeat(1_000_000)}{}]}}`),
        {
          'content-encoding': 'gzip',
        },
      ),
      'a refusal with a million fields': answer(
        `{"errors":{${Array.from({ length: 100_000 }, (_, field) => `"${field}":["x"]`).join()}}}`,
        {},
        422,
      ),
      'more rows than fit': list(...rows({ note: 'x'.repeat(100) })),
    }),
    ...casesOf(/Can't reach/, {
      'a reset': (response) => void response.socket?.resetAndDestroy(),
      'a reset within the answer'(response) {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{', () => response.socket?.resetAndDestroy())
      },
      'not HTTP': wire('hello\r\n\r\nwho is there\r\n'),
      'an answer of HTTP/0.9': wire(listBody([])),
      'two lengths': wire(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
      'a broken chunk': wire(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
      'many headers': wire(`${head}${'X-A: b\r\n'.repeat(100_000)}\r\n{}`),
      'a huge header': wire(`${head}X-A: ${'b'.repeat(8 * MIB)}\r\n\r\n{}`),
      'gzip that is none': answer('plain', { 'content-encoding': 'gzip' }),
    }),
    ...casesOf(/A web page came back/, {
      'a web page as JSON': answer('<!doctype html><script>alert(1)</script>'),
    }),
    ...casesOf(/couldn't be read/, {
      'UTF-16': answer(Buffer.from(listBody([{}]), 'utf16le')),
      'bytes that are no text': answer(Buffer.alloc(5_000, 0xff)),
    }),
    ...casesOf(STRANGE, {
      nothing: answer(''),
      null: answer('null'),
      'success without data': answer('{"success":true,"data":null}'),
      'ids beyond all numbers': answer(listBody([{}]).replace('"id":2', '"id":1e999')),
      'one row without an id': list({ id: null }),
      '__proto__ as a list': answer('{"__proto__":{"data":{"sessions":[]}},"success":true}'),
    }),
    ...casesOf(DEEP, {
      'deep nesting': answer(`{"success":true,"data":${deep}}`),
      'deep nesting in a row': answer(`{"data":{"sessions":[{"id":${deep}}]}}`),
    }),
    ...casesOf('fine', {
      'JSON as a web page': answer(listBody([{}]), { 'content-type': 'text/html' }),
      'JSON under a false charset': answer(listBody([{}]), {
        'content-type': 'application/json; charset=utf-16',
      }),
      cookies: answer(listBody([{}]), { 'set-cookie': 'spy=1; Path=/; Max-Age=99999' }),
      '__proto__ in the rows': answer(listBody([{}]).replace('"name"', polluting)),
      'names that read backwards': list({ name: 'iPhone \u202Egnp.exe\u0000\u0007\n\u2066' }),
      'a name of a megabyte': list({ name: `iPhone ${'x'.repeat(MIB)}` }),
      'a name of three million combining marks': list({ name: `iPhone a${'\u0301'.repeat(3_000_000)}` }),
      'times that are none': list(
        { last_used_at: '' },
        { created_at: '0000-00-00 00:00:00' },
        { last_used_at: false, created_at: [] },
        { last_used_at: '5 minutes ago' },
        { last_used_at: 1.7e18, created_at: -8.7e15 },
      ),
      'markup as a name': list({ name: 'iPhone <img src=x onerror="polluted=1">' }),
    }),
    ...casesOf(/two sessions have the same number/, {
      'two rows of one id': list({ id: 2 }, { id: 2, created_at: '2020-01-01T00:00:00Z' }),
    }),
    ...casesOf(/sent only a part of the list/, {
      'a page of several': answer(listBody([{}]).replace('"data"', '"meta":{"total":9},"data"')),
    }),
    ...casesOf(/doesn't say clearly which session is this device/, {
      'the list of somebody else': answer(listBody([{ id: 8 }]).replace('"id":1', '"id":7')),
    }),
    ...casesOf(/sent an empty list/, { 'no rows': answer('{"success":true,"data":{"sessions":[]}}') }),
  ]
}
