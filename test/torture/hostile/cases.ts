import { answer, bomb, flood, listBody, MIB, wire } from './responses.ts'
import type { HostileResponder } from './hostile-proxy.ts'

/** One hostile reply and the window's message; `fine`: the reply is usable. */
export interface HostileCase {
  name: string
  how: HostileResponder
  says: RegExp | 'fine'
}

const BROKE = /broke/
const LARGE = /too large to read/
const NOT_READ = /couldn't be read/
const STRANGE = /doesn't understand/
const AWAY = /redirects to another address/

/** Redirects to another host, which must get nothing. */
export function redirects(otherHost: string): HostileCase[] {
  return [301, 302, 303, 307, 308].map((status) => ({
    name: `${status} to another host`,
    how: (response) =>
      void response.writeHead(status, { location: `${otherHost}/api/v1/auth/sessions` }).end(),
    says: AWAY,
  }))
}

/** One byte a second, which the time limit stops. */
export const DRIP: HostileCase = {
  name: 'one byte a second',
  how(response) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 1_000)
    response.on('close', () => clearInterval(drip))
  },
  says: /took too long/,
}

/** All other cases. */
export function hostileCases(size: { mib: number; many: number }): HostileCase[] {
  const deep = '['.repeat(size.many) + ']'.repeat(size.many)
  return [
    { name: 'an answer without an end', how: flood, says: LARGE },
    { name: 'a gzip bomb', how: bomb('gzip', size.mib), says: LARGE },
    { name: 'a brotli bomb', how: bomb('br', size.mib), says: LARGE },
    { name: 'a reset', how: (response) => void response.socket?.resetAndDestroy(), says: BROKE },
    {
      name: 'a reset within the answer',
      how(response) {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{', () => response.socket?.resetAndDestroy())
      },
      says: BROKE,
    },
    { name: 'not HTTP', how: wire('hello\r\n\r\nwho is there\r\n'), says: BROKE },
    { name: 'an answer of HTTP/0.9', how: wire(listBody([])), says: BROKE },
    {
      name: 'two lengths',
      how: wire('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
      says: BROKE,
    },
    {
      name: 'a broken chunk',
      how: wire('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'),
      says: BROKE,
    },
    {
      name: 'many headers',
      how: wire(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(100_000)}\r\n{}`),
      says: BROKE,
    },
    {
      name: 'a huge header',
      how: wire(`HTTP/1.1 200 OK\r\nX-A: ${'b'.repeat(8 * MIB)}\r\n\r\n{}`),
      says: BROKE,
    },
    { name: 'gzip that is none', how: answer('plain', { 'content-encoding': 'gzip' }), says: BROKE },
    {
      name: 'a web page as JSON',
      how: answer('<!doctype html><script>alert(1)</script>'),
      says: /A web page came back/,
    },
    {
      name: 'JSON as a web page',
      how: answer(listBody([{}]), { 'content-type': 'text/html' }),
      says: 'fine',
    },
    {
      name: 'JSON under a false charset',
      how: answer(listBody([{}]), { 'content-type': 'application/json; charset=utf-16' }),
      says: 'fine',
    },
    { name: 'UTF-16', how: answer(Buffer.from(listBody([{}]), 'utf16le')), says: NOT_READ },
    { name: 'bytes that are no text', how: answer(Buffer.alloc(5_000, 0xff)), says: NOT_READ },
    {
      name: 'cookies',
      how: answer(listBody([{}]), { 'set-cookie': 'spy=1; Path=/; Max-Age=99999' }),
      says: 'fine',
    },
    { name: 'nothing', how: answer(''), says: STRANGE },
    { name: 'null', how: answer('null'), says: STRANGE },
    { name: 'success without data', how: answer('{"success":true,"data":null}'), says: STRANGE },
    {
      name: 'deep nesting',
      how: answer(`{"success":true,"data":${deep}}`),
      says: /understand|couldn't be read/,
    },
    {
      name: 'deep nesting in a row',
      how: answer(`{"data":{"sessions":[{"id":${deep}}]}}`),
      says: /understand|couldn't be read/,
    },
    {
      name: 'ids beyond all numbers',
      how: answer(listBody([{}]).replace('"id":2', '"id":1e999')),
      says: STRANGE,
    },
    { name: 'one row without an id', how: answer(listBody([{ id: null }])), says: STRANGE },
    {
      name: '__proto__ as a list',
      how: answer('{"__proto__":{"data":{"sessions":[]}},"success":true}'),
      says: STRANGE,
    },
    {
      name: '__proto__ in the rows',
      how: answer(
        listBody([{}]).replace(
          '"name"',
          '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name"',
        ),
      ),
      says: 'fine',
    },
    {
      name: 'names that read backwards',
      how: answer(listBody([{ name: 'iPhone \u202Egnp.exe\u0000\u0007\n\u2066' }])),
      says: 'fine',
    },
    {
      name: 'a name of a megabyte',
      how: answer(listBody([{ name: `iPhone ${'x'.repeat(MIB)}` }])),
      says: 'fine',
    },
    {
      name: 'a name of five million combining marks',
      how: answer(listBody([{ name: `iPhone a${'\u0301'.repeat(5_000_000)}` }])),
      says: 'fine',
    },
    {
      name: 'times that are none',
      how: answer(
        listBody([
          { last_used_at: '' },
          { created_at: '0000-00-00 00:00:00' },
          { last_used_at: false, created_at: [] },
          { last_used_at: '5 minutes ago' },
          { last_used_at: 1.7e18, created_at: -8.7e15 },
        ]),
      ),
      says: 'fine',
    },
    {
      name: 'two rows of one id',
      how: answer(listBody([{ id: 2 }, { id: 2, created_at: '2020-01-01T00:00:00Z' }])),
      says: 'fine',
    },
    {
      name: 'markup as a name',
      how: answer(listBody([{ name: 'iPhone <img src=x onerror="polluted=1">' }])),
      says: 'fine',
    },
    {
      name: '100,000 sessions',
      how: answer(listBody(Array.from({ length: 100_000 }, () => ({})))),
      says: LARGE,
    },
    {
      name: 'more rows than fit',
      how: answer(listBody(Array.from({ length: 100_000 }, () => ({ note: 'x'.repeat(100) })))),
      says: LARGE,
    },
  ]
}
