import { basename } from 'node:path'
import type { Log } from '../../core/ports.ts'

/**
 * Logs uncaught errors. Because of these listeners Electron shows no error dialog and continues (Electron source,
 * lib/browser/init.ts).
 */
export function logUncaught(log: Log): void {
  process.on('uncaughtException', (error) => log.warn('main.uncaught', describeError(error)))
  process.on('unhandledRejection', (reason) => log.warn('main.unhandled', describeError(reason)))
}

/** Describes a thrown value for the log: its name, its message, and the position without folders. */
export function describeError(thrown: unknown): { name: string; message: string; at: string } {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: '', at: '' }
  const position = /\(?([^\s()]+:\d+:\d+)\)?$/m.exec(thrown.stack ?? '')?.[1] ?? ''
  return { name: thrown.name, message: thrown.message, at: basename(position.replaceAll('\\', '/')) }
}
