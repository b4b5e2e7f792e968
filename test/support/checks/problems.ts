import { isLoopbackHost } from '../../../electron/shared/loopback.ts'
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
  const textsOf = (wanted: RecordedEvent['kind']): string[] =>
    recorded.filter(({ kind }) => kind === wanted).map(({ text }) => text)
  const errors = [
    ...stderr.filter(isErrorLine).map((line) => `standard error: ${line}`),
    ...(['main', 'window', 'console'] as const).flatMap((kind) =>
      textsOf(kind).map((text) => `${kind}: ${text}`),
    ),
    ...other,
  ].filter((error) => !tolerance.errors.some((pattern) => pattern.test(error)))

  const allowed = tolerance.origins.map((origin) => new URL(origin))
  const origins = new Set(allowed.map(({ origin }) => origin))
  const hosts = new Set(allowed.map(hostOf))
  const names = new Set(allowed.map(({ hostname }) => hostname))
  const isAllowed = (url: string): boolean =>
    !/^(https?|wss?|ftp):/i.test(url) || origins.has(new URL(url.replace(/^ws/i, 'http')).origin)
  const addresses = new Set([
    ...network.urls.filter((url) => !isAllowed(url)),
    ...[...network.sockets, ...textsOf('socket')].filter((socket) => !hosts.has(socket)),
    ...textsOf('name').filter((name) => !names.has(name)),
  ])
  return [...errors, ...[...addresses].map((address) => `went to an address not allowed: ${address}`)]
}

// Names such as localhost are resolved before the socket opens.
function hostOf({ protocol, hostname, port }: URL): string {
  const name = isLoopbackHost(hostname) && !/\d|:/.test(hostname) ? '127.0.0.1' : hostname
  return `${name}:${port || (protocol === 'https:' ? '443' : '80')}`
}
