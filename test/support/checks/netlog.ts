/** The requests and connections in the log of Chromium's network service. */
export interface NetworkUse {
  /** Full URLs of requests and preconnects, blocked ones included. */
  urls: string[]
  /** Peers of TCP connections, as `host:port`. */
  sockets: string[]
}

interface NetLogHeader {
  constants?: { logEventTypes?: Record<string, number> }
}

interface NetLogEvent {
  type: number
  params?: { url?: string; address?: string }
}

/**
 * Parses a file made with `--log-net-log`. A killed app leaves it without an end, so it is parsed line by
 * line: Chromium writes its table of event types on the first line and then one event on each.
 */
export function parseNetLog(text: string): NetworkUse {
  const [header = '', ...lines] = text.split('\n')
  const types = readEventTypes(header)
  const ofRequests = [types['URL_REQUEST_START_JOB'], types['HTTP_STREAM_JOB_CONTROLLER']]
  const ofSockets = types['TCP_CONNECT_ATTEMPT']
  const urls = new Set<string>()
  const sockets = new Set<string>()
  for (const line of lines) {
    const event = parseEvent(line)
    const { url, address } = event?.params ?? {}
    if (url !== undefined && ofRequests.includes(event?.type)) urls.add(url)
    if (address !== undefined && ofSockets === event?.type) sockets.add(address)
  }
  return { urls: [...urls], sockets: [...sockets] }
}

// The numbers differ between Chromium versions. Without the needed one an empty result would look like a clean run.
function readEventTypes(header: string): Record<string, number> {
  const parsed = parseJson(header.replace(/,\s*$/, '}')) as NetLogHeader | null
  const types = parsed?.constants?.logEventTypes ?? {}
  if (types['URL_REQUEST_START_JOB'] === undefined) {
    throw new Error('The network log is empty, or this Chromium writes another format')
  }
  return types
}

function parseEvent(line: string): NetLogEvent | null {
  if (!/^\{"(params|phase|source)"/.test(line)) return null
  return parseJson(line.replace(/\]?,?\s*$/, '')) as NetLogEvent | null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // The last line of a log that was cut off.
  }
}
