import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseLibraries } from '../../../electron/features/desktop/domain/libraries.ts'
import type { Library } from '../../../electron/shared/library.ts'
import { run } from '../../support/process/run.ts'

const bom = z.looseObject({ components: z.array(z.looseObject({ name: z.string(), version: z.string() })) })

/** The licences that may go with ours, as SPDX names. */
const FITTING =
  /^\(?(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0)\b/

/** The libraries whose licence is unknown or not allowed. */
export function unfitting(libraries: readonly Library[]): string[] {
  return libraries
    .filter(({ license }) => !FITTING.test(license ?? ''))
    .map(({ name, license }) => `${name}: ${license ?? 'no licence named'}`)
}

/**
 * Writes the licences of all bundled libraries into out/notices, and a bill of materials
 * (CycloneDX) of them and the runtime. Run it after the build, which lists the bundled libraries.
 */
export async function writeNotices(root: string, electronVersion: string): Promise<void> {
  const lists = await Promise.all(
    ['main', 'renderer'].map((part) => readFile(join(root, 'out', part, 'licenses.json'), 'utf8')),
  )
  const libraries = parseLibraries(lists)
  const wrong = unfitting(libraries)
  if (wrong.length > 0) throw new Error(`Licences that do not fit: ${wrong.join(', ')}`)

  const folder = join(root, 'out', 'notices')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'LICENSE'), await readFile(join(root, 'LICENSE')))
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), textOf(libraries))
  const listed = await run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], { cwd: root })
  if (listed.code !== 0) throw new Error(`npm could not list what is installed: ${listed.stderr}`)
  const all = bom.parse(JSON.parse(listed.stdout))
  const isIn = new Set(libraries.map(({ name, version }) => `${name}@${version}`))
  const components = all.components
    .map((each) => (each.name === 'electron' ? { ...each, version: electronVersion } : each))
    .filter(({ name, version }) => name === 'electron' || isIn.has(`${name}@${version}`))
  const kept = { ...all, components, dependencies: [] }
  await writeFile(join(folder, 'sbom.cdx.json'), JSON.stringify(kept, null, 2))
}

function textOf(libraries: readonly Library[]): string {
  const parts = libraries.map(
    ({ name, version, license, text }) => `${name} ${version} (${license ?? ''})\n\n${text ?? ''}`,
  )
  return `Session Desk contains these libraries.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
