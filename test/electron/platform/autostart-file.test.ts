import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { autostartFileIn, programToStart } from '../../../electron/platform/autostart-file.ts'

const PROGRAM = '/opt/Session Desk/session-desk'
let config = ''
const file = (): string => join(config, 'autostart', 'session-desk.desktop')

beforeEach(() => void (config = mkdtempSync(join(tmpdir(), 'desk-config-'))))
afterEach(() => rmSync(config, { recursive: true, force: true }))

describe('the autostart file', () => {
  it('is written in the desktop’s format, and deleted again', () => {
    const entry = autostartFileIn(config, PROGRAM)
    expect(entry.isOn()).toBe(false)
    entry.set(true)
    expect(entry.isOn()).toBe(true)
    expect(readFileSync(file(), 'utf8').split('\n')).toEqual([
      '[Desktop Entry]',
      'Type=Application',
      'Name=Session Desk',
      'Exec="/opt/Session Desk/session-desk" --hidden',
      'Terminal=false',
      '',
    ])
    entry.set(false)
    entry.set(false)
    expect([entry.isOn(), readdirSync(join(config, 'autostart'))]).toEqual([false, []])
  })

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('is off if the desktop sets %s', (line) => {
    const entry = autostartFileIn(config, PROGRAM)
    entry.set(true)
    writeFileSync(file(), `${readFileSync(file(), 'utf8')}${line}\n`)
    expect(entry.isOn()).toBe(false)
    entry.set(true)
    expect(entry.isOn()).toBe(true)
  })

  it('is off if it starts another program', () => {
    autostartFileIn(config, '/old/place').set(true)
    expect(autostartFileIn(config, PROGRAM).isOn()).toBe(false)
  })

  it('quotes every character of a path', () => {
    const entry = autostartFileIn(config, '/a "b" $c `d` 100% \\e')
    entry.set(true)
    expect(entry.isOn()).toBe(true)
    expect(readFileSync(file(), 'utf8')).toContain(
      'Exec="/a \\\\"b\\\\" \\\\$c \\\\`d\\\\` 100%% \\\\\\\\e" --hidden',
    )
  })

  it('throws if nothing can be written', () => {
    writeFileSync(join(config, 'autostart'), '')
    expect(() => autostartFileIn(config, PROGRAM).set(true)).toThrow()
  })
})

describe('the program to start at login', () => {
  const exe = '/tmp/.mount_Sessio1a2b/session-desk'
  it.each([
    ['the AppImage that it runs from', exe, '/tmp/.mount_Sessio1a2b', '/home/ana/Session Desk.AppImage'],
    ['the same, with a slash', exe, '/tmp/.mount_Sessio1a2b/', '/home/ana/Session Desk.AppImage'],
    ['itself, when another AppImage started it', exe, '/tmp/.mount_Editor', exe],
    ['itself, beside a folder whose name begins alike', exe, '/tmp/.mount_Sessio', exe],
    ['itself, without the folder', exe, undefined, exe],
    ['itself, with an empty one', exe, '', exe],
  ])('is %s', (_what, program, APPDIR, expected) => {
    expect(programToStart(program, { APPIMAGE: '/home/ana/Session Desk.AppImage', APPDIR })).toBe(expected)
  })

  it('is the program itself, outside any AppImage', () => {
    expect(programToStart('/usr/lib/session-desk/session-desk', {})).toBe(
      '/usr/lib/session-desk/session-desk',
    )
  })
})
