import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readStartupState } from '../../../electron/platform/startup-state.ts'

const NOTHING = { bounds: null, theme: 'system', hasSignedInBefore: false }
const BOUNDS = { x: 1, y: 2, width: 900, height: 600, maximised: false }

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-look-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const keep = (name: string, value: unknown): void =>
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ value }))

describe('the startup state', () => {
  it('has defaults without files', () => {
    expect(readStartupState(folder)).toEqual(NOTHING)
    expect(readStartupState(join(folder, 'none'))).toEqual(NOTHING)
  })

  it('contains the theme, the bounds and an earlier sign-in', () => {
    keep('settings', { theme: 'dark', server: 'https://chat.example.com/api/v1' })
    keep('window', { bounds: BOUNDS })
    expect(readStartupState(folder)).toEqual({ bounds: BOUNDS, theme: 'dark', hasSignedInBefore: true })
    keep('settings', { theme: 'dark', server: '' })
    expect(readStartupState(folder).hasSignedInBefore).toBe(false)
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"value":null}',
    '{"value":[]}',
    '{"value":{"theme":"red","server":7}}',
  ])('ignores a file with %s', (text) => {
    for (const name of ['settings', 'window']) writeFileSync(join(folder, `${name}.json`), text)
    expect(readStartupState(folder)).toEqual(NOTHING)
  })
})
