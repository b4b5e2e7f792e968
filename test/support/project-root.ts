import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, whatever folder a command was started from. */
export function projectRoot(): string {
  return resolve(fileURLToPath(new URL('../..', import.meta.url)))
}
