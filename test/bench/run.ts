import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from '../support/prepare.ts'
import { projectRoot } from '../support/project-root.ts'
import { isMet, tableOf, type PartFigures } from './figure.ts'
import { measureBytes } from './parts/bytes.ts'

// `npm run bench`: every part; `npm run bench -- bytes list`: those. `--check` fails where a budget is not met.
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
    },
  })
  const root = projectRoot()
  if (!existsSync(join(root, 'out', 'main', 'main.js'))) {
    throw new Error('The app is not built: run `npm run build` first')
  }
  const wanted = (part: string): boolean => positionals.length === 0 || positionals.includes(part)
  const parts: PartFigures[] = []
  if (wanted('bytes')) parts.push({ part: 'bytes', figures: await measureBytes(root) })
  console.log(`\n${tableOf(parts)}`)
  const missed = parts.flatMap(({ figures }) => figures.filter((figure) => isMet(figure) === false))
  if (values.check && missed.length > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
