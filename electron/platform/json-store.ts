import Store from 'electron-store'
import { chmodSync, constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { salvage, type Salvaged } from './domain/salvage.ts'
import type { JsonStore, Log } from '../core/ports.ts'

/** Opens the app's files, all in one folder that only its owner can read; `first` is what a new one holds. */
export type OpenJsonStore = <T extends object>(name: string, shape: z.ZodType<T>, first: T) => JsonStore<T>

/** What conf's atomic writes leave behind when they are killed; readable by others, so it must not stay. */
const TEMPORARY_FILE = /\.json\.tmp-\w+$/

/**
 * Makes the folder (0700) and the way to open its files (0600). A file that is not what it should be is set aside, never
 * deleted, and what can be read of it goes on; a disk that cannot be written leaves what is there to be read, and makes every write throw.
 */
export function openStores(folder: string, log: Log): OpenJsonStore {
  try {
    makePrivate(folder)
  } catch {
    log.warn('stores.folderNotMade')
  }
  return (name, shape, first) => {
    const opened = openStore(folder, name, shape, first, log)
    const { store } = opened
    let { value } = opened
    return {
      read: () => value,
      write(next) {
        if (!store) throw new Error('The disk could not be written when this file was opened')
        write(store, next)
        value = next
      },
    }
  }
}

/** Writes durably: on the disk before it has its name, whole or not at all, and read back before it counts. */
function write<T extends object>(store: Store<{ value: T }>, next: T): void {
  outsideSnap(() => store.set('value', next))
  if (JSON.stringify(store.get('value')) !== JSON.stringify(next)) throw new Error('Not what was written')
}

/**
 * In a snap conf writes in place, and a crash in the middle leaves a torn file; yet a rename within one folder works
 * there too. Only the view of the environment that conf has is changed, so that nothing else can notice.
 */
function outsideSnap<R>(work: () => R): R {
  const env = process.env
  process.env = { ...env, SNAP: undefined }
  try {
    return work()
  } finally {
    process.env = env
  }
}

function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) if (TEMPORARY_FILE.test(name)) rmSync(join(folder, name))
  // Folder and files may be older than this rule. Windows keeps them private by the profile's own access list.
  if (process.platform === 'win32') return
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) if (name.endsWith('.json')) chmodSync(join(folder, name), 0o600)
}

/** A file and what it holds; `store` is null where nothing can be written. */
interface Opened<T extends object> {
  store: Store<{ value: T }> | null
  value: T
}

function openStore<T extends object>(
  folder: string,
  name: string,
  shape: z.ZodType<T>,
  first: T,
  log: Log,
): Opened<T> {
  const path = join(folder, `${name}.json`)
  const aside = join(folder, `${name}.unreadable-${Date.now()}.json`)
  const open = (): Store<{ value: T }> => {
    const options = {
      cwd: folder,
      name,
      defaults: { value: first },
      configFileMode: 0o600,
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false,
    }
    // It writes what is not there yet.
    return outsideSnap(() => new Store<{ value: T }>(options))
  }
  try {
    const store = open()
    const found = salvage(shape, store.get('value'))
    if (found?.dropped === 0) return { store, value: found.value }
    if (found) return withoutFaults(store, found, path, aside, name, log)
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      log.warn('store.notOpened', { name })
      return { store: null, value: first }
    }
  }
  try {
    renameSync(path, aside)
    log.warn('store.setAside', { name })
    return { store: open(), value: first }
  } catch {
    log.warn('store.notOpened', { name })
    return { store: null, value: first }
  }
}

/** Goes on without what cannot be read, once the file as it was is kept beside it; without that nothing is written. */
function withoutFaults<T extends object>(
  store: Store<{ value: T }>,
  { value, dropped }: Salvaged<T>,
  path: string,
  aside: string,
  name: string,
  log: Log,
): Opened<T> {
  try {
    copyFileSync(path, aside, constants.COPYFILE_EXCL)
    write(store, value)
    log.warn('store.rowsSetAside', { name, dropped })
    return { store, value }
  } catch {
    log.warn('store.notOpened', { name })
    return { store: null, value }
  }
}
