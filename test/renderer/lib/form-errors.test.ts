import { describe, expect, it } from 'vitest'
import { toFormErrors } from '../../../renderer/lib/form-errors.ts'

describe('the errors of a form', () => {
  const say = (): string => 'words'

  it('ignores what only looks like a field', () => {
    const odd = toFormErrors(
      { kind: 'invalid', fields: { constructor: ['odd'] } },
      ['server', 'password'],
      say,
    )
    expect(odd).toEqual({ fields: {}, banner: 'odd', retryAt: null })
  })

  it('falls back to a sentence when the service names nothing', () => {
    expect(toFormErrors({ kind: 'invalid', fields: {} }, ['server', 'password'], say).banner).toBe('words')
  })

  it('uses the banner for an address where there is no field for it', () => {
    const refused = { kind: 'offline', reason: 'refused' } as const
    expect(toFormErrors(refused, ['code'], say)).toEqual({ fields: {}, banner: 'words', retryAt: null })
    expect(toFormErrors(refused, ['server', 'password'], say).fields).toEqual({ server: 'words' })
  })
})
