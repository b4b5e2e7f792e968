import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { MAIN_ALIAS } from '../../vite.alias.ts'

/** Bundles a probe with the main file `entry` (relative to the project) into a folder that Electron can start. */
export async function buildProbe(root: string, entry: string, folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: MAIN_ALIAS },
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: join(root, entry),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20.18',
      rolldownOptions: { external: ['electron'], output: { entryFileNames: 'main.js' } },
    },
  })
  const manifest = { name: 'probe', version: '1.0.0', type: 'module', main: 'main.js' }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
}
