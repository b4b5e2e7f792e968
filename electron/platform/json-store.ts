import Store from 'electron-store'
import { chmodSync, constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { salvage, type Salvaged } from './domain/salvage.ts'
import type { JsonStore, Log } from '../core/ports.ts'

/** Opens one JSON file, named `<name>.json`; `initial` is its content while it does not exist. */
export type OpenJsonStore = <T extends object>(name: string, schema: z.ZodType<T>, initial: T) => JsonStore<T>

/** The temporary files of conf's atomic writes; if the app is killed during a write, one stays that others can read. */
const TEMPORARY_FILE = /\.json\.tmp-\w+$/

/**
 * Creates the folder (0700) and the function that opens its files (0600). A damaged file is set aside, never deleted,
 * and its readable parts are used. If a file cannot be written, it is still read, and every write throws.
 */
export function openStores(folder: string, log: Log): OpenJsonStore {
  try {
    makePrivate(folder)
  } catch {
    log.warn('stores.folderNotCreated')
  }
  return (name, schema, initial) => {
    const opened = openStore(folder, name, schema, initial, log)
    const { store } = opened
    let { value } = opened
    return {
      read: () => value,
      write(next) {
        if (!store) throw new Error('The disk could not be written when this file was opened')
        writeVerified(store, next)
        value = next
      },
    }
  }
}

/** Writes a file atomically (conf renames a temporary file), and verifies its content. Throws if that fails. */
function writeVerified<T extends object>(store: Store<{ value: T }>, next: T): void {
  outsideSnap(() => store.set('value', next))
  if (JSON.stringify(store.get('value')) !== JSON.stringify(next)) throw new Error('Not what was written')
}

/**
 * Runs `work` without the variable SNAP, which makes conf write in place: a crash would then damage the file. Renaming
 * works in a snap too.
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
  // Folders and files may come from an earlier version. On Windows the profile's access list protects them.
  if (process.platform === 'win32') return
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) if (name.endsWith('.json')) chmodSync(join(folder, name), 0o600)
}

/** An open file and its content; `store` is null if the file cannot be written. */
interface OpenedStore<T extends object> {
  store: Store<{ value: T }> | null
  value: T
}

function openStore<T extends object>(
  folder: string,
  name: string,
  schema: z.ZodType<T>,
  initial: T,
  log: Log,
): OpenedStore<T> {
  const path = join(folder, `${name}.json`)
  const aside = join(folder, `${name}.unreadable-${Date.now()}.json`)
  const open = (): Store<{ value: T }> => {
    const options = {
      cwd: folder,
      name,
      configFileMode: 0o600,
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false,
    }
    // Without `defaults`, which the store would write at once: a dozen files at a first start.
    return new Store<{ value: T }>(options)
  }
  try {
    const store = open()
    const salvaged = salvage(schema, store.get('value', initial))
    if (salvaged?.dropped === 0) return { store, value: salvaged.value }
    if (salvaged) return openSalvaged(store, salvaged, path, aside, name, log)
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      log.warn('store.notOpened', { name })
      return { store: null, value: initial }
    }
  }
  try {
    renameSync(path, aside)
    log.warn('store.setAside', { name })
    return { store: open(), value: initial }
  } catch {
    log.warn('store.notOpened', { name })
    return { store: null, value: initial }
  }
}

/**
 * Copies a damaged file aside and replaces it by its readable parts; if that fails, the file is not written any more.
 */
function openSalvaged<T extends object>(
  store: Store<{ value: T }>,
  { value, dropped }: Salvaged<T>,
  path: string,
  aside: string,
  name: string,
  log: Log,
): OpenedStore<T> {
  try {
    copyFileSync(path, aside, constants.COPYFILE_EXCL)
    writeVerified(store, value)
    log.warn('store.rowsSetAside', { name, dropped })
    return { store, value }
  } catch {
    log.warn('store.notOpened', { name })
    return { store: null, value }
  }
}
