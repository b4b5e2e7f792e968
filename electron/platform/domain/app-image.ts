type Environment = Readonly<Record<string, string | undefined>>

/** A command with its environment. */
export interface Command {
  program: string
  args: string[]
  env: Environment
}

/** Path lists to which an AppImage adds folders that disappear when it exits. */
const PATH_LISTS = ['PATH', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR']

/**
 * Waits up to 5 seconds until the folder `$0` is gone, then executes `$1`. The AppImage's launcher removes that folder
 * after the app's last process; an earlier start would lose its files.
 */
const WAIT_AND_START = `n=0; while [ -e "$0" ] && [ $n -lt 50 ]; do n=$((n+1)); sleep 0.1; done; exec "$@"`

/**
 * Returns the command that starts an AppImage again after this run. Electron's own helper for that is inside the image,
 * which disappears with this run (electron-builder issue 1727).
 */
export function restartAppImage(image: string, args: readonly string[], env: Environment): Command {
  const { APPIMAGE: _image, APPDIR: appDir = '', ...rest } = env
  const next: Record<string, string | undefined> = { ...rest }
  for (const name of PATH_LISTS) {
    const kept = env[name]?.split(':').filter((path) => appDir === '' || !isWithin(path, appDir))
    if (kept) next[name] = kept.length > 0 ? kept.join(':') : undefined
  }
  // The image was started with `--appimage-extract-and-run`, which is not among the app's arguments.
  if (appDir.includes('/appimage_extracted_')) next['APPIMAGE_EXTRACT_AND_RUN'] = '1'
  return { program: '/bin/sh', args: ['-c', WAIT_AND_START, appDir, image, ...args], env: next }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder.replace(/\/+$/, '')}/`)
}
