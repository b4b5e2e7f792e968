/**
 * Converts the content of one version of a file to the next. Pure. It gets any JSON value, and leaves what it does not
 * know as it is: only afterwards the schema drops what is invalid.
 */
export type Migration = (content: unknown) => unknown

/** A file's content with its version, which is not checked yet. */
export interface VersionedContent {
  version: unknown
  content: unknown
}

/**
 * The content of a file in the current version, if it could be read. `newer`: a later version of the app wrote it.
 * `notMigrated`: a migration threw.
 */
export type MigratedContent =
  | { kind: 'current'; content: unknown }
  | { kind: 'damaged' }
  | { kind: 'newer' | 'notMigrated'; version: number }

/** The version of files that have none, because they were written before there was a second one. */
const FIRST_VERSION = 1

/** The version that a file with these migrations is written in. */
export function currentVersion(migrations: readonly Migration[]): number {
  return FIRST_VERSION + migrations.length
}

/** Finds the content in `{ "version": 1, "value": … }`; undefined without a value. Null for anything but an object. */
export function contentOfValue(file: unknown): VersionedContent | null {
  if (!isObject(file)) return null
  const { version = FIRST_VERSION, value } = file
  return { version, content: value }
}

/** Finds the content in `{ "version": 1, … }`, whose other fields it is. Null for anything but an object. */
export function contentOfFields(file: unknown): VersionedContent | null {
  if (!isObject(file)) return null
  const { version = FIRST_VERSION, ...content } = file
  return { version, content }
}

/** Migrates a file's content to the current version. Never throws. */
export function migrate(found: VersionedContent | null, migrations: readonly Migration[]): MigratedContent {
  const version = found?.version
  if (!found || typeof version !== 'number' || !Number.isInteger(version) || version < FIRST_VERSION)
    return { kind: 'damaged' }
  if (version > currentVersion(migrations)) return { kind: 'newer', version }
  try {
    const steps = migrations.slice(version - FIRST_VERSION)
    return {
      kind: 'current',
      content: steps.reduce((content, step) => step(content), found.content),
    }
  } catch {
    return { kind: 'notMigrated', version }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
