import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The file that starts an app at login on Linux (freedesktop.org, Desktop Application Autostart). */
export interface AutostartFile {
  /** Whether the file starts this program and is not disabled. */
  isOn(): boolean
  /** Writes or deletes the file. Throws if the disk refuses. */
  set(on: boolean): void
}

/** Replaces a file by one of this mode. Throws if the disk refuses. */
export type WriteFile = (path: string, text: string, mode: number) => void

/** Creates the access to the file of a program; `config` is $XDG_CONFIG_HOME. */
export function autostartFileIn(config: string, program: string, write: WriteFile): AutostartFile {
  const folder = join(config, 'autostart')
  const file = join(folder, 'session-desk.desktop')
  const start = `Exec=${quoted(program)} --hidden`
  // With it a desktop ignores the file once the program is gone: no package may delete files of people's home folders.
  const onlyIf = `TryExec=${program.replaceAll('\\', '\\\\')}`
  return {
    isOn() {
      const lines = linesOf(file)
      const isOff = lines.some((line) => /^(Hidden=true|X-GNOME-Autostart-enabled=false)$/i.test(line))
      return lines.includes(start) && !isOff
    },
    set(on) {
      if (!on) return rmSync(file, { force: true })
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const entry = [
        '[Desktop Entry]',
        'Type=Application',
        'Name=Session Desk',
        start,
        onlyIf,
        'Terminal=false',
      ]
      // The session's own program reads it too, whoever runs that.
      write(file, `${entry.join('\n')}\n`, 0o644)
    },
  }
}

/**
 * Returns the path of the program to start at login or again: the AppImage if the app runs from one, because its mount
 * disappears on exit, otherwise the program itself. A program that an AppImage starts inherits its variables (AppImage
 * docs, Environment variables), so only a program within `APPDIR` runs from the image.
 */
export function programToStart(exe: string, env: Readonly<Record<string, string | undefined>>): string {
  const { APPIMAGE, APPDIR } = env
  const isInside = APPDIR !== undefined && APPDIR !== '' && exe.startsWith(APPDIR.replace(/\/+$/, '') + sep)
  return isInside && APPIMAGE ? APPIMAGE : exe
}

/**
 * Returns the path by which a session starts an installed program: the package's launcher, which knows what the session's display
 * server asks for, where it has one.
 */
export function launcherOf(program: string): string {
  return program.replace(/^\/usr\/lib\/([^/]+)\/\1$/, '/usr/bin/$1')
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
  } catch {
    return []
  }
}

/** Quotes a path for the Exec key: first as an argument, then as a string value, where backslashes are doubled. */
function quoted(program: string): string {
  const argument = program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${argument.replaceAll('\\', '\\\\')}"`
}
