import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, Platform } from 'electron-builder'
import { projectRoot } from '../../support/project-root.ts'
import { findRuntime } from '../../support/runtime/find.ts'
import { configuration } from './configuration.ts'

/** Makes the AppImage of dist/linux-unpacked into a folder, its argument, and prints its path. */
async function main(): Promise<void> {
  const root = projectRoot()
  const output = process.argv[2]
  if (!output) throw new Error('Name the folder for the AppImage.')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const config = configuration({ root, version, runtime: await findRuntime(root), isRelease: false })
  const made = await build({
    projectDir: root,
    publish: 'never',
    prepackaged: join(root, 'dist', 'linux-unpacked'),
    targets: Platform.LINUX.createTarget('AppImage'),
    config: { ...config, directories: { ...config.directories, output } },
  })
  for (const file of made) console.log(file)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
