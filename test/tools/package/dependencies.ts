import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../support/process/run.ts'
import { filesIn } from './tree.ts'

/** What the app loads or starts at run time, which no linker knows. */
const AT_RUN_TIME = ['libnotify4', 'libsecret-1-0', 'xdg-utils']
/** Those that have another name since 64-bit time (Debian 13, Ubuntu 24.04). */
const RENAMED = new Set([
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libcups2',
  'libglib2.0-0',
  'libgtk-3-0',
])

/**
 * What a package of the programs in `lib` depends on: the libraries that dpkg-shlibdeps finds, by all their names, and what
 * is loaded at run time. It asks the packages of this computer, and throws if a library is not installed.
 */
export async function dependenciesOf(lib: string): Promise<string[]> {
  const files = (await filesIn(lib)).map((file) => join(lib, file))
  const isElf = await Promise.all(files.map(startsAsElf))
  const programs = files.filter((_, at) => isElf[at])
  const folder = await mkdtemp(join(tmpdir(), 'session-desk-depends-'))
  try {
    // It reads the name of the package from there.
    await mkdir(join(folder, 'debian'))
    await writeFile(join(folder, 'debian/control'), 'Source: app\n\nPackage: app\nArchitecture: any\n')
    const found = await run('dpkg-shlibdeps', ['-O', `-l${lib}`, ...programs], { cwd: folder })
    if (found.code !== 0) throw new Error(`dpkg-shlibdeps failed: ${found.stderr.slice(-1500)}`)
    return [...alternatives(found.stdout), ...AT_RUN_TIME]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The dependencies in the output of dpkg-shlibdeps, those that were renamed by both names. */
export function alternatives(output: string): string[] {
  const list = /^shlibs:Depends=(.+)$/m.exec(output)?.[1] ?? ''
  return list.split(', ').map((dependency) => {
    const [name = '', ...version] = dependency.split(' ')
    const old = name.replace(/t64$/, '')
    if (!RENAMED.has(old)) return dependency
    return [`${old}t64`, old].map((each) => [each, ...version].join(' ')).join(' | ')
  })
}

async function startsAsElf(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.equals(Buffer.from('\x7fELF'))
  } finally {
    await handle.close()
  }
}
