const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a host name, as `URL` has it, is this computer. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** Whether a base URL stays on this computer, where no network is needed and plain http is harmless. */
export function isLoopback(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname)
}
