import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { currentVersion, migrate } from '../../../electron/domain/file-version.ts'
import { FILE_FORMATS, type FileFormat } from '../../../electron/core/file-formats.ts'
import { READABLE_VERSIONS } from '../../../electron/platform/window/startup-state.ts'
import { projectRoot } from '../../support/project-root.ts'
import { formsIn, formsOf } from './schema-forms.ts'

const FILE = 'test/fixtures/formats.json'
const KNOWN = JSON.parse(readFileSync(join(projectRoot(), FILE), 'utf8')) as Partial<
  Record<string, Partial<Record<string, string>>>
>
const formats = Object.entries<FileFormat<object>>(FILE_FORMATS)

/** The lists of a JSON schema whose order means nothing. */
const UNORDERED = ['anyOf', 'oneOf', 'enum', 'required', 'type']

/** Writes a part of a JSON schema, the value of `key`, in an order that does not depend on the source. */
function canonical(part: unknown, key = ''): string {
  if (Array.isArray(part)) {
    const items = part.map((item) => canonical(item))
    return `[${(UNORDERED.includes(key) ? items.sort() : items).join()}]`
  }
  if (typeof part !== 'object' || part === null) return JSON.stringify(part)
  const fields = Object.entries(part).map(
    ([name, value]) => `${JSON.stringify(name)}:${canonical(value, name)}`,
  )
  return `{${fields.sort().join()}}`
}

/** Identifies what a schema accepts: fields, types, limits, enumerations and defaults. */
function fingerprint(schema: z.ZodType): string {
  return createHash('sha256')
    .update(canonical(z.toJSONSchema(schema)))
    .digest('hex')
    .slice(0, 16)
}

describe('the formats of the files', () => {
  it.each(formats)('change only with their version: %s', (name, { schema, migrations }) => {
    const version = currentVersion(migrations)
    const now = fingerprint(schema)
    const known = KNOWN[name]?.[version]
    const todo =
      known === undefined
        ? `Add "${version}": "${now}" to "${name}" in ${FILE}, and the folder of the new version to test/fixtures/profiles/.`
        : `The format of ${name} changed, but its files still say version ${version}. Write a migration to version ` +
          `${version + 1} in electron/core/file-formats.ts, which raises the version, add a folder to ` +
          `test/fixtures/profiles/, and add "${version + 1}": "${now}" to "${name}" in ${FILE}. ` +
          'Leave the lines of released versions as they are. CONTRIBUTING.md, "Change the shape of a file", has the steps.'
    expect(known, todo).toBe(now)
  })

  it('are all known in each of their versions', () => {
    const versions = formats.map(([name, { migrations }]) => [
      name,
      Array.from({ length: currentVersion(migrations) }, (_, index) => String(index + 1)),
    ])
    expect(Object.entries(KNOWN).map(([name, known]) => [name, Object.keys(known ?? {})])).toEqual(versions)
  })

  it('have migrations that work for whatever an earlier version may contain, and change nothing in place', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.jsonValue(),
        fc.nat(),
        ([, { migrations }], content, earlier) => {
          const version = currentVersion(migrations) - (earlier % currentVersion(migrations))
          const before = JSON.stringify(content)
          expect(migrate({ version, content }, migrations).kind).toBe('current')
          expect(JSON.stringify(content)).toBe(before)
        },
      ),
    )
  })

  it.each(Object.entries(READABLE_VERSIONS))('are known at the start of the app: %s', (name, readable) => {
    const { migrations } = FILE_FORMATS[name as keyof typeof READABLE_VERSIONS]
    const version = currentVersion(migrations)
    expect(
      readable,
      `See that startup-state.ts reads ${name} of version ${version}, then add the number`,
    ).toContain(version)
  })
})

describe('the fingerprint of a format', () => {
  const schema = z.object({
    kind: z.enum(['a', 'b']),
    id: z.int().min(1),
    at: z.nullable(z.number()).catch(null),
  })
  const { shape } = schema
  const pair = (...types: [z.ZodType, z.ZodType]) => schema.extend({ at: z.tuple(types) })
  it('stays the same when only the order differs', () => {
    const { kind, ...rest } = shape
    expect(fingerprint(z.object({ ...rest, kind: z.enum(['b', 'a']) }))).toBe(fingerprint(schema))
    expect(fingerprint(z.object({ ...rest, kind }))).toBe(fingerprint(schema))
  })

  it.each([
    ['a new field', schema.extend({ name: z.string() })],
    ['a field that may be absent', schema.extend({ id: shape.id.exactOptional() })],
    ['a field that may be null', schema.extend({ id: z.nullable(shape.id) })],
    ['a new value', schema.extend({ kind: z.enum(['a', 'b', 'c']) })],
    ['another limit', schema.extend({ id: z.int().min(0) })],
    ['another type', schema.extend({ id: z.string() })],
    ['another default', schema.extend({ at: z.nullable(z.number()).catch(0) })],
    ['no default', schema.extend({ at: z.nullable(z.number()) })],
  ])('differs for %s', (_case, other) => {
    expect(fingerprint(other)).not.toBe(fingerprint(schema))
  })

  it('differs for a pair in another order', () => {
    expect(fingerprint(pair(z.string(), z.number()))).not.toBe(fingerprint(pair(z.number(), z.string())))
  })
})

describe('the forms of a format', () => {
  const row = z.object({
    kind: z.enum(['a', 'b']),
    last: z.nullable(z.union([z.number(), z.literal('unknown')])),
    after: z.number().exactOptional(),
  })
  const schema = z.object({ theme: z.enum(['light', 'dark']), rows: z.record(z.string(), z.array(row)) })
  const missing = (value: z.input<typeof schema>) => {
    const found = formsIn(schema, value)
    return [...formsOf(schema)].filter((form) => !found.has(form))
  }

  it('are those of its values', () => {
    const a = { kind: 'a' as const, last: 'unknown' as const, after: 1 }
    const b = { kind: 'b' as const, last: 5 }
    expect(missing({ theme: 'dark', rows: { x: [a], y: [b, { ...b, last: null }] } })).toEqual([])
    expect(missing({ theme: 'dark', rows: { x: [a] } })).toEqual([
      '.rows{}[].kind is b',
      '.rows{}[].last is null',
      '.rows{}[].last is not null (0)',
      '.rows{}[].after is absent',
    ])
    expect(missing({ theme: 'dark', rows: { x: [b] } })).toContain(
      '.rows{}[].last is not null (1) is unknown',
    )
    expect(missing({ theme: 'dark', rows: { x: [] } })).toContain('.rows{}[]')
  })

  it('are refused where no fingerprint would notice a change', () => {
    expect(() => formsOf(z.object({ a: z.string().refine(Boolean) }))).toThrow('refinement')
    expect(() => formsOf(z.object({ a: z.string().transform(Number) }))).toThrow('does not know pipe')
  })
})
