import { createBrotliCompress, createGzip } from 'node:zlib'
import { Readable } from 'node:stream'
import type { ServerResponse } from 'node:http'
import type { HostileResponder } from './hostile-proxy.ts'

/** Bytes in a MiB. */
export const MIB = 1024 * 1024
const NOW = new Date().toISOString()

/** A list as the service gives it, with whatever else is put into a row. */
export function listOf(rows: readonly object[]): string {
  const own = { id: 1, name: 'This one', last_used_at: NOW, created_at: NOW, is_current: true }
  const others = rows.map((row, index) => ({
    ...own,
    id: index + 2,
    name: 'iPhone',
    is_current: false,
    ...row,
  }))
  return JSON.stringify({ success: true, data: { sessions: [own, ...others] } })
}

function json(response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

/** Past HTTP: bytes on the wire, and then the end of it. */
export function wire(bytes: string): HostileResponder {
  return (response) => void response.socket?.end(bytes)
}

/** A body as JSON, whatever it is. */
export function answer(body: string | Buffer, headers?: Record<string, string>): HostileResponder {
  return (response) => json(response, body, headers)
}

/** So many MiB of zeros, compressed as they go. */
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

/** A gigabyte of JSON that has not even begun. */
export function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(MIB, '"')
  Readable.from(Array.from({ length: 1024 }, () => chunk)).pipe(response)
}
