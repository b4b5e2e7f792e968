import type { FileFormat } from '../../../electron/core/file-formats.ts'
import type { OpenAccountFiles } from '../../../electron/platform/storage/account-files.ts'
import { parsePartially } from '../../../electron/platform/domain/parse-partially.ts'
import type { OpenJsonStore } from '../../../electron/platform/storage/json-store.ts'

/** The text that is part of every token and password of a life. */
export const CANARY = 'c4n4ry'

/** A disk that outlives the app's process. Writes are atomic and durable, as the app's stores promise. */
export interface Disk {
  /** Files that refuse every write, by name; `*` is the whole disk. */
  readonly refusing: Set<string>
  /** Kills the process at its next writes: after this many more, before the following one. Null: never. */
  killAfter: number | null
  /** Names of files that held a secret in plain text. */
  readonly leaks: Set<string>
  /** Whether the last write of a file was refused, or its process was killed at it. */
  isStale(name: string): boolean
  open(process: DiskUser): { store: OpenJsonStore; accountFiles: OpenAccountFiles }
}

/** A process that uses the disk. */
export interface DiskUser {
  isAlive(): boolean
  /** The process ends at once, in the middle of whatever it does. */
  killed(): void
}

/** Creates an empty disk. */
export function createDisk(): Disk {
  const files = new Map<string, string>()
  const stale = new Set<string>()
  const disk: Disk = {
    refusing: new Set(),
    killAfter: null,
    leaks: new Set(),
    isStale: (name) => stale.has(name),
    open,
  }

  function write(user: DiskUser, name: string, value: unknown): void {
    if (disk.killAfter !== null && user.isAlive() && disk.killAfter-- <= 0) {
      disk.killAfter = null
      stale.add(name)
      user.killed()
    }
    // What a dead process would still do does not happen.
    if (!user.isAlive()) return
    if (disk.refusing.has('*') || disk.refusing.has(name.replace(/-\w+$/, ''))) {
      stale.add(name)
      throw new Error('ENOSPC')
    }
    stale.delete(name)
    if (value === null) return void files.delete(name)
    const text = JSON.stringify(value)
    if (text.includes(CANARY)) disk.leaks.add(name)
    files.set(name, text)
  }

  function read<T extends object>(name: string, { schema }: FileFormat<T>): T | null {
    const text = files.get(name)
    if (text === undefined) return null
    const parsed = parsePartially(schema, JSON.parse(text))
    if (parsed?.dropped !== 0) throw new Error(`The app does not read its own file ${name}`)
    return parsed.value
  }

  function open(user: DiskUser): ReturnType<Disk['open']> {
    return {
      store(format, initial) {
        const { name } = format
        let value = read(name, format) ?? initial
        return {
          read: () => value,
          write(next) {
            write(user, name, next)
            value = next
          },
        }
      },
      accountFiles(format) {
        const { name } = format
        const idsOf = (): string[] =>
          [...files.keys()].flatMap((file) =>
            file.startsWith(`${name}-`) ? [file.slice(name.length + 1)] : [],
          )
        const readOne = (id: string) => read(`${name}-${id}`, format)
        return {
          readOne,
          read: () =>
            Object.fromEntries(
              idsOf().flatMap((id) => {
                const value = readOne(id)
                return value === null ? [] : [[id, value]]
              }),
            ),
          write: (id, value) => write(user, `${name}-${id}`, value),
        }
      },
    }
  }
  return disk
}
