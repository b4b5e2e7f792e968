import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** Whether a process of this computer is the app; after a crash its number may be another program's, which only Linux tells. */
export function isAlive(pid: number): boolean {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0)
    // An update replaces the file of a running program.
    const program = readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')
    return basename(program) === basename(process.execPath)
  } catch {
    return false
  }
}
