import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../electron/config.ts'
import { parseSwitches } from '../../../electron/domain/parse-switches.ts'
import { findCommand, SWITCHES } from '../../../electron/domain/switches.ts'
import { helpText, OWN_USAGE, PASSED_ON_USAGE } from '../../../electron/platform/domain/help-text.ts'
import { refusedSwitches } from '../../../electron/platform/domain/refused-switches.ts'

const PROGRAM = '/usr/bin/session-desk'
const PLATFORMS = ['linux', 'darwin', 'win32'] as const
const OWN = Object.entries(SWITCHES)
const typed = OWN.map(([name, { value }]) => (value === null ? `--${name}` : `--${name}=x`))

describe('a command line', () => {
  it('is read whatever it contains, and what is refused was typed', () => {
    const argument = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('-', '--', '/', '=', '--=', '--help', '--__proto__', ...typed),
      fc.string().map((text) => `--${text}`),
    )
    fc.assert(
      fc.property(fc.array(argument), fc.constantFrom(...PLATFORMS), (args, platform) => {
        const argv = [PROGRAM, ...args]
        for (const refused of refusedSwitches(argv, platform))
          expect(args.some((each) => each.includes(refused))).toBe(true)
        const switches = parseSwitches(args, platform)
        expect(switches.length).toBeLessThanOrEqual(args.length)
        findCommand(switches)
        readConfig(argv, {}, true, platform)
      }),
    )
  })

  it.each(PLATFORMS)('may have every switch of the table, on %s', (platform) => {
    expect(refusedSwitches([PROGRAM, ...typed], platform)).toEqual([])
  })

  it.each(OWN.flatMap(([name, { value }]) => (value === null ? [] : [name])))(
    'has a value after --%s',
    (name) => {
      expect(refusedSwitches([PROGRAM, `--${name}`], 'linux')).toEqual([`--${name}`])
      expect(refusedSwitches([PROGRAM, `--${name}=`, 'value'], 'linux')).toEqual([`--${name}`])
    },
  )

  it.each([
    [['--help', '--version'], 'help'],
    [['-version', '--hidden'], 'version'],
    [['--hidden', '--diagnostics'], 'diagnostics'],
    [['--hidden', 'help'], null],
    [['--', '--help'], null],
    [['--helpful'], null],
  ])('%j asks for %s', (args, command) => {
    expect(findCommand(parseSwitches(args, 'linux'))).toBe(command)
  })

  it('is read with one dash and, on Windows, with a slash and in any case too', () => {
    expect(readConfig([PROGRAM, '-hidden', '-user-data-dir=/p'], {}, true, 'linux')).toMatchObject({
      hidden: true,
      userDataDir: '/p',
    })
    expect(readConfig([PROGRAM, '/HIDDEN'], {}, true, 'win32').hidden).toBe(true)
    expect(readConfig([PROGRAM, '/hidden', '--', '--hidden'], {}, true, 'linux').hidden).toBe(false)
  })
})

/** What Chromium trims: kWhitespaceASCII, and on Windows kWhitespaceUTF16 (base/strings/string_util_constants.cc). */
const ASCII = '\t\n\v\f\r '
const UTF16 = `${ASCII}\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000`

/** The switches that Chromium reads (AppendSwitchesAndArguments and IsSwitch of base/command_line.cc), step by step. */
function readByChromium(args: readonly string[], platform: NodeJS.Platform): string[] {
  const [space, prefixes] = platform === 'win32' ? [UTF16, ['--', '-', '/']] : [ASCII, ['--', '-']]
  const found: string[] = []
  for (const each of args) {
    let [begin, end] = [0, each.length]
    while (begin < end && space.includes(each[begin]!)) begin++
    while (end > begin && space.includes(each[end - 1]!)) end--
    const argument = each.slice(begin, end)
    if (argument === '--') break
    const prefix = prefixes.find((one) => argument.startsWith(one)) ?? ''
    if (prefix === '' || prefix === argument) continue
    const name = argument.slice(prefix.length).split('=')[0] ?? ''
    found.push(platform === 'win32' ? name.toLowerCase() : name)
  }
  return found
}

describe('what is around an argument and cannot be seen', () => {
  const OTHER = ['\ufeff', '\u180e', '\u200b', '\u200d', '\u2060', '\0', '\x1f', '\u{e0020}', '\u0301']
  const around = fc
    .array(fc.constantFrom('', ...Array.from(UTF16), ...OTHER), { maxLength: 2 })
    .map((all) => all.join(''))
  const core = fc.constantFrom('--', '-', '/', '--remote-debugging-port=0', '/INSPECT', '-hidden', 'x', '--=')
  const argument = fc.tuple(around, core, around).map((parts) => parts.join(''))

  it('hides no switch from the app that Chromium reads, or shows one that it does not read', () => {
    fc.assert(
      fc.property(fc.array(argument), fc.constantFrom(...PLATFORMS), (args, platform) => {
        const read = parseSwitches(args, platform).map(({ name }) => name)
        expect(read).toEqual(readByChromium(args, platform))
      }),
    )
  })

  it.each(PLATFORMS)('makes an argument refused that two readers read differently, on %s', (platform) => {
    for (const space of [...OTHER, ...(platform === 'win32' ? [] : Array.from(UTF16.slice(ASCII.length)))]) {
      expect(refusedSwitches([PROGRAM, `${space}--`, 'x'], platform)).toEqual(['--'])
      expect(refusedSwitches([PROGRAM, `${space}--hidden`], platform)).toEqual(['--hidden'])
      expect(refusedSwitches([PROGRAM, `--server=secret${space}`], platform)).toEqual(['--server'])
      expect(refusedSwitches([PROGRAM, `${space}session-desk://reset${space}`], platform)).toEqual([])
    }
  })
})

describe('the help', () => {
  it('fits a terminal, and says of each switch of the table what it does', () => {
    const lines = helpText().split('\n')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
    const said = helpText().replace(/\s+/g, ' ')
    for (const { usage, text } of OWN_USAGE) expect(said).toContain(`${usage} ${text}`)
    for (const { about, switches } of PASSED_ON_USAGE)
      expect(said).toContain(`${about} ${switches.join(' ')}`)
    expect(said).toContain('--server=ADDRESS Fill in')
    expect(helpText()).toMatch(/^Usage: session-desk [^\n]+\n\n/)
  })
})
