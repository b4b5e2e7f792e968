import { describe, expect, it } from 'vitest'
import { otherZone } from '../../../../renderer/features/activity/other-zone.ts'

const NOW = Date.UTC(2026, 0, 10)
const own = Intl.DateTimeFormat().resolvedOptions().timeZone

describe('the name of another zone', () => {
  it('is in the given language', () => {
    expect(otherZone('Asia/Tokyo', 'en', NOW)).toBe('Japan Standard Time')
    expect(otherZone('Asia/Tokyo', 'es', NOW)).toBe('hora estándar de Japón')
  })

  it('is left out for the zone of this computer, and where none is chosen', () => {
    expect(otherZone(own, 'en', NOW)).toBeNull()
    expect(otherZone(undefined, 'en', NOW)).toBeNull()
  })

  it('is given where the clocks differ for half of the year only', () => {
    // The tests run in UTC.
    expect(own).toBe('UTC')
    expect(otherZone('Europe/London', 'en', NOW)).not.toBeNull()
    expect(otherZone('Africa/Abidjan', 'en', NOW)).toBeNull()
  })
})
