import Store from 'electron-store'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FileFormat } from '../../core/file-formats.ts'
import type { FileLoss, JsonStore, Log } from '../../core/ports.ts'
import { onDisk, StorageError } from '../../core/storage-error.ts'
import { parseValue, readContent } from './file-content.ts'
import { copyAside, moveAside, type OnFileLoss } from './set-aside.ts'

/** Opens one JSON file, named `<name>.json`; `initial` is its content while it does not exist. */
export type OpenJsonStore = <T extends object>(format: FileFormat<T>, initial: T) => JsonStore<T>

/** The temporary files of atomic writes; if the app is killed during a write, one stays, and conf's is one that others can read. */
const TEMPORARY_FILE = /\.tmp-\w+$/

/** A file as it is written: electron-store wants fields, and the content may be a list. */
interface StoredFile<T> {
  value: T
}

/**
 * Creates the folder (0700) and the function that opens its files (0600). A damaged file is set aside, never deleted,
 * and its readable parts are used. If a file cannot be written, it is still read, and every write throws.
 */
export function openStores(folder: string, log: Log, lost: OnFileLoss = () => undefined): OpenJsonStore {
  try {
    makePrivate(folder)
  } catch {
    log.warn('stores.folderNotCreated')
  }
  return (format, initial) => {
    const { store, loss, ...opened } = openStore(folder, format, initial, log)
    let { value } = opened
    if (loss) lost({ name: format.name, accountId: null, ...loss })
    return {
      read: () => value,
      write(next) {
        if (!store) throw new StorageError('This file could not be opened for writing')
        onDisk(() => writeVerified(store, next))
        value = next
      },
    }
  }
}

/** Writes a file atomically (conf renames a temporary file), and verifies its content. Throws if that fails. */
function writeVerified<T extends object>(store: Store<StoredFile<T>>, value: T): void {
  outsideSnap(() => store.set({ value }))
  if (JSON.stringify(store.store.value) !== JSON.stringify(value)) throw new Error('Not what was written')
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

/** An open file and its content; `store` is null if the file must not be written. */
interface OpenedStore<T extends object> {
  store: Store<StoredFile<T>> | null
  value: T
  loss?: Pick<FileLoss, 'at' | 'isSetAside'>
}

function openStore<T extends object>(
  folder: string,
  format: FileFormat<T>,
  initial: T,
  log: Log,
): OpenedStore<T> {
  const { name } = format
  const path = join(folder, `${name}.json`)
  let value = initial
  try {
    if (!existsSync(path)) return { store: openConf(folder, name), value }
    const content = readContent(format, parseValue(readFileSync(path, 'utf8')))
    if (content === null) {
      const at = moveAside(path)
      log.warn('store.setAside', { name })
      return { store: openConf(folder, name), value, loss: { at, isSetAside: true } }
    }
    ;({ value } = content)
    const store = openConf<T>(folder, name)
    if (content.dropped === 0) return { store, value }
    const at = copyAside(path)
    writeVerified(store, value)
    log.warn('store.rowsSetAside', { name, dropped: content.dropped })
    return { store, value, loss: { at, isSetAside: true } }
  } catch {
    log.warn('store.notOpened', { name })
  }
  return { store: null, value, loss: { at: Date.now(), isSetAside: false } }
}

function openConf<T extends object>(folder: string, name: string): Store<StoredFile<T>> {
  const options = {
    cwd: folder,
    name,
    configFileMode: 0o600,
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
  }
  // Without `defaults`, which the store would write at once: a dozen files at a first start.
  return new Store<StoredFile<T>>(options)
}
