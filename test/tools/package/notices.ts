import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { run } from '../../support/process/run.ts'

const bundled = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.string().nullish(),
    text: z.string().nullish(),
  }),
)
const bom = z.looseObject({ components: z.array(z.looseObject({ name: z.string(), version: z.string() })) })

/** A bundled library with the text of its licence. */
export type Bundled = z.output<typeof bundled>[number]

/** The licences that may go with ours, as SPDX names. */
const FITTING =
  /^\(?(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0)\b/

/** The libraries whose licence is unknown or not allowed. */
export function unfitting(libraries: readonly Bundled[]): string[] {
  return libraries
    .filter(({ identifier }) => !FITTING.test(identifier ?? ''))
    .map(({ name, identifier }) => `${name}: ${identifier ?? 'no licence named'}`)
}

/** Each library once, by name and version. */
export function merged(lists: readonly (readonly Bundled[])[]): Bundled[] {
  const byName = new Map(lists.flat().map((library) => [`${library.name}@${library.version}`, library]))
  return [...byName.entries()].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([, library]) => library)
}

/**
 * Writes the licences of all bundled libraries into out/notices, and a bill of materials
 * (CycloneDX) of them and the runtime. Run it after the build, which lists the bundled libraries.
 */
export async function writeNotices(root: string, electronVersion: string): Promise<void> {
  const lists = await Promise.all(
    ['main', 'renderer'].map(async (part) =>
      bundled.parse(JSON.parse(await readFile(join(root, 'out', part, 'licenses.json'), 'utf8'))),
    ),
  )
  const libraries = merged(lists)
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

function textOf(libraries: readonly Bundled[]): string {
  const parts = libraries.map(
    ({ name, version, identifier, text }) => `${name} ${version} (${identifier ?? ''})\n\n${text ?? ''}`,
  )
  return `Session Desk contains these libraries.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
