import type { z } from 'zod'

/** Stands for every value that a schema accepts. */
const EVERY = Symbol('every')

/** Where each object of a schema was met first: one that stands in several places has its forms there. */
const places = new WeakMap<object, string>()

/**
 * Names every form that values of a schema can have: each field, null and another value, absent and present, each
 * option of a union, and each value of an enumeration within a list or a record.
 */
export function formsOf(schema: z.ZodType): Set<string> {
  return collect(schema, EVERY)
}

/** Names the forms that a valid value has. */
export function formsIn(schema: z.ZodType, value: unknown): Set<string> {
  return collect(schema, value)
}

function collect(root: z.ZodType, value: unknown): Set<string> {
  const forms = new Set<string>()
  visit(root, value, '', false)
  return forms

  function visit(schema: z.core.$ZodType, part: unknown, path: string, isRepeated: boolean): void {
    const { def } = (schema as z.core.$ZodTypes)._zod
    forms.add(path)
    for (const check of 'checks' in def ? (def.checks ?? []) : [])
      if (check._zod.def.check === 'custom') throw new Error(`${path}: no fingerprint notices a refinement`)
    switch (def.type) {
      case 'object': {
        const place = places.get(schema) ?? path
        places.set(schema, place)
        for (const [key, field] of Object.entries(def.shape)) {
          const isPresent = part === EVERY || Object.hasOwn(part as object, key)
          const next = part === EVERY ? EVERY : (part as Record<string, unknown>)[key]
          if (isPresent) visit(field, next, `${place}.${key}`, isRepeated)
          const isOptional = (field as z.core.$ZodTypes)._zod.def.type === 'optional'
          if (isOptional && (part === EVERY || !isPresent)) forms.add(`${place}.${key} is absent`)
        }
        return
      }
      case 'array':
        for (const item of part === EVERY ? [EVERY] : (part as unknown[]))
          visit(def.element, item, `${path}[]`, true)
        return
      case 'record':
        for (const item of part === EVERY ? [EVERY] : Object.values(part as object))
          visit(def.valueType, item, `${path}{}`, true)
        return
      case 'tuple':
        for (const [index, item] of def.items.entries())
          visit(item, part === EVERY ? EVERY : (part as unknown[])[index], `${path}[${index}]`, isRepeated)
        return
      case 'nullable':
        if (part === null || part === EVERY) forms.add(`${path} is null`)
        if (part !== null) visit(def.innerType, part, `${path} is not null`, isRepeated)
        return
      case 'catch':
      case 'optional':
      case 'readonly':
        return visit(def.innerType, part, path, isRepeated)
      case 'union':
        for (const [index, option] of def.options.entries())
          if (part === EVERY || (option as z.ZodType).safeParse(part).success)
            visit(option, part, `${path} (${index})`, isRepeated)
        return
      case 'enum':
      case 'literal': {
        const values = def.type === 'enum' ? Object.values(def.entries) : def.values
        for (const value of part === EVERY ? values : [part])
          if (isRepeated) forms.add(`${path} is ${String(value)}`)
        return
      }
      case 'string':
      case 'number':
      case 'boolean':
        return
      default:
        throw new Error(`${path}: schema-forms.ts does not know ${def.type}`)
    }
  }
}
