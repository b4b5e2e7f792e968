import { SWITCHES } from '../../domain/switches.ts'
import { PASSED_ON } from './refused-switches.ts'

const WIDTH = 80

/** The app's own switches as they are typed, with what they do. */
export const OWN_USAGE: readonly { usage: string; text: string }[] = Object.entries(SWITCHES).map(
  ([name, { value, text }]) => ({ usage: value === null ? `--${name}` : `--${name}=${value}`, text }),
)

/** The switches that are passed on to Chromium, by what they are about. */
export const PASSED_ON_USAGE: readonly { about: string; switches: readonly string[] }[] = Object.entries(
  PASSED_ON,
).map(([about, group]) => ({ about, switches: Object.keys(group).map((name) => `--${name}`) }))

/** The exit codes of the program. */
export const EXIT_CODES: readonly { code: number; text: string }[] = [
  { code: 0, text: 'The app was quit, was running already, or has printed what it was asked for.' },
  { code: 1, text: 'It could not start.' },
  { code: 2, text: 'A switch was refused, because it is not known or its value is not.' },
]

export const USAGE = 'session-desk [SWITCH]... [LINK]'

/** The text of `--help`, in English, in lines of at most 80 characters. */
export function helpText(): string {
  const column = Math.max(...OWN_USAGE.map(({ usage }) => usage.length)) + 4
  return [
    `Usage: ${USAGE}`,
    '',
    ...OWN_USAGE.flatMap(({ usage, text }) => hanging(`  ${usage}`.padEnd(column), text)),
    '',
    'Passed on to Chromium:',
    ...PASSED_ON_USAGE.flatMap(({ about, switches }) => [
      `  ${about}`,
      ...hanging('    ', switches.join(' ')),
    ]),
    '',
    'Exit codes:',
    ...EXIT_CODES.flatMap(({ code, text }) => hanging(`  ${code}  `, text)),
    '',
  ].join('\n')
}

/** Wraps a text at its spaces; `first` stands before its first line, and as many spaces before the others. */
function hanging(first: string, text: string): string[] {
  const lines: string[] = []
  let line = first
  for (const word of text.split(' ')) {
    if (line.length + word.length > WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd())
      line = ' '.repeat(first.length)
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}
