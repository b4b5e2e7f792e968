import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog, MAX_LOG_BYTES } from '../../../electron/platform/log.ts'
import { describeError } from '../../../electron/platform/uncaught.ts'

let home = ''
let folder = ''
const shown = { info: [] as unknown[], warn: [] as unknown[], error: [] as unknown[] }

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'desk-log-'))
  folder = join(home, 'deep', 'logs')
  for (const level of ['info', 'warn', 'error'] as const) {
    shown[level] = []
    vi.spyOn(console, level).mockImplementation((...all: unknown[]) => void shown[level].push(...all))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(home, { recursive: true })
})

const read = (name = 'session-desk.log'): string => readFileSync(join(folder, name), 'utf8')
const modeOf = (path: string): number => statSync(path).mode & 0o777
const isPosix = process.platform !== 'win32'

describe('the log', () => {
  it('writes time, level, event and facts to its file, and warnings to the console too', () => {
    const log = createLog({ folder, verbose: false })
    log.info('token.renewed', { account: 'a1b2c3d4e5f60718' })
    log.warn('vault.notSaved')
    const [first, second, end] = read().split('\n')
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info token\.renewed \{"account":"a1b2c3d4e5f60718"\}$/)
    expect(second).toMatch(/^\S+Z warn vault\.notSaved$/)
    expect(end).toBe('')
    expect(shown).toEqual({ info: [], warn: ['vault.notSaved'], error: [] })
  })

  it('prints everything if verbose', () => {
    createLog({ folder, verbose: true }).info('app.started', { version: '1' })
    expect(shown.info).toEqual(['app.started {"version":"1"}'])
  })

  it('contains no secret, and one line per event, in both outputs', () => {
    const log = createLog({ folder, verbose: true })
    const canaries = { message: 'Bearer 12|canary-secret', mail: 'canary@example.com\nsecond line', n: 1 }
    log.info('event', canaries)
    log.warn('event', { password: 'canary with blanks', sk: 'sk_canary' })
    expect(JSON.stringify([read(), shown])).not.toMatch(/canary/)
    expect(read().split('\n')).toHaveLength(3)
  })

  it.runIf(isPosix)('is private, also if it was not, and after its rotation', () => {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    writeFileSync(join(folder, 'session-desk.log'), 'older\n', { mode: 0o644 })
    writeFileSync(join(folder, 'session-desk.old.log'), 'oldest\n', { mode: 0o644 })
    const log = createLog({ folder, verbose: false })
    const modes = () => readdirSync(folder).map((name) => modeOf(join(folder, name)))
    expect([modeOf(folder), ...modes()]).toEqual([0o700, 0o600, 0o600])
    fill(log, 1.5)
    expect([modeOf(folder), ...modes()]).toEqual([0o700, 0o600, 0o600])
  })

  it('stays within its size, for any lines, with one old file', () => {
    const log = createLog({ folder, verbose: false })
    fill(log, 3.2)
    expect(readdirSync(folder).sort()).toEqual(['session-desk.log', 'session-desk.old.log'])
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(MAX_LOG_BYTES)
      expect(statSync(join(folder, name)).size).toBeGreaterThan(0)
    }
    log.info('last')
    expect(read().trimEnd()).toMatch(/ last$/)
  })

  it('continues the file of the last run', () => {
    createLog({ folder, verbose: false }).info('first')
    createLog({ folder, verbose: false }).info('second')
    expect(read().split('\n')).toHaveLength(3)
  })

  it('warns once, and continues, if the disk refuses', () => {
    // A file in place of the folder: not even root can write there.
    mkdirSync(join(home, 'deep'))
    writeFileSync(folder, '')
    const log = createLog({ folder, verbose: false })
    for (let line = 0; line < 5; line++) log.info('event')
    log.warn('still.shown')
    expect(shown).toEqual({ info: [], warn: ['log.notWritten', 'still.shown'], error: [] })
  })

  it('warns once if its folder disappears or the disk fills up meanwhile', () => {
    const log = createLog({ folder, verbose: false })
    log.info('event')
    rmSync(folder, { recursive: true })
    for (let line = 0; line < 5; line++) log.info('event')
    expect(shown).toEqual({ info: [], warn: ['log.notWritten'], error: [] })
  })

  it.runIf(isPosix)('continues if a file cannot be rotated', () => {
    mkdirSync(join(folder, 'session-desk.old.log', 'in the way'), { recursive: true })
    const log = createLog({ folder, verbose: false })
    fill(log, 2.2)
    expect(statSync(join(folder, 'session-desk.log')).size).toBeLessThanOrEqual(MAX_LOG_BYTES)
    expect(modeOf(join(folder, 'session-desk.log'))).toBe(0o600)
    chmodSync(folder, 0o700)
  })
})

describe('an uncaught error', () => {
  it('is described by name, message and position, without folders', () => {
    const error = new TypeError('x is not a function')
    error.stack = `TypeError: x is not a function\n    at start (/home/ana/app/out/main/main.cjs:12:34)\n    at b (x.cjs:1:1)`
    expect(describeError(error)).toEqual({
      name: 'TypeError',
      message: 'x is not a function',
      at: 'main.cjs:12:34',
    })
    expect(describeError(new Error('now')).at).toMatch(/^log\.test\.ts:\d+:\d+$/)
    expect(describeError('a text, which may be anything')).toEqual({ name: 'string', message: '', at: '' })
    expect(describeError(undefined)).toEqual({ name: 'undefined', message: '', at: '' })
  })
})

/** Writes about this many MiB; most lines are too long. */
function fill(log: { info(event: string, facts: Record<string, string>): void }, mebibytes: number): void {
  // Three bytes a character, and separate letters, so that nothing is redacted.
  for (let line = 0; line < (mebibytes * MAX_LOG_BYTES) / 12_000; line++)
    log.info('event', { text: '–'.repeat(5_000) })
}
