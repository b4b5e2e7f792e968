import type { FileFormat } from '../../core/file-formats.ts'
import { migrate, type VersionedContent } from '../../domain/file-version.ts'
import { parsePartially, type PartialContent } from '../domain/parse-partially.ts'

/**
 * What a file says in the current version. `readable`: all of it, or its readable parts if `dropped` is not 0. `newer`: a later
 * version of the app wrote it. `notMigrated`: a migration threw.
 */
export type FileContent<T> =
  | ({ kind: 'readable' } & PartialContent<T>)
  | { kind: 'damaged' }
  | { kind: 'newer' | 'notMigrated'; version: number }

/** Reads a parsed file; null if its text was not that of one. Never throws. */
export function readContent<T extends object>(
  { schema, migrations, fallback, repair }: FileFormat<T>,
  found: VersionedContent | null,
): FileContent<T> {
  const migrated = migrate(found, migrations)
  if (migrated.kind !== 'current') return migrated
  const parsed = parsePartially(schema, migrated.content, fallback)
  const value = parsed && parsed.dropped > 0 && repair ? repair(parsed.value) : parsed?.value
  return parsed && value ? { kind: 'readable', value, dropped: parsed.dropped } : { kind: 'damaged' }
}
