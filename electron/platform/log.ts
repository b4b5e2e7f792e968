import electronLog from 'electron-log/node'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from '../core/domain/redact.ts'
import type { Log } from '../core/ports.ts'

/** Bytes of the log's file before it is set aside as `session-desk.old.log`, of which one is kept. */
export const MAX_LOG_BYTES = 1024 * 1024
/** Characters of one line; the rest is cut off. In bytes a line is at most three times as long. */
const MAX_LINE_CHARACTERS = 4_000

/** Where the log is written; `verbose` also shows everything on the console, which otherwise gets the warnings. */
export interface LogOptions {
  folder: string
  verbose: boolean
}

/**
 * The log of a run: `session-desk.log` in a folder of the owner alone, and the console. Every line is redacted here,
 * before it goes anywhere. A disk that cannot be written is told once, on the console, and stops nothing.
 */
export function createLog({ folder, verbose }: LogOptions): Log {
  let isBroken = false
  makePrivate(folder)
  const own = electronLog.create({ logId: folder })
  // The library's complaints, one at each line that it cannot write, come to these two consoles.
  for (const { transports } of [electronLog, own]) {
    transports.console.writeFn = () => {
      if (!isBroken) console.warn('log.notWritten')
      isBroken = true
    }
  }
  const { file } = own.transports
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

/** The folder may be older than this rule, and its files too. Windows keeps them private by the profile's own access list. */
function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (process.platform === 'win32') return
    chmodSync(folder, 0o700)
    for (const name of readdirSync(folder)) if (name.endsWith('.log')) chmodSync(join(folder, name), 0o600)
  } catch {
    // Told when the first line cannot be written.
  }
}
