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

/**
 * Finds the switches among arguments, in their order and wherever they stand, because Chromium inserts some. Reads like Chromium's
 * `base::CommandLine`: one or two dashes, on Windows also a slash and any case, and only arguments after `--`.
 */
export function parseSwitches(args: readonly string[], platform: NodeJS.Platform): ParsedSwitch[] {
  const pattern = platform === 'win32' ? /^(--?|\/)([^=]*)(?:=(.*))?$/s : /^(--?)([^=]*)(?:=(.*))?$/s
  const end = args.findIndex((argument) => argument.trim() === '--')
  return args.slice(0, end === -1 ? args.length : end).flatMap((each) => {
    const argument = each.trim()
    const [, prefix = '', name = '', value = ''] = pattern.exec(argument) ?? []
    // A dash or slash alone is an argument.
    if (prefix === argument || prefix === '') return []
    return [{ name: platform === 'win32' ? name.toLowerCase() : name, typed: prefix + name, value }]
  })
}

/** Whether a command line has one of the app's own switches. */
export function hasSwitch(argv: readonly string[], wanted: SwitchName, platform: NodeJS.Platform): boolean {
  return parseSwitches(argv, platform).some(({ name }) => name === wanted)
}
