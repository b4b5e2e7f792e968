import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../support/project-root.ts'
import { fingerprintOf, outdated, withRun, type Run } from './record.ts'

const RUN: Run = {
  ...{ seed: 7, minutes: 12, date: '2026-11-23', electron: '45.4.1', cores: 2 },
  fingerprint: '0123456789ab',
  table: '| part | figures |\n| --- | --- |\n| soak | $& 1 renewal |',
}
const PAGE = `# A
<!-- The last full run, written by npm run torture: -->
old, with the fingerprint \`aaaaaaaaaaaa\`
<!-- End of the last full run -->
The fingerprint \`bbbbbbbbbbbb\` of something else.
`

it('gives a folder a fingerprint of its paths and contents, whatever its place and its hidden files', () => {
  const home = mkdtempSync(join(tmpdir(), 'session-desk-fingerprint-'))
  const file = (name: string) => join(home, 'electron', name)
  mkdirSync(file('deeper'), { recursive: true })
  const fingerprints = [
    () => writeFileSync(file('b.ts'), 'one'),
    () => writeFileSync(file('.swp'), 'an editor'),
    () => writeFileSync(file('b.ts'), 'other'),
    () => renameSync(file('b.ts'), file('c.ts')),
    () => writeFileSync(file('deeper/new.ts'), ''),
    () => rmSync(file('deeper/new.ts')),
  ].map((change) => (change(), fingerprintOf(file(''))))
  const [first, hidden, changed, renamed, added, removed] = fingerprints
  expect([hidden, removed]).toEqual([first, renamed])
  expect(new Set([first, changed, renamed, added]).size).toBe(4)
  for (const fingerprint of fingerprints) expect(fingerprint).toMatch(/^[0-9a-f]{12}$/)
  renameSync(file(''), join(home, 'moved'))
  expect(fingerprintOf(join(home, 'moved'))).toBe(removed)
  rmSync(home, { recursive: true })
})

it('replaces only its own lines, and finds its fingerprint there', () => {
  const written = withRun(PAGE, RUN)
  expect(written).toContain('on 2026-11-23, found 0 violations in 12 minutes: `SESSION_DESK_SEED=7`,')
  expect(written).toContain('| soak | $& 1 renewal |')
  expect(written).not.toContain('aaaaaaaaaaaa')
  expect(written).toContain('The fingerprint `bbbbbbbbbbbb` of something else.')
  expect(withRun(written, RUN)).toBe(written)
  expect(outdated(written, RUN.fingerprint)).toBeNull()
  expect(outdated(written, 'ba9876543210')).toMatch(/ba9876543210.*0123456789ab/)
})

it('has a place in SECURITY.md', () => {
  expect(withRun(readFileSync(join(projectRoot(), 'SECURITY.md'), 'utf8'), RUN)).toContain(RUN.table)
})

it('says so when a page has no run, and refuses to write where there is no place for one', () => {
  expect(outdated('# A', RUN.fingerprint)).toContain('had none')
  expect(() => withRun('# A', RUN)).toThrow('no lines')
})
