import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../support/process/run.ts'
import { projectRoot } from '../support/project-root.ts'

/** The size of the runtime, behind which the image of the files begins. */
export const RUNTIME_BYTES = 4_096

/**
 * What the runtime does with `--appimage-extract-and-run`: unpacks the files, runs AppRun and deletes them (AppImage docs,
 * Environment variables). The real one is a program that neither npm nor Debian has.
 */
const RUNTIME = `#!/bin/sh
APPIMAGE=$(readlink -f "$0")
APPDIR=$(mktemp -d)
export APPIMAGE APPDIR
unsquashfs -quiet -no-progress -offset ${RUNTIME_BYTES} -force -dest "$APPDIR" "$APPIMAGE"
"$APPDIR/AppRun" "$@"
code=$?
rm -rf "$APPDIR"
exit $code
`
/** Compresses little, for an image that is tried once. */
const MKSQUASHFS = '#!/bin/sh\nexec mksquashfs "$@" -Xcompression-level 1\n'

/**
 * Makes the AppImage of dist/linux-unpacked into `folder` with electron-builder, as a release does, but with Debian's
 * mksquashfs and a stand-in for the runtime. Returns its path.
 */
export async function makeAppImage(folder: string): Promise<string> {
  const script = join(projectRoot(), 'test/tools/package/appimage.ts')
  const env = { ...process.env, APPIMAGE_TOOLS_PATH: await makeTools(join(folder, 'tools')) }
  const { code, stdout, stderr } = await run('npx', ['tsx', script, folder], { cwd: projectRoot(), env })
  if (code !== 0) throw new Error(`No AppImage was made: ${stderr.slice(-1500)}`)
  return stdout.trim().split('\n').at(-1) ?? ''
}

/** Makes the folder that electron-builder takes instead of its download. */
async function makeTools(folder: string): Promise<string> {
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
  // The libraries that the download adds are those of old desktops' trays.
  for (const name of ['runtimes', `lib/${arch}`]) await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'runtimes', `runtime-${arch}`), RUNTIME.padEnd(RUNTIME_BYTES, '\n'))
  await writeFile(join(folder, 'mksquashfs'), MKSQUASHFS, { mode: 0o755 })
  // electron-builder wants it to be there, and does not run it.
  await writeFile(join(folder, 'desktop-file-validate'), '')
  return folder
}
