import { basename } from 'node:path'
import type { Log } from '../core/ports.ts'

/**
 * Writes what nobody caught to the log. With these listeners Electron goes on, as it does by itself, but shows nobody
 * its dialog with a stack (Electron source, lib/browser/init.ts).
 */
export function logUncaught(log: Log): void {
  process.on('uncaughtException', (error) => log.warn('main.uncaught', describeError(error)))
  process.on('unhandledRejection', (reason) => log.warn('main.unhandled', describeError(reason)))
}

/** What is safe and useful of anything thrown: its name, its message, and where in our files, without their folders. */
export function describeError(thrown: unknown): { name: string; message: string; at: string } {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: '', at: '' }
  const place = /\(?([^\s()]+:\d+:\d+)\)?$/m.exec(thrown.stack ?? '')?.[1] ?? ''
  return { name: thrown.name, message: thrown.message, at: basename(place.replaceAll('\\', '/')) }
}
