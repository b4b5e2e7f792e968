/** Names of this computer by RFC 6761, section 6.3; a dot may end them. */
const LOCAL_NAME = /^([^.]+\.)*localhost\.?$/i
const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a host, normalized by `URL`, is this computer. Its names are 127.0.0.1 (`platform/start/hardening.ts`). */
export function isLoopbackHost(hostname: string): boolean {
  return LOCAL_NAME.test(hostname) || LOOPBACK.test(hostname)
}

/**
 * Another address on this computer to try after a failure at a typed one: plain http where nothing answers with https, and
 * `[::1]` where nothing listens at a name of this computer, which is 127.0.0.1.
 */
export function otherLocalAddress(
  typed: string,
  { kind, reason }: { kind: string; reason?: string },
): string | null {
  const [, scheme = '', host = '', rest = ''] =
    /^(https?:\/\/)?(\[[^\]]*\]|[^/:]*)(.*)$/i.exec(typed.trim()) ?? []
  if (kind !== 'offline' || !isLoopbackHost(host)) return null
  if (reason === 'plainHttp') return `http://${host}${rest}`
  return reason === 'refused' && LOCAL_NAME.test(host) ? `${scheme}[::1]${rest}` : null
}

/** Whether a base URL is on this computer, where plain http is safe. */
export function isLoopback(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname)
}

/** Whether calls to a base URL can leave, as far as the system knows: a service on this computer needs no network. */
export function canReach(baseUrl: string, isOnline: boolean): boolean {
  return isOnline || isLoopback(baseUrl)
}
