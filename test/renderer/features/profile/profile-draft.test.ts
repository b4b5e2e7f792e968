import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SERVICE_LOCALES } from '../../../../electron/shared/account.ts'
import {
  changeOf,
  hasConflict,
  draftOf,
  rebase,
  type ProfileDraft,
} from '../../../../renderer/features/profile/profile-draft.ts'
import { user } from '../../fake-bridge.ts'

const ana: ProfileDraft = { name: 'Ana', locale: 'en', timezone: 'UTC' }
const draft = fc.record({
  name: fc.constantFrom('Ana', 'Ana Maria', 'Bea'),
  locale: fc.constantFrom(null, ...SERVICE_LOCALES),
  timezone: fc.constantFrom(null, 'UTC', 'Asia/Tokyo'),
})

describe('the draft of a profile', () => {
  it('starts as a copy of the profile', () => {
    expect(draftOf(user({ timezone: null }))).toEqual({ name: 'Ana Souza', locale: 'en', timezone: null })
  })

  it('contains only changes; spaces around a name are no change', () => {
    expect(changeOf({ ...ana, name: ' Ana ' }, ana)).toEqual({})
    expect(changeOf({ ...ana, name: ' Bea ' }, ana)).toEqual({ name: 'Bea' })
    expect(changeOf({ name: 'Bea', locale: 'es', timezone: 'Asia/Tokyo' }, ana)).toEqual({
      name: 'Bea',
      locale: 'es',
      timezone: 'Asia/Tokyo',
    })
  })

  it('keeps what was typed when the profile changes, and updates the rest', () => {
    expect(rebase({ ...ana, name: 'Typed' }, ana, { name: 'Bea', locale: 'es', timezone: null })).toEqual({
      name: 'Typed',
      locale: 'es',
      timezone: null,
    })
  })

  it('follows the profile when nothing was typed', () => {
    fc.assert(
      fc.property(draft, draft, (before, now) => {
        expect(rebase(before, before, now)).toEqual(now)
        expect(hasConflict(before, before, now)).toBe(false)
      }),
    )
  })

  it('conflicts only where both sides changed a field to different values', () => {
    const typed = { ...ana, name: 'Typed' }
    expect(hasConflict(typed, ana, { ...ana, name: 'Bea' })).toBe(true)
    expect(hasConflict(typed, ana, { ...ana, name: 'Typed' })).toBe(false)
    expect(hasConflict(typed, ana, { ...ana, locale: 'es' })).toBe(false)
  })
})
