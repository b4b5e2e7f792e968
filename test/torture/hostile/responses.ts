import { createBrotliCompress, createGzip } from 'node:zlib'
import { Readable } from 'node:stream'
import type { ServerResponse } from 'node:http'

/** Answers a request: over HTTP, or below it with `response.socket`. */
export type HostileResponder = (response: ServerResponse) => void

/** Bytes in a MiB. */
export const MIB = 1024 * 1024
const NOW = new Date().toISOString()

/** A list of sessions, with additional fields in a row. */
export function listBody(rows: readonly object[]): string {
  const own = { id: 1, name: 'This one', last_used_at: NOW, created_at: NOW, is_current: true }
  const other = { ...own, name: 'iPhone', is_current: false }
  const others = rows.map((row, index) => ({ ...other, id: index + 2, ...row }))
  return JSON.stringify({ success: true, data: { sessions: [own, ...others] } })
}

/** Writes raw bytes to the socket, then closes it. */
export function wire(bytes: string): HostileResponder {
  return (response) => void response.socket?.end(bytes)
}

/** A reply with a JSON content type and any body. */
export function answer(
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
): HostileResponder {
  return (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/** So many MiB of zeros, compressed while they are sent. */
export function bomb(encoding: 'gzip' | 'br', mib: number): HostileResponder {
  return (response) => {
    const packed = encoding === 'gzip' ? createGzip() : createBrotliCompress()
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
    const zeros = Buffer.alloc(MIB)
    Readable.from(Array.from({ length: mib }, () => zeros))
      .pipe(packed)
      .pipe(response)
    response.on('close', () => packed.destroy())
  }
}

/** A gigabyte of blanks before any JSON. */
export function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(MIB, '"')
  Readable.from(Array.from({ length: 1024 }, () => chunk)).pipe(response)
}
