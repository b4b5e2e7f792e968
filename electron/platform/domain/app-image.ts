type Environment = Readonly<Record<string, string | undefined>>

/** A command to run, with what of the environment goes with it. */
export interface Command {
  program: string
  args: string[]
  env: Environment
}

/** Lists of paths to which an AppImage adds folders of its own, which are gone when it has ended. */
const PATH_LISTS = ['PATH', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR']

/**
 * Waits until the folder `$0` is gone, 5 seconds at most, and then becomes the program `$1`. The AppImage's own starter
 * removes that folder after the app's last process: before, the next start would lose its own files with it.
 */
const WAIT_AND_START = `n=0; while [ -e "$0" ] && [ $n -lt 50 ]; do n=$((n+1)); sleep 0.1; done; exec "$@"`

/**
 * The command that starts an AppImage again once this run of it has ended. Electron's own restart cannot: its helper is
 * a program inside the image, which goes away with this run (electron-builder issue 1727).
 */
export function restartAppImage(image: string, args: readonly string[], env: Environment): Command {
  const { APPIMAGE: _image, APPDIR: appDir = '', ...rest } = env
  const next: Record<string, string | undefined> = { ...rest }
  for (const name of PATH_LISTS) {
    const kept = env[name]?.split(':').filter((path) => appDir === '' || !isWithin(path, appDir))
    if (kept) next[name] = kept.length > 0 ? kept.join(':') : undefined
  }
  // Started with `--appimage-extract-and-run`, for lack of FUSE; that switch is not among the arguments that the app gets.
  if (appDir.includes('/appimage_extracted_')) next['APPIMAGE_EXTRACT_AND_RUN'] = '1'
  return { program: '/bin/sh', args: ['-c', WAIT_AND_START, appDir, image, ...args], env: next }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder.replace(/\/+$/, '')}/`)
}
