import { describe, expect, it } from 'vitest'
import {
  contentOfFields,
  contentOfValue,
  migrate,
  type Migration,
} from '../../../electron/domain/file-version.ts'

const step =
  (name: string): Migration =>
  (content) => [name, ...(content as string[])]
/** The migrations of a file in version 3. */
const STEPS = [step('1 to 2'), step('2 to 3')]
const fails: Migration = () => {
  throw new Error('Not what it expects')
}

describe('the version of a file', () => {
  it.each([
    ['without a version', contentOfValue({ value: ['x'] }), { version: 1, content: ['x'] }],
    ['with a version', contentOfValue({ version: 2, value: ['x'], odd: 1 }), { version: 2, content: ['x'] }],
    ['without a value', contentOfValue({ version: 2 }), { version: 2, content: undefined }],
    ['of fields without a version', contentOfFields({ rows: [] }), { version: 1, content: { rows: [] } }],
    ['of fields', contentOfFields({ version: 2, rows: [] }), { version: 2, content: { rows: [] } }],
  ])('is found beside the content: %s', (_case, found, expected) => {
    expect(found).toEqual(expected)
  })

  it.each([undefined, null, 7, 'x', true, [1]])('is not found in %j', (file) => {
    expect([contentOfValue(file), contentOfFields(file)]).toEqual([null, null])
    expect(migrate(contentOfValue(file), STEPS)).toEqual({ kind: 'damaged' })
  })
})

describe('migrating a file', () => {
  it.each([
    [1, ['2 to 3', '1 to 2', 'x']],
    [2, ['2 to 3', 'x']],
    [3, ['x']],
  ])('runs the steps after version %i, in order', (version, content) => {
    expect(migrate({ version, content: ['x'] }, STEPS)).toEqual({ kind: 'current', content })
  })

  it('leaves a newer file alone', () => {
    expect(migrate({ version: 4, content: ['x'] }, STEPS)).toEqual({ kind: 'newer', version: 4 })
    expect(migrate({ version: 2, content: {} }, [])).toEqual({ kind: 'newer', version: 2 })
  })

  it.each([0, -1, 1.5, NaN, Infinity, null, '1', true, [1], {}])('takes version %j for damage', (version) => {
    expect(migrate({ version, content: [] }, STEPS)).toEqual({ kind: 'damaged' })
  })

  it('says at which version a step failed', () => {
    expect(migrate({ version: 1, content: [] }, [STEPS[0]!, fails])).toEqual({
      kind: 'notMigrated',
      version: 1,
    })
    expect(migrate({ version: 3, content: [] }, [STEPS[0]!, fails])).toEqual({ kind: 'current', content: [] })
  })
})
