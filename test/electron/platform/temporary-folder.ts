import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** An empty folder for each test of a file, deleted after it; names are relative to it. */
export function temporaryFolder() {
  let root = ''
  beforeEach(() => void (root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'session-desk-unit-')))))
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }))
  const path = (...names: string[]): string => join(root, ...names)
  return {
    path,
    names: (folder = ''): string[] => fs.readdirSync(path(folder)).sort(),
    read: (name: string): string => fs.readFileSync(path(name), 'utf8'),
    /** Writes a file, in folders that are created, and returns its path. */
    write(name: string, content: string | Buffer): string {
      fs.mkdirSync(dirname(path(name)), { recursive: true })
      fs.writeFileSync(path(name), content)
      return path(name)
    },
    modeOf: (name = ''): number => fs.statSync(path(name)).mode & 0o777,
  }
}

/** Whether files have POSIX modes here. */
export const isPosix = process.platform !== 'win32'
