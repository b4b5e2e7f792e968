import { copyFile, cp, mkdir, realpath, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Copies the running Node and npm to the usual place in the system in `folder`. */
export async function bringNode(folder: string): Promise<void> {
  const npm = process.env['npm_execpath']
  if (!npm) throw new Error('Start this with npm: its own copy is brought along.')
  const bin = join(folder, 'usr/local/bin')
  const modules = join(folder, 'usr/local/lib/node_modules')
  await mkdir(modules, { recursive: true })
  await copyFile(await realpath(process.execPath), join(bin, 'node'))
  // npm's package, which contains bin/npm-cli.js.
  await cp(dirname(dirname(await realpath(npm))), join(modules, 'npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name))
}
