import { isErrorLine } from './noise.ts'
import type { NetworkUse } from './netlog.ts'
import type { RecordedEvent } from './main-recorder-log.ts'

/** Everything that was recorded of one run of the app. */
export interface Evidence {
  stderr: readonly string[]
  recorded: readonly RecordedEvent[]
  network: NetworkUse
  /** Problems that the fixture found, such as an app that did not quit. */
  other: readonly string[]
}

/** What a test allows. */
export interface Tolerance {
  errors: readonly RegExp[]
  /** Origins, such as `http://127.0.0.1:8080`. */
  origins: readonly string[]
}

/** The problems of a run, one sentence each; empty for a clean run. */
export function findProblems(evidence: Evidence, tolerance: Tolerance): string[] {
  const { stderr, recorded, network, other } = evidence
  const errors = [
    ...stderr.filter(isErrorLine).map((line) => `standard error: ${line}`),
    ...recorded
      .filter(({ kind }) => kind !== 'quit' && !isAddress(kind))
      .map(({ kind, text }) => `${kind}: ${text}`),
    ...other,
  ].filter((error) => !tolerance.errors.some((pattern) => pattern.test(error)))

  const origins = new Set(tolerance.origins.map((origin) => new URL(origin).origin))
  const hosts = new Set([...origins].flatMap((origin) => hostsOf(new URL(origin))))
  const addresses = [
    ...network.urls.filter((url) => leavesTheApp(url) && !origins.has(httpOrigin(url))),
    ...network.sockets.filter((socket) => !hosts.has(socket)),
    ...recorded.filter(({ kind, text }) => kind === 'socket' && !hosts.has(text)).map(({ text }) => text),
    ...recorded
      .filter(({ kind, text }) => kind === 'name' && !knowsName(origins, text))
      .map(({ text }) => text),
  ]
  return [
    ...errors,
    ...[...new Set(addresses)].map((address) => `went to an address not allowed: ${address}`),
  ]
}

function isAddress(kind: RecordedEvent['kind']): boolean {
  return kind === 'name' || kind === 'socket'
}

function leavesTheApp(url: string): boolean {
  return /^(https?|wss?|ftp):/i.test(url)
}

function httpOrigin(url: string): string {
  return new URL(url.replace(/^ws/i, 'http')).origin
}

function knowsName(origins: ReadonlySet<string>, name: string): boolean {
  return [...origins].some((origin) => new URL(origin).hostname === name)
}

// Names such as localhost are resolved before the socket opens.
function hostsOf(origin: URL): string[] {
  const port = origin.port || (origin.protocol === 'https:' ? '443' : '80')
  const names = origin.hostname === 'localhost' ? ['127.0.0.1', '[::1]'] : [origin.hostname]
  return names.map((name) => `${name}:${port}`)
}
