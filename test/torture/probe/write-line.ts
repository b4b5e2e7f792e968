import { writeSync } from 'node:fs'

/** Writes one line of JSON to standard output and returns when the system has it, so that a kill does not lose it. */
export function say(line: unknown): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}
