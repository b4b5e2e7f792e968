import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Requirement } from '../../support/desktop/requirements.ts'
import { makeDeb } from './deb.ts'
import { readFacts } from './facts.ts'
import { writeFlatpakManifest } from './flatpak.ts'
import { makeRpm } from './rpm.ts'
import { makeTree } from './tree.ts'

/** What makes the packages for Linux. */
export const PACKAGING_NEEDS: readonly Requirement[] = [
  { packages: ['dpkg-dev'], proof: { command: 'dpkg-shlibdeps' } },
  { packages: ['binutils'], proof: { command: 'objdump' } },
  { packages: ['rpm'], proof: { command: 'rpmbuild' } },
]

/** Makes the .deb, the .rpm and the Flatpak's manifest of an unpacked app into dist/; returns their paths. */
export async function makeLinuxPackages(root: string, unpacked: string, version: string): Promise<string[]> {
  const facts = await readFacts(root, version)
  const folder = await mkdtemp(join(tmpdir(), 'session-desk-package-'))
  try {
    const tree = join(folder, 'tree')
    await mkdir(tree)
    await makeTree(root, unpacked, tree, facts)
    const deb = await makeDeb(root, tree, folder, facts)
    const rpm = await makeRpm(root, tree, folder, facts)
    return [deb, rpm, await writeFlatpakManifest(deb, facts)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
