import electronLog from 'electron-log/node'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from '../../domain/redact.ts'
import type { Log } from '../../core/ports.ts'

/** The maximum size of the log file; a full one becomes `session-desk.old.log` and replaces the one before. */
export const MAX_LOG_BYTES = 1024 * 1024
/** The maximum length of a line; each character has at most three bytes. */
const MAX_LINE_CHARACTERS = 4_000

/** The folder of the log. `verbose` prints all lines to the console too, otherwise only warnings. */
export interface LogOptions {
  folder: string
  verbose: boolean
}

/**
 * Creates the log: `session-desk.log` in a private folder, and the console. It redacts every line. If the disk refuses,
 * it warns once on the console.
 */
export function createLog({ folder, verbose }: LogOptions): Log {
  let isBroken = false
  makePrivate(folder)
  const logger = electronLog.create({ logId: folder })
  // electron-log reports each line that it cannot write to both consoles.
  for (const { transports } of [electronLog, logger]) {
    transports.console.writeFn = () => {
      if (!isBroken) console.warn('log.notWritten')
      isBroken = true
    }
  }
  const { file } = logger.transports
  file.setAppName('session-desk')
  file.resolvePathFn = () => join(folder, 'session-desk.log')
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  file.transforms = [({ data }) => String(data[0])]
  file.maxSize = MAX_LOG_BYTES - 3 * MAX_LINE_CHARACTERS

  return { info: add('info'), warn: add('warn') }

  function add(level: 'info' | 'warn') {
    return (event: string, facts?: object): void => {
      const line = redact(`${event}${facts ? ` ${JSON.stringify(facts)}` : ''}`).slice(0, MAX_LINE_CHARACTERS)
      const date = new Date()
      if (level === 'warn' || verbose) console[level](line)
      file({ data: [`${date.toISOString()} ${level} ${line}`], date, level })
    }
  }
}

/**
 * Makes the folder and its files private; they may come from an earlier version. On Windows the profile's access list
 * protects them.
 */
function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (process.platform === 'win32') return
    chmodSync(folder, 0o700)
    for (const name of readdirSync(folder)) if (name.endsWith('.log')) chmodSync(join(folder, name), 0o600)
  } catch {
    // The first line that cannot be written is reported.
  }
}
