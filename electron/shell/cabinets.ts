import Store from 'electron-store'
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Cabinet, Log } from '../services/ports.ts'

/** Opens the app's files, all in one folder that only its owner can read; `first` is what a new one holds. */
export type OpenCabinet = <T extends object>(name: string, shape: z.ZodType<T>, first: T) => Cabinet<T>

/** What conf's atomic writes leave behind when they are killed; readable by others, so it must not stay. */
const LEFT_BEHIND = /\.json\.tmp-\w+$/

/**
 * Makes the folder (0700) and the way to open its files (0600). A file that is not what it should be is set aside, never
 * deleted; a disk that cannot be written leaves what is there to be read, and makes every write throw.
 */
export function cabinetsIn(folder: string, log: Log): OpenCabinet {
  try {
    makePrivate(folder)
  } catch {
    log.warn('cabinets.folderNotMade')
  }
  return (name, shape, first) => {
    const store = openStore(folder, name, shape, first, log)
    let value = store ? shape.parse(store.get('value')) : first
    return {
      read: () => value,
      write(next) {
        if (!store) throw new Error('The disk could not be written when this file was opened')
        store.set('value', next)
        value = next
      },
    }
  }
}

function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) if (LEFT_BEHIND.test(name)) rmSync(join(folder, name))
  // Folder and files may be older than this rule. Windows keeps them private by the profile's own access list.
  if (process.platform === 'win32') return
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) if (name.endsWith('.json')) chmodSync(join(folder, name), 0o600)
}

/** The store of one file; null where nothing can be written and nothing is there. */
function openStore<T extends object>(
  folder: string,
  name: string,
  shape: z.ZodType<T>,
  first: T,
  log: Log,
): Store<{ value: T }> | null {
  const open = (): Store<{ value: T }> => {
    const store = new Store<{ value: T }>({
      cwd: folder,
      name,
      defaults: { value: first },
      configFileMode: 0o600,
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false,
    })
    shape.parse(store.get('value'))
    return store
  }
  try {
    return open()
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) {
      log.warn('cabinet.notOpened', { name })
      return null
    }
  }
  try {
    renameSync(join(folder, `${name}.json`), join(folder, `${name}.unreadable-${Date.now()}.json`))
    log.warn('cabinet.setAside', { name })
    return open()
  } catch {
    log.warn('cabinet.notOpened', { name })
    return null
  }
}
