/**
 * Chromium's switches that let somebody who starts the app read its traffic or its page, or stand in for its service.
 * `--proxy-*` is none of them: a proxy sees only what TLS lets it see.
 * Source: Chromium content_switches.cc, network_switches.cc, Electron docs "Supported Command Line Switches".
 */
const WEAKENING: readonly RegExp[] = [
  // Who is there is not proven, or anything may be decrypted afterwards.
  /^ignore-certificate-errors/,
  /^ignore-urlfetcher-cert-requests$/,
  /^allow-insecure-localhost$/,
  /^ssl-key-log-file$/,
  // Names lead elsewhere.
  /^host-(resolver-)?rules$/,
  /^host-resolver-/,
  // The page can be read and driven from outside.
  /^remote-debugging-/,
  /^remote-allow-origins$/,
  // The log of the network holds bearers as they were asked to be sent.
  /^log-net-log$/,
  /^net-log-/,
  // The page's own limits.
  /^allow-running-insecure-content$/,
  /^disable-web-security$/,
  /^unsafely-treat-insecure-origin-as-secure$/,
  /^user-agent$/,
]

/** The names, without dashes, of the weakening switches in a command line. Windows takes a slash and any case too. */
export function weakeningSwitches(argv: readonly string[]): string[] {
  const names = argv.flatMap((argument) => /^(?:--?|\/)([\w-]+)(?:=|$)/.exec(argument)?.[1] ?? [])
  return [...new Set(names.map((name) => name.toLowerCase()))].filter((name) =>
    WEAKENING.some((rule) => rule.test(name)),
  )
}
