import { parseJson } from '../domain/parse-json.ts'

/** The format of all files of a profile. */
export interface ProfileFormat {
  number: number
  /** Each brings a file from one format to the next; the last one to `number`. Formats before the first are not read. */
  steps: readonly FormatStep[]
}

/**
 * Converts the content of one file to the next format. Pure. `name` is `history` for `history-ID.json`. It gets any JSON value, leaves
 * what it does not know as it is, and never throws: afterwards the schema drops what is invalid.
 */
export type FormatStep = (name: string, content: unknown) => unknown

/**
 * The current format. It begins at 100, because earlier builds numbered each file from 1. Until the first release an incompatible
 * change raises the number, and nothing else: there are no profiles to keep. From the first release on it also adds a step, and a
 * test compares fingerprints of the schemas, so that no released format changes unnoticed.
 */
export const PROFILE_FORMAT: ProfileFormat = { number: 103, steps: [] }

/** Finds the number of the format in the text of `profile.json`, `{ "format": 103 }`; null if nothing tells. */
export function parseFormat(text: string): number | null {
  const format: unknown = Reflect.get(Object(parseJson(text)) as object, 'format')
  return Number.isInteger(format) ? (format as number) : null
}

/** Brings the content of a file from the format `from` to a later one. */
export function migrateContent(
  name: string,
  content: unknown,
  from: number,
  { number, steps }: ProfileFormat,
): unknown {
  return steps.slice(steps.length - (number - from)).reduce((next, step) => step(name, next), content)
}
