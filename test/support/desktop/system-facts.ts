import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../process/run.ts'
import type { SystemFacts } from './requirements.ts'

/** Reads this Linux system once: its commands, shared libraries and installed packages. */
export async function readSystemFacts(): Promise<SystemFacts> {
  const [libraries, packages] = await Promise.all([
    // ldconfig is in a folder that an ordinary user's PATH may lack.
    run('/sbin/ldconfig', ['-p']),
    run('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\\n']),
  ])
  const sonames = new Set(libraries.stdout.split('\n').map((line) => line.trim().split(' ')[0]))
  const installed = new Set(packages.stdout.split('\n').filter((line) => line.endsWith(' installed')))
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin']
  return {
    hasPackage: (name) => installed.has(`${name} installed`),
    hasCommand: (name) => folders.some((folder) => existsSync(join(folder, name))),
    hasLibrary: (soname) => sonames.has(soname),
    hasFile: (path) => existsSync(path),
  }
}
