import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createPackage, extractAll } from '@electron/asar'
import { mustRun } from '../support/bare-debian/run-echoed.ts'

/** A file that the older package has and the newer one has not. */
export const DROPPED_FILE = '/usr/lib/session-desk/resources/dropped.txt'

/**
 * Makes the .deb of an earlier version into `folder`, out of a newer one: the same app, which says that it is `version`. Nothing is
 * compressed, because it is installed once, here. Returns its path.
 */
export async function makeOlderPackage(deb: string, version: string, folder: string): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'session-desk-older-'))
  try {
    await mustRun(['dpkg-deb', '--raw-extract', deb, tree])
    const rewrite = async (file: string, change: (text: string) => string): Promise<void> =>
      writeFile(file, change(await readFile(file, 'utf8')))
    await rewrite(join(tree, 'DEBIAN/control'), (text) =>
      text.replace(/^Version: .*$/m, `Version: ${version}-1`),
    )
    // The sums are those of the newer app.
    await rm(join(tree, 'DEBIAN/md5sums'))
    await writeFile(join(tree, DROPPED_FILE), '')

    // Another archive than the newer one: what reads on in the file of that name finds other content at each place.
    const [archive, app] = [join(tree, 'usr/lib/session-desk/resources/app.asar'), join(tree, 'DEBIAN/app')]
    extractAll(archive, app)
    await rewrite(join(app, 'package.json'), (text) =>
      JSON.stringify({ ...(JSON.parse(text) as object), version }),
    )
    await createPackage(app, archive)
    await rm(app, { recursive: true })

    const target = join(folder, basename(deb).replace(/_[^_]+_/, `_${version}-1_`))
    await mustRun(['dpkg-deb', '--root-owner-group', '-Znone', '--build', tree, target])
    return target
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}
