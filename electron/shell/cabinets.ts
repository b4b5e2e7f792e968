import Store from 'electron-store'
import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Cabinet, Log } from '../services/ports.ts'

/** Opens the app's files, all in one folder that only its owner can read; `first` is what a new one holds. */
export type OpenCabinet = <T extends object>(name: string, shape: z.ZodType<T>, first: T) => Cabinet<T>

/** Makes the folder (0700) and the way to open its files (0600). A file that is not what it should be is set aside, never deleted. */
export function cabinetsIn(folder: string, log: Log): OpenCabinet {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The folder may be older than this rule. Windows keeps it private by the profile's own access list.
  if (process.platform !== 'win32') chmodSync(folder, 0o700)
  return (name, shape, first) => {
    const store = openSound(folder, name, shape, first, log)
    return { read: () => store.get('value'), write: (value) => store.set('value', value) }
  }
}

function openSound<T extends object>(
  folder: string,
  name: string,
  shape: z.ZodType<T>,
  first: T,
  log: Log,
): Store<{ value: T }> {
  const open = (): Store<{ value: T }> => {
    const store = new Store<{ value: T }>({
      cwd: folder,
      name,
      defaults: { value: first },
      configFileMode: 0o600,
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false,
    })
    store.set('value', shape.parse(store.get('value')))
    return store
  }
  try {
    return open()
  } catch (error) {
    const file = join(folder, `${name}.json`)
    if (!existsSync(file)) throw error
    renameSync(file, join(folder, `${name}.unreadable-${Date.now()}.json`))
    log.warn('cabinet.setAside', { name })
    return open()
  }
}
