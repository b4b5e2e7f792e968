import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog, MAX_LOG_BYTES } from '../../../../electron/platform/storage/log.ts'
import { describeError } from '../../../../electron/platform/start/uncaught.ts'
import { isPosix, temporaryFolder } from '../temporary-folder.ts'

const { path, names, read, write, modeOf } = temporaryFolder()
const FILE = 'deep/logs/session-desk.log'
const OLD_FILE = 'deep/logs/session-desk.old.log'
const shown = { info: [] as unknown[], warn: [] as unknown[], error: [] as unknown[] }

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) {
    shown[level] = []
    vi.spyOn(console, level).mockImplementation((...all: unknown[]) => void shown[level].push(...all))
  }
})

const open = (verbose = false) => createLog({ folder: path('deep/logs'), verbose })
const lines = (): string[] => read(FILE).split('\n')

describe('the log', () => {
  it('writes time, level, event and facts to its file, and warnings to the console too', () => {
    const log = open()
    log.info('token.renewed', { account: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' })
    log.warn('vault.notSaved')
    const [first, second, end] = lines()
    expect(first).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z info token\.renewed \{"account":"a1b2c3d4e5f60718293a4b5c6d7e8f90"\}$/,
    )
    expect(second).toMatch(/^\S+Z warn vault\.notSaved$/)
    expect(end).toBe('')
    expect(shown).toEqual({ info: [], warn: ['vault.notSaved'], error: [] })
  })

  it('prints everything if verbose', () => {
    open(true).info('app.started', { version: '1' })
    expect(shown.info).toEqual(['app.started {"version":"1"}'])
  })

  it('contains no secret, and one line per event, in both outputs', () => {
    const log = open(true)
    const canaries = { message: 'Bearer 12|canary-secret', mail: 'canary@example.com\nsecond line', n: 1 }
    log.info('event', canaries)
    log.warn('event', { password: 'canary with blanks', sk: 'sk_canary' })
    expect(JSON.stringify([lines(), shown])).not.toMatch(/canary/)
    expect(lines()).toHaveLength(3)
  })

  it.runIf(isPosix)('is private, also if it was not, and after its rotation', () => {
    for (const name of [FILE, OLD_FILE]) chmodSync(write(name, 'older\n'), 0o644)
    chmodSync(path('deep/logs'), 0o755)
    const modes = () => ['deep/logs', FILE, OLD_FILE].map(modeOf)
    const log = open()
    expect(modes()).toEqual([0o700, 0o600, 0o600])
    fill(log, 1.5)
    expect(modes()).toEqual([0o700, 0o600, 0o600])
  })

  it('stays within its size, for any lines, with one old file', () => {
    const log = open()
    fill(log, 3.2)
    expect(names('deep/logs')).toEqual(['session-desk.log', 'session-desk.old.log'])
    const sizes = [FILE, OLD_FILE].map((name) => statSync(path(name)).size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_LOG_BYTES)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    log.info('last')
    expect(read(FILE)).toMatch(/ last\n$/)
  })

  it('continues the file of the last run', () => {
    open().info('first')
    open().info('second')
    expect(lines()).toHaveLength(3)
  })

  it('warns once, and continues, if the disk refuses', () => {
    // A file in place of the folder: not even root can write there.
    write('deep/logs', '')
    const log = open()
    for (let line = 0; line < 5; line++) log.info('event')
    log.warn('still.shown')
    expect(shown).toEqual({ info: [], warn: ['log.notWritten', 'still.shown'], error: [] })
  })

  it('warns once if its folder disappears or the disk fills up meanwhile', () => {
    const log = open()
    log.info('event')
    rmSync(path('deep/logs'), { recursive: true })
    for (let line = 0; line < 5; line++) log.info('event')
    expect(shown).toEqual({ info: [], warn: ['log.notWritten'], error: [] })
  })

  it.runIf(isPosix)('continues if a file cannot be rotated', () => {
    mkdirSync(path(OLD_FILE, 'in the way'), { recursive: true })
    fill(open(), 2.2)
    expect(statSync(path(FILE)).size).toBeLessThanOrEqual(MAX_LOG_BYTES)
    expect(modeOf(FILE)).toBe(0o600)
  })
})

it('an uncaught error is described by name, message and position, without folders', () => {
  const error = new TypeError('x is not a function')
  error.stack = `TypeError: x is not a function\n    at start (/home/ana/app/out/main/main.cjs:12:34)\n    at b (x.cjs:1:1)`
  const { name, message } = error
  expect(describeError(error)).toEqual({ name, message, at: 'main.cjs:12:34' })
  expect(describeError(new Error('now')).at).toMatch(/^log\.test\.ts:\d+:\d+$/)
  expect(describeError('a text, which may be anything')).toEqual({ name: 'string', message: '', at: '' })
  expect(describeError(undefined)).toEqual({ name: 'undefined', message: '', at: '' })
})

/** Writes about this many MiB; most lines are too long. */
function fill(log: { info(event: string, facts: Record<string, string>): void }, mebibytes: number): void {
  // Three bytes a character, and separate letters, so that nothing is redacted.
  for (let line = 0; line < (mebibytes * MAX_LOG_BYTES) / 12_000; line++)
    log.info('event', { text: '–'.repeat(5_000) })
}
