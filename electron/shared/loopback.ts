const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a host name, normalized by `URL`, is this computer. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** Whether a base URL is on this computer, where plain http is safe. */
export function isLoopback(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname)
}

/** Whether calls to a base URL can leave, as far as the system knows: a service on this computer needs no network. */
export function canReach(baseUrl: string, isOnline: boolean): boolean {
  return isOnline || isLoopback(baseUrl)
}
