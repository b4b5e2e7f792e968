import { appendFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  autostartFileIn,
  launcherOf,
  programToStart,
} from '../../../../electron/platform/start/autostart-file.ts'
import { writeAtomically } from '../../../../electron/platform/storage/write-atomically.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const PROGRAM = '/opt/Session Desk/session-desk'
const FILE = 'autostart/session-desk.desktop'
const { path, names, read, write, modeOf } = temporaryFolder()
const open = (program = PROGRAM) => autostartFileIn(path(), program, writeAtomically)

describe('the autostart file', () => {
  it('is written in the desktop’s format, and deleted again', () => {
    const entry = open()
    expect(entry.isOn()).toBe(false)
    entry.set(true)
    expect(entry.isOn()).toBe(true)
    expect(read(FILE).split('\n')).toEqual([
      '[Desktop Entry]',
      'Type=Application',
      'Name=Session Desk',
      'Exec="/opt/Session Desk/session-desk" --hidden',
      'TryExec=/opt/Session Desk/session-desk',
      'Terminal=false',
      '',
    ])
    expect(modeOf(FILE)).toBe(0o644)
    entry.set(false)
    entry.set(false)
    expect([entry.isOn(), names('autostart')]).toEqual([false, []])
  })

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('is off if the desktop sets %s', (line) => {
    const entry = open()
    entry.set(true)
    appendFileSync(path(FILE), `${line}\n`)
    expect(entry.isOn()).toBe(false)
    entry.set(true)
    expect(entry.isOn()).toBe(true)
  })

  it('is off if it starts another program', () => {
    open('/old/place').set(true)
    expect(open().isOn()).toBe(false)
  })

  it('quotes every character of a path', () => {
    const entry = open('/a "b" $c `d` 100% \\e')
    entry.set(true)
    expect(entry.isOn()).toBe(true)
    expect(read(FILE)).toContain('Exec="/a \\\\"b\\\\" \\\\$c \\\\`d\\\\` 100%% \\\\\\\\e" --hidden')
    expect(read(FILE)).toContain('TryExec=/a "b" $c `d` 100% \\\\e\n')
  })

  it('throws if nothing can be written', () => {
    write('autostart', '')
    expect(() => open().set(true)).toThrow()
  })
})

const exe = '/tmp/.mount_Sessio1a2b/session-desk'
const image = '/home/ana/Session Desk.AppImage'
it.each([
  ['the AppImage that it runs from', { APPIMAGE: image, APPDIR: '/tmp/.mount_Sessio1a2b' }, image],
  ['the same, with a slash', { APPIMAGE: image, APPDIR: '/tmp/.mount_Sessio1a2b/' }, image],
  ['itself, when another AppImage started it', { APPIMAGE: image, APPDIR: '/tmp/.mount_Editor' }, exe],
  ['itself, beside a folder of a similar name', { APPIMAGE: image, APPDIR: '/tmp/.mount_Sessio' }, exe],
  ['itself, without the folder', { APPIMAGE: image }, exe],
  ['itself, with an empty one', { APPIMAGE: image, APPDIR: '' }, exe],
  ['itself, outside any AppImage', {}, exe],
])('the program to start at login is %s', (_case, env, program) => {
  expect(programToStart(exe, env)).toBe(program)
})

it.each([
  ['/usr/lib/session-desk/session-desk', '/usr/bin/session-desk'],
  ['/usr/lib/session-desk/chrome_crashpad_handler', '/usr/lib/session-desk/chrome_crashpad_handler'],
  ['/opt/usr/lib/session-desk/session-desk', '/opt/usr/lib/session-desk/session-desk'],
  ['/home/ana/Session Desk.AppImage', '/home/ana/Session Desk.AppImage'],
])('a session starts %s by %s', (program, launcher) => {
  expect(launcherOf(program)).toBe(launcher)
})
