import { chmod, copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { copyrightFile } from './copyright.ts'
import { desktopFile } from './desktop-entry.ts'
import type { Facts } from './facts.ts'
import { launcher } from './launcher.ts'
import { manPage } from './man-page.ts'
import { metainfo } from './metainfo.ts'

const SIDES = [16, 24, 32, 48, 64, 128, 256, 512]
/** Files of the unpacked app whose texts the copyright file has, and the bill of materials, which lies beside that. */
const NOT_IN_LIB =
  /^(LICENSE|LICENSE\.electron\.txt|LICENSES\.chromium\.html|version|resources\/notices(\/.*)?)$/
/** The modes of programs; all other files are 0644. Chromium's sandbox needs root where the kernel gives users none. */
const MODES: Record<string, number> = {
  'session-desk': 0o755,
  chrome_crashpad_handler: 0o755,
  'chrome-sandbox': 0o4755,
}
/** The folder of what people start, where everything can be started. */
const BIN = 'usr/bin'

/** Fills the empty folder `tree` with the files of a package for Linux, as they are installed below /. */
export async function makeTree(root: string, unpacked: string, tree: string, facts: Facts): Promise<void> {
  const { name, desktopName, id, changelog } = facts
  const lib = join(tree, 'usr/lib', name)
  const share = join(tree, 'usr/share')
  const notices = join(unpacked, 'resources/notices')
  await cp(unpacked, lib, {
    recursive: true,
    filter: (source) => !NOT_IN_LIB.test(relative(unpacked, source)),
  })
  await putText(join(tree, BIN, name), launcher(name))

  const icons = join(root, 'resources/icons')
  for (const side of SIDES)
    await put(
      join(icons, `${side}x${side}.png`),
      join(share, `icons/hicolor/${side}x${side}/apps/${name}.png`),
    )
  await put(join(icons, 'app.svg'), join(share, `icons/hicolor/scalable/apps/${name}.svg`))
  await put(join(icons, 'symbolic.svg'), join(share, `icons/hicolor/symbolic/apps/${name}-symbolic.svg`))

  const read = (file: string) => readFile(file, 'utf8')
  const copyright = copyrightFile(facts, {
    license: await read(join(root, 'LICENSE')),
    libraries: await read(join(notices, 'THIRD-PARTY-LICENSES.txt')),
    electron: await read(join(unpacked, 'LICENSE.electron.txt')),
    chromium: await read(join(unpacked, 'LICENSES.chromium.html')),
  })
  await put(join(notices, 'sbom.cdx.json'), join(share, 'doc', name, 'sbom.cdx.json'))
  const texts: [string, string | Buffer][] = [
    [`applications/${desktopName}`, desktopFile(facts)],
    [`metainfo/${id}.metainfo.xml`, metainfo(facts)],
    [`man/man1/${name}.1.gz`, zipped(manPage(facts))],
    [`doc/${name}/changelog.gz`, zipped(changelog)],
    [`doc/${name}/copyright`, copyright],
  ]
  for (const [place, text] of texts) await putText(join(share, place), text)
  await setModes(tree, lib)
}

/** A text as Debian's policy 12.7 wants it: as small as gzip can, without the time. */
export function zipped(text: string): Buffer {
  return gzipSync(text, { level: 9 })
}

/** Writes a file, and the folders in which it lies. */
export async function putText(file: string, text: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** The files of a folder and of those in it, without links, as paths relative to it. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()
}

async function put(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  await copyFile(source, target)
}

/** Sets the mode of everything, whatever the umask and the modes of the sources are. */
export async function setModes(tree: string, lib: string): Promise<void> {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true })
  const programs = join(tree, BIN)
  await chmod(tree, 0o755)
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile())
      await chmod(path, entry.parentPath === programs ? 0o755 : (MODES[relative(lib, path)] ?? 0o644))
  }
}
