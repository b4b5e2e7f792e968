import type { FileFormat } from '../../../electron/core/file-formats.ts'
import { StorageError } from '../../../electron/core/storage-error.ts'
import type { OpenAccountFiles } from '../../../electron/platform/storage/account-files.ts'
import { parseJson } from '../../../electron/domain/parse-json.ts'
import type { FileLoss } from '../../../electron/core/ports.ts'
import { readContent } from '../../../electron/platform/storage/file-content.ts'
import type { Damage } from '../events.ts'
import { damageText, isReadAsItIs, lostParts, type Damaged } from './damage.ts'
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
  /** Whether a file was damaged, and nobody has read or replaced it since. */
  isDamaged(name: string): boolean
  /** Whether it is stale or damaged. */
  isLost(name: string): boolean
  /** What the app did wrong when it read damaged files. */
  readonly faults: Set<string>
  /** Damages one of the files, while no process runs. Returns its name; null if there is none. */
  damage(damage: Damage): string | null
  open(process: DiskUser): {
    store: OpenJsonStore
    accountFiles: OpenAccountFiles
    /** The damaged files of which there are copies, those of earlier processes too. */
    setAside(): FileLoss[]
    removeCopies(name: string, accountId: string): void
  }
}

/** A process that uses the disk. */
export interface DiskUser {
  isAlive(): boolean
  /** The process ends at once, in the middle of whatever it does. */
  killed(): void
  /** Epoch ms by the computer's clock. */
  now(): number
  /** A file was not read in full. */
  lost(loss: FileLoss): void
}

/** Creates an empty disk. */
export function createDisk(): Disk {
  const files = new Map<string, string>()
  const stale = new Set<string>()
  const damaged = new Map<string, Damaged & { before: string }>()
  let asides: (FileLoss & { text: string })[] = []
  const disk: Disk = {
    refusing: new Set(),
    killAfter: null,
    leaks: new Set(),
    isStale: (name) => stale.has(name),
    isDamaged: (name) => damaged.has(name),
    isLost: (name) => stale.has(name) || damaged.has(name),
    faults: new Set(),
    damage(damage) {
      const names = [...files.keys()].filter((each) => !damaged.has(each)).toSorted()
      const name = names[damage.which % Math.max(1, names.length)]
      const before = files.get(name ?? '')
      if (name === undefined || before === undefined) return null
      const found = damageText(name, before, damage)
      files.set(name, found.text)
      damaged.set(name, { ...found, before })
      return name
    },
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
      throw new StorageError('ENOSPC')
    }
    stale.delete(name)
    damaged.delete(name)
    if (value === null) return void files.delete(name)
    const text = JSON.stringify(value)
    if (text.includes(CANARY)) disk.leaks.add(name)
    files.set(name, text)
  }

  /** Reads a file as the app's stores do: what cannot be read is set aside and told, the rest is used. */
  function read<T extends object>(user: DiskUser, name: string, format: FileFormat<T>): T | null {
    const text = files.get(name)
    if (text === undefined) return null
    const found = readContent(format, parseJson(text))
    const damage = damaged.get(name)
    const isWhole = found?.dropped === 0
    const value = found?.value ?? null
    if (!damage) {
      if (!isWhole) throw new Error(`The app does not read its own file ${name}`)
      return value
    }
    for (const part of lostParts(damage.before, damage, value))
      disk.faults.add(`${name} lacks ${JSON.stringify(part).slice(0, 200)}`)
    if (isWhole) {
      if (!isReadAsItIs(damage, value)) disk.faults.add(`Of ${name} something was lost in silence`)
      return value
    }
    const accountId = format.name === name ? null : name.slice(format.name.length + 1)
    const known = asides.find(({ text: copy, ...loss }) => copy === text && loss.accountId === accountId)
    const loss = { name: format.name, accountId, at: known?.at ?? user.now(), isSetAside: true }
    if (!known) asides.push({ ...loss, text })
    user.lost(loss)
    return value
  }

  function open(user: DiskUser): ReturnType<Disk['open']> {
    return {
      store(format, initial) {
        const { name } = format
        const content = read(user, name, format)
        let value = content ?? initial
        if (damaged.delete(name)) {
          // The app moves what it cannot read at all aside, and writes what is left of the others.
          if (content) files.set(name, JSON.stringify(value))
          else files.delete(name)
        }
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
        const readOne = (id: string) => read(user, `${name}-${id}`, format)
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
      setAside: () => asides.map(({ text: _, ...loss }) => loss),
      removeCopies(name, accountId) {
        asides = asides.filter((each) => each.name !== name || each.accountId !== accountId)
      },
    }
  }
  return disk
}
