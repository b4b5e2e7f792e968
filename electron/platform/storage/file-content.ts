import type { FileFormat } from '../../core/file-formats.ts'
import { parseJson } from '../../domain/parse-json.ts'
import { parsePartially, type PartialContent } from '../domain/parse-partially.ts'

/** Finds the value in the text of a store's file, `{ "value": … }`; undefined without one. */
export function parseValue(text: string): unknown {
  return Reflect.get(Object(parseJson(text)) as object, 'value')
}

/** Returns the content of a file, or its readable parts if `dropped` is not 0; null if nothing is readable. Never throws. */
export function readContent<T extends object>(
  { schema, fallback, repair }: FileFormat<T>,
  content: unknown,
): PartialContent<T> | null {
  const parsed = parsePartially(schema, content, fallback)
  const value = parsed && parsed.dropped > 0 && repair ? repair(parsed.value) : parsed?.value
  return parsed && value ? { value, dropped: parsed.dropped } : null
}
