import type { IncomingHttpHeaders } from 'node:http'

/** One received request. */
export interface RecordedRequest {
  /** The service's time of arrival, in milliseconds. */
  readonly at: number
  readonly method: string
  /** Path and query as sent. */
  readonly path: string
  /** The endpoint's name, or `METHOD /path` as sent when there is no such endpoint. */
  readonly endpoint: string
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** Number of its TCP connection, from 1: equal numbers mean a reused connection. */
  readonly connection: number
  /** Without `Bearer `; null when there was none. */
  readonly bearer: string | null
  /** Parsed JSON, or the text as sent; undefined when there was none or it was not read. */
  body: unknown
  /** The status of the reply; null without one. */
  status: number | null
  /** Whether the service is done with it, replied or cut off. */
  ended: boolean
}

/** How many of the requests went to the endpoint, or to any (`*`). */
export function countRequests(requests: readonly RecordedRequest[], endpoint: string): number {
  return requests.filter((each) => endpoint === '*' || each.endpoint === endpoint).length
}
