import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '../../../electron/domain/parse-json.ts'
import type { Damage } from '../events.ts'

/** A damaged text, and the part of its content that it is about; `at` is empty if nothing of it can be read. */
export interface Damaged {
  text: string
  at: readonly (string | number)[]
}

/** Files whose root fields are not names that the app gave: one that is missing would have been deleted. */
const RECORDS = ['vault', 'rules', 'renewals', 'orphans', 'passwords', 'logouts', 'unconfirmed']

type Fields = Record<string, unknown>

/** Damages the text of a file as a disk, or a version that nobody knows, would. A cell that is replaced is null. */
export function damageText(name: string, text: string, { how, where }: Damage): Damaged {
  const content = JSON.parse(text) as Fields
  const kind = name.replace(/-\w+$/, '')
  const roots = Object.keys(content)
  const root = roots[where % Math.max(1, roots.length)]
  if (root === undefined || how === 'truncated') return { text: text.slice(0, where % text.length), at: [] }
  // Zero bytes, as after a power cut; JSON has none anywhere.
  const garbled = where % text.length
  if (how === 'garbled') return { text: `${text.slice(0, garbled)}\0${text.slice(garbled + 1)}`, at: [] }
  const rest = { ...content }
  if (how === 'odd' || RECORDS.includes(kind)) {
    const part = content[root]
    const rows = Array.isArray(part) ? part : []
    const row = where % Math.max(1, rows.length)
    rest[root] = rows.length > 0 ? rows.with(row, null) : null
    const odd = Array.isArray(content) ? (content as unknown[]).with(Number(root), null) : rest
    return { text: JSON.stringify(odd), at: rows.length > 0 ? [root, row] : [root] }
  }
  Reflect.deleteProperty(rest, root)
  return {
    text: JSON.stringify(how === 'renamed' ? { ...rest, [`${root}Before`]: content[root] } : rest),
    at: [root],
  }
}

/** Parts of the content before that the damage at `at` did not touch, and that what was read does not have. */
export function lostParts(before: string, { at }: Damaged, read: unknown): unknown[] {
  const [root, row] = at
  if (root === undefined) return []
  const content = JSON.parse(before) as Fields | unknown[]
  if (Array.isArray(content)) return lostRows(content, Number(root), read)
  return Object.entries(content).flatMap(([key, part]) => {
    const found: unknown = Reflect.get(Object(read) as object, key)
    if (key === root && row === undefined) return []
    if (typeof part !== 'object' || part === null) return []
    if (!Array.isArray(part)) return isDeepStrictEqual(part, found) ? [] : [part]
    // A batch is there as long as one of its ends is.
    return key === 'batches' ? [] : lostRows(part, key === root ? Number(row) : -1, found)
  })
}

/** The rows but the one at `but` that are not among those that were read. */
function lostRows(rows: readonly unknown[], but: number, read: unknown): unknown[] {
  const left: unknown[] = Array.isArray(read) ? read : []
  return rows.filter((row, index) => index !== but && !left.some((its) => isDeepStrictEqual(its, row)))
}

/** Whether all that a damaged text still says was read as it says it. */
export function isReadAsItIs({ text }: Damaged, read: unknown): boolean {
  const content = parseJson(text)
  if (typeof content !== 'object' || content === null || typeof read !== 'object' || read === null)
    return false
  return Object.entries(read).every(
    ([key, part]) => !Object.hasOwn(content, key) || isDeepStrictEqual(Reflect.get(content, key), part),
  )
}
