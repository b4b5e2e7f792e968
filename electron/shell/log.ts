import type { Log } from '../services/ports.ts'

/** The log of a run: warnings to the standard error, everything when `verbose`. Facts are names and numbers, no secrets. */
export function createLog(verbose: boolean): Log {
  const line = (event: string, facts: object | undefined): string =>
    `${event}${facts ? ` ${JSON.stringify(facts)}` : ''}`
  return {
    info: (event, facts) => verbose && console.info(line(event, facts)),
    warn: (event, facts) => console.warn(line(event, facts)),
  }
}
