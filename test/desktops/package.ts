import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun } from '../support/bare-debian/run-echoed.ts'
import { projectRoot } from '../support/project-root.ts'

/** The .deb that `npm run package` made. */
export async function findDeb(): Promise<string> {
  const dist = join(projectRoot(), 'dist')
  const [name] = (await readdir(dist).catch(() => [])).filter((file) => file.endsWith('.deb'))
  if (name === undefined) throw new Error('There is no package: run `npm run package` first')
  return join(dist, name)
}

/** Makes a package with the same files as `deb` and a lower version, for an upgrade; quickly, and so large. */
export async function makeFormer(deb: string, version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'session-desk-former-'))
  try {
    const tree = join(folder, 'tree')
    await mustRun(['dpkg-deb', '--raw-extract', deb, tree])
    const control = join(tree, 'DEBIAN/control')
    const text = await readFile(control, 'utf8')
    await writeFile(control, text.replace(/^Version: .+$/m, `Version: ${version}`))
    const former = join(tmpdir(), `session-desk_${version}_former.deb`)
    await mustRun(['dpkg-deb', '--root-owner-group', '-Znone', '--build', tree, former])
    return former
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
