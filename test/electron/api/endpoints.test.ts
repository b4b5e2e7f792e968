import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ENDPOINT_NAMES } from '../../service/endpoints.ts'
import { projectRoot } from '../../support/project-root.ts'

const FOLDER = join(projectRoot(), 'electron/api')
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')
const code = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts') && name !== 'transport.ts')
  .map(read)
  .join('\n')
const sorted = (names: Iterable<string | undefined>): (string | undefined)[] => [...new Set(names)].sort()

it('the table names every function that calls the API', () => {
  const rows = read('README.md').matchAll(/^\| `[A-Z]+ \/[^`]+`\s*\| (?:yes|no)\s*\| ([^|]*)\|/gm)
  const documented = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)])
  const exported = code.matchAll(/^export (?:async )?function (\w+)\(\s*transport: Transport\b/gm)
  expect(sorted(documented.map(([, name]) => name))).toEqual(sorted([...exported].map(([, name]) => name)))
})

it('every path is that of an endpoint, which the practice service has', () => {
  const paths = [...code.matchAll(/['`](\/auth\/[\w/-]+(?:\$\{id\})?)['`]/g)].map(([, path]) => path)
  const served = ENDPOINT_NAMES.map((name) => name.replace(/^\w+ /, '').replace('{id}', '${id}'))
  expect(sorted(paths)).toEqual(sorted(served))
})
