import { z } from 'zod'
import type { Library } from '../../../shared/library.ts'

const listSchema = z
  .array(
    z.object({
      name: z.string().max(200),
      version: z.string().max(100),
      identifier: z.string().max(200).nullish(),
      text: z.string().max(100_000).nullish(),
    }),
  )
  .max(1_000)

/** The libraries of several lists as Vite's `build.license` writes them, each once, by name; throws on another shape. */
export function parseLibraries(lists: readonly string[]): Library[] {
  const libraries = lists
    .flatMap((list) => listSchema.parse(JSON.parse(list)))
    .map(({ name, version, identifier, text }) => ({
      ...{ name, version },
      license: identifier ?? null,
      text: text?.trim() || null,
    }))
  const byName = new Map(libraries.map((library) => [`${library.name}@${library.version}`, library]))
  return [...byName.entries()].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([, library]) => library)
}
