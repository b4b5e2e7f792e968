import { app } from 'electron'
import { writeFileSync } from 'node:fs'
import { parseSwitches } from '../../domain/parse-switches.ts'
import { findCommand, type Command } from '../../domain/switches.ts'
import { helpText } from '../domain/help-text.ts'
import { refusedSwitches } from '../domain/refused-switches.ts'

const STANDARD_OUTPUT = 1

/** Reads a command line, whose first entry is the program: what a package refuses of it, and what it asks for. */
export function readCommandLine(argv: readonly string[], platform: NodeJS.Platform) {
  const command: Command | null = findCommand(parseSwitches(argv.slice(1), platform))
  return { refused: refusedSwitches(argv, platform), command }
}

/**
 * Prints help or version, and exits before the app is ready: without a display, without the lock, and without a file. In English, like
 * the manual page.
 */
export function print(command: Exclude<Command, 'diagnostics'>, version: string): void {
  exitWithText(command === 'help' ? helpText() : `Session Desk ${version}\n`)
}

/** Writes a text to standard output, and exits: with 1 if there is none, or nobody takes it. */
export function exitWithText(text: string | null): void {
  if (text === null) return app.exit(1)
  try {
    // At once, because an app without a display ends with this turn of the event loop.
    writeFileSync(STANDARD_OUTPUT, text)
    app.exit(0)
  } catch {
    app.exit(1)
  }
}
