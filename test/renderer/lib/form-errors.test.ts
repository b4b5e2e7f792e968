import { describe, expect, it } from 'vitest'
import { CODE_FIELDS, CREDENTIAL_FIELDS } from '../../../renderer/features/auth/auth-errors.ts'
import { toFormErrors } from '../../../renderer/lib/form-errors.ts'

describe('the errors of a form', () => {
  const say = (): string => 'words'

  it('ignores what only looks like a field', () => {
    const odd = toFormErrors({ kind: 'invalid', fields: { constructor: ['odd'] } }, CREDENTIAL_FIELDS, say)
    expect(odd).toEqual({ fields: {}, banner: 'odd', retryAt: null })
  })

  it('falls back to a sentence when the service names nothing', () => {
    expect(toFormErrors({ kind: 'invalid', fields: {} }, CREDENTIAL_FIELDS, say).banner).toBe('words')
  })

  it('uses the banner for an address where there is no field for it', () => {
    const refused = { kind: 'offline', reason: 'refused' } as const
    expect(toFormErrors(refused, CODE_FIELDS, say)).toEqual({ fields: {}, banner: 'words', retryAt: null })
    expect(toFormErrors(refused, CREDENTIAL_FIELDS, say).fields).toEqual({ server: 'words' })
  })
})
