import { createHash } from 'node:crypto'
import { cp, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mustRun } from '../../support/bare-debian/run-echoed.ts'
import { dependenciesOf } from './dependencies.ts'
import type { Facts } from './facts.ts'
import { TEXTS } from './texts.ts'
import { filesIn, putText, setModes, zipped } from './tree.ts'

/** Without a keyring the app persists no sign-in; names of devices and people come in every script. */
const RECOMMENDS = [
  'gnome-keyring | kwalletmanager',
  'desktop-file-utils',
  'fonts-noto-cjk | fonts-droid-fallback',
]

/**
 * Makes the .deb of a tree with Debian's own tools, for releases too: electron-builder's target fetches a program that is
 * not available everywhere, and knows neither man page nor changelog. Returns its path.
 */
export async function makeDeb(root: string, tree: string, folder: string, facts: Facts): Promise<string> {
  const { name, packageVersion, date } = facts
  const arch = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const version = `${packageVersion}-1`
  const staging = join(folder, 'deb')
  await cp(tree, staging, { recursive: true, verbatimSymlinks: true })
  const share = join(staging, 'usr/share')
  await putText(join(share, 'doc', name, 'changelog.Debian.gz'), zipped(changelogOf(facts, version)))
  const overrides = await readFile(join(root, 'resources/package/lintian-overrides'))
  await putText(join(share, 'lintian/overrides', name), overrides)

  const lib = join(staging, 'usr/lib', name)
  const files = await filesIn(staging)
  const sizes = await Promise.all(
    files.map(async (file) => Math.ceil((await stat(join(staging, file))).size / 1024)),
  )
  const control = {
    Package: name,
    Version: version,
    Section: 'net',
    Priority: 'optional',
    Architecture: arch,
    Maintainer: facts.maintainer,
    'Installed-Size': String(sizes.reduce((sum, size) => sum + size, 0)),
    Depends: (await dependenciesOf(lib)).join(', '),
    Recommends: RECOMMENDS.join(', '),
    Homepage: facts.homepage,
    Description: description(),
  }
  const lines = Object.entries(control).map(([field, value]) => `${field}: ${value}\n`)
  await putText(join(staging, 'DEBIAN/control'), lines.join(''))
  await putText(join(staging, 'DEBIAN/md5sums'), await sumsOf(staging, files))
  await setModes(staging, lib)

  const target = join(root, 'dist', `${name}_${version}_${arch}.deb`)
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(date.getTime() / 1_000) }
  await mustRun(['dpkg-deb', '--root-owner-group', '--build', staging, target], { env })
  return target
}

/** The sum of each file, by which `dpkg --verify` finds changed ones. */
async function sumsOf(folder: string, files: readonly string[]): Promise<string> {
  const lines = await Promise.all(
    files.map(async (file) => {
      const sum = createHash('md5').update(await readFile(join(folder, file)))
      return `${sum.digest('hex')}  ${file}\n`
    }),
  )
  return lines.join('')
}

/** The changes of the package, not of the app (Debian's policy 4.4). */
function changelogOf({ name, maintainer, date }: Facts, version: string): string {
  const at = date.toUTCString().replace('GMT', '+0000')
  return `${name} (${version}) unstable; urgency=medium

  * Package the app; what it can do is in changelog.gz beside this file.

 -- ${maintainer}  ${at}
`
}

/** The synopsis, which is no sentence, and the description in lines of at most 79 characters (Debian's policy 5.6.13). */
function description(): string {
  const { summary, description: paragraphs } = TEXTS.en
  const wrap = (text: string) => text.replace(/(.{1,77})(?: +|$)/g, ' $1\n').trimEnd()
  const synopsis = summary.replace(/^./, (first) => first.toLowerCase())
  return [synopsis, paragraphs.map(wrap).join('\n .\n')].join('\n')
}
