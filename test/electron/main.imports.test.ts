import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MAIN = new URL('../../electron/main.ts', import.meta.url)
const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)[^'"]*?from\s+'([^']+)'/gm

/** All modules that a file imports statically, directly or not: packages by name, files by address. */
function importsOf(file: URL): Set<string> {
  const found = new Set([file.href])
  for (const address of found) {
    if (!address.startsWith('file:')) continue
    for (const [statement, name = ''] of readFileSync(fileURLToPath(address), 'utf8').matchAll(
      STATIC_IMPORT,
    )) {
      if (/\{\s*type\s[^,]*\}/.test(statement)) continue
      found.add(name.startsWith('.') ? new URL(name, address).href : name)
    }
  }
  return found
}

it('the code that opens the window imports no package but Electron', () => {
  const imports = [...importsOf(MAIN)]
  const packages = imports.filter((name) => !/^(file|node):/.test(name))
  expect(packages).toEqual(['electron'])
  expect(imports.some((name) => name.endsWith('/platform/window.ts'))).toBe(true)
})
