import { describe, expect, it } from 'vitest'
import type { ProfileChange } from '../../../../../electron/shared/account.ts'
import { mergeUser, isApplied } from '../../../../../electron/features/profile/domain/profile-change.ts'
import { userOf } from '../../../fake-service.ts'

const ana = userOf(7, { name: 'Ana Souza', locale: 'en', timezone: 'Asia/Calcutta' })

describe('a change of a profile', () => {
  it.each<[boolean, ProfileChange]>([
    [true, {}],
    [true, { name: 'Ana Souza' }],
    [true, { name: '  Ana   Souza ' }],
    [false, { name: 'Ana' }],
    [false, { name: 'AnaSouza' }],
    [true, { locale: 'en' }],
    [false, { name: 'Ana Souza', locale: 'es' }],
    [true, { timezone: 'Asia/Kolkata' }],
    [false, { timezone: 'UTC' }],
    [false, { timezone: 'Not/AZone' }],
  ])('%s: was %j applied?', (made, change) => {
    expect(isApplied(ana, change)).toBe(made)
  })

  it('of an unknown zone is applied if it is spelled the same', () => {
    expect(isApplied(userOf(7, { timezone: 'Mars/Base' }), { timezone: 'Mars/Base' })).toBe(true)
    expect(isApplied(userOf(7), { timezone: 'UTC' })).toBe(false)
    expect(isApplied(userOf(7), { timezone: 'Mars/Base' })).toBe(false)
  })

  it('keeps known values that a brief answer omits', () => {
    const tenant = { id: 1, name: 'Acme', status: 'active' }
    const flags = { emailVerified: true, twoFactorEnabled: false }
    const known = userOf(7, { timezone: 'UTC', role: 'admin', tenant, ...flags })
    const brief = userOf(7, { name: 'New', locale: 'es', emailVerified: false })
    expect(mergeUser(brief, known)).toEqual({ ...known, name: 'New', locale: 'es', emailVerified: false })
  })
})
