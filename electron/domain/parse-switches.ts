import type { SwitchName } from './switches.ts'

/** A switch of a command line. */
export interface ParsedSwitch {
  /** Without dashes; on Windows in lower case. */
  name: string
  /** With its dashes, as it was typed. */
  typed: string
  /** Empty if there is none. */
  value: string
}

/** What Chromium takes away around an argument (base/strings/string_util_constants.cc), which is not what JavaScript's trim() does. */
const POSIX_SPACE = '\\t-\\r '
const WINDOWS_SPACE = `${POSIX_SPACE}\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000`
/** What another reader may take away too: all white space, and what has no picture. */
const ANY_SPACE = `${WINDOWS_SPACE}\\s\\p{C}\\p{M}`

const trimmed = (text: string, space: string): string =>
  text.replace(new RegExp(`^[${space}]+|[${space}]+$`, 'gu'), '')

/**
 * Finds the switches among arguments, in their order and wherever they stand, because Chromium inserts some. Reads like Chromium's
 * `base::CommandLine`: one or two dashes, on Windows also a slash and any case, and only arguments after `--`.
 */
export function parseSwitches(args: readonly string[], platform: NodeJS.Platform): ParsedSwitch[] {
  const isWindows = platform === 'win32'
  const pattern = isWindows ? /^(--?|\/)([^=]*)(?:=(.*))?$/s : /^(--?)([^=]*)(?:=(.*))?$/s
  const read = args.map((each) => trimmed(each, isWindows ? WINDOWS_SPACE : POSIX_SPACE))
  const end = read.indexOf('--')
  return read.slice(0, end === -1 ? args.length : end).flatMap((argument) => {
    const [, prefix = '', name = '', value = ''] = pattern.exec(argument) ?? []
    // A dash or slash alone is an argument.
    if (prefix === argument || prefix === '') return []
    return [{ name: isWindows ? name.toLowerCase() : name, typed: prefix + name, value }]
  })
}

/**
 * Finds the arguments that one reader takes for a switch, or for the end of the switches, and another one does not: they begin with a
 * dash, or on Windows a slash, only without what is around it that cannot be seen.
 */
export function ambiguousArguments(args: readonly string[], platform: NodeJS.Platform): string[] {
  const [space, begins] = platform === 'win32' ? [WINDOWS_SPACE, /^[-/]/] : [POSIX_SPACE, /^-/]
  return args
    .map((each) => [trimmed(each, space), trimmed(each, ANY_SPACE)] as const)
    .flatMap(([strict, loose]) => (strict !== loose && begins.test(loose) ? [loose] : []))
}

/** Whether a command line has one of the app's own switches. */
export function hasSwitch(argv: readonly string[], wanted: SwitchName, platform: NodeJS.Platform): boolean {
  return parseSwitches(argv, platform).some(({ name }) => name === wanted)
}
