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
          expect(args.some((each) => each.trim().startsWith(refused))).toBe(true)
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
