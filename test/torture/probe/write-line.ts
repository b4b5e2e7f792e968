import { writeSync } from 'node:fs'

/** Writes one line of JSON to standard output, and returns when the system has it: a kill cannot take it back. */
export function say(what: unknown): void {
  writeSync(1, `${JSON.stringify(what)}\n`)
}
