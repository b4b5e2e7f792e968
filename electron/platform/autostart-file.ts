import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The file by which a Linux desktop starts an app at login (freedesktop.org, Desktop Application Autostart). */
export interface AutostartFile {
  /** Whether it starts this very program, and no setting of the desktop keeps it from that. */
  isOn(): boolean
  /** Throws when the disk does not take it. */
  set(on: boolean): void
}

/** Makes it for a program's path; `config` is $XDG_CONFIG_HOME. */
export function autostartFileIn(config: string, program: string): AutostartFile {
  const folder = join(config, 'autostart')
  const file = join(folder, 'session-desk.desktop')
  const start = `Exec=${quoted(program)} --hidden`
  return {
    isOn() {
      const lines = linesOf(file)
      const isOff = lines.some((line) => /^(Hidden=true|X-GNOME-Autostart-enabled=false)$/i.test(line))
      return lines.includes(start) && !isOff
    },
    set(on) {
      if (!on) return rmSync(file, { force: true })
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const entry = ['[Desktop Entry]', 'Type=Application', 'Name=Session Desk', start, 'Terminal=false', '']
      writeFileSync(file, entry.join('\n'))
    },
  }
}

/**
 * What a login has to start for this app to run: the AppImage that it runs from, whose mount is gone when it ends, or
 * the program itself. A program started from another AppImage inherits that one's variables (AppImage docs, Environment
 * variables): only a program within `APPDIR` is in the image.
 */
export function programToStart(exe: string, env: Readonly<Record<string, string | undefined>>): string {
  const { APPIMAGE, APPDIR } = env
  const isInside = APPDIR !== undefined && APPDIR !== '' && exe.startsWith(APPDIR.replace(/\/+$/, '') + sep)
  return isInside && APPIMAGE ? APPIMAGE : exe
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

/** Quoted twice: as an argument, and as a string of the file, in which a backslash stands for itself only when doubled. */
function quoted(program: string): string {
  const argument = program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${argument.replaceAll('\\', '\\\\')}"`
}
