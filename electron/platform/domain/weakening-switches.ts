/**
 * Chromium's switches that let the person who starts the app read its traffic or its page, or impersonate its service.
 * `--proxy-*` is not one of them: TLS protects the traffic from a proxy. Source: Chromium content_switches.cc,
 * network_switches.cc, Electron docs "Supported Command Line Switches".
 */
const WEAKENING: readonly RegExp[] = [
  // Servers are not verified, or traffic can be decrypted later.
  /^ignore-certificate-errors/,
  /^ignore-urlfetcher-cert-requests$/,
  /^allow-insecure-localhost$/,
  /^ssl-key-log-file$/,
  // Host names resolve elsewhere.
  /^host-(resolver-)?rules$/,
  /^host-resolver-/,
  // The page can be read and controlled from outside.
  /^remote-debugging-/,
  /^remote-allow-origins$/,
  // The network log contains tokens.
  /^log-net-log$/,
  /^net-log-/,
  // The page's own restrictions
  /^allow-running-insecure-content$/,
  /^disable-web-security$/,
  /^unsafely-treat-insecure-origin-as-secure$/,
  /^user-agent$/,
]

/** Finds the weakening switches in a command line; names without dashes. Windows also accepts a slash and any case. */
export function weakeningSwitches(argv: readonly string[]): string[] {
  const names = argv.flatMap((argument) => /^(?:--?|\/)([\w-]+)(?:=|$)/.exec(argument)?.[1] ?? [])
  return [...new Set(names.map((name) => name.toLowerCase()))].filter((name) =>
    WEAKENING.some((rule) => rule.test(name)),
  )
}
