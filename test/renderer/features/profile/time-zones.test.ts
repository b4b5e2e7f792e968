import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offsetOf, zoneLabel } from '../../../../electron/shared/zones.ts'
import { findZones, zoneNames } from '../../../../renderer/features/profile/time-zones.ts'

const WINTER = Date.parse('2026-01-15T12:00:00Z')
/** Each in the list of the cities with accents is the name of a zone. */
const ACCENTED_ZONES = 31

describe('the list of zones', () => {
  it('has all zones of the system, UTC and the chosen one, sorted, without duplicates', () => {
    const zones = zoneNames('Mars/Base')
    expect(zones.length).toBeGreaterThan(400)
    const cities = zones.map((zone) => zone.split('/').at(-1) ?? '').filter((city) => city !== 'Base')
    expect(cities).toEqual([...new Set(cities)].sort())
    expect(zones).toEqual(expect.arrayContaining(['America/Sao_Paulo', 'UTC', 'Mars/Base']))
    expect(zoneNames(null)).not.toContain('Mars/Base')
    expect(zoneNames('UTC')).toEqual(zoneNames(null))
  })

  it('uses current names', () => {
    const zones = zoneNames(null)
    expect(zones).toEqual(
      expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires']),
    )
    expect(zones).not.toContain('Asia/Calcutta')
    expect(zoneNames('Asia/Calcutta')).toContain('Asia/Calcutta')
  })

  it('has only zones that have an offset', () => {
    const known = zoneNames(null)
    // Until 1972 Liberia was 44 minutes and 30 seconds behind: before then an offset may have seconds.
    const first = Date.UTC(1973, 0)
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.integer({ min: first, max: 4e12 }), (zone, at) => {
        expect(offsetOf(zone, at)).toMatch(/^UTC[+−]\d\d:\d\d$/)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a zone', () => {
  it('that has accents is one that exists', () => {
    const accented = zoneNames(null).map((zone) => zoneLabel(zone, WINTER))
    expect(accented.filter((label) => /[À-ž]/.test(label.normalize()))).toHaveLength(ACCENTED_ZONES)
  })
})

describe('searching for a zone', () => {
  const zones = zoneNames(null)
  const found = (term: string): string[] => findZones(zones, term, WINTER)

  it.each([
    ['sao paulo', 'America/Sao_Paulo'],
    ['São_Paulo', 'America/Sao_Paulo'],
    ['TOKYO', 'Asia/Tokyo'],
    ['america/argentina/ushuaia', 'America/Argentina/Ushuaia'],
    ['calcutta', 'Asia/Kolkata'],
    ['utc+5:45', 'Asia/Kathmandu'],
    ['Kathmandu (UTC+05:45)', 'Asia/Kathmandu'],
  ])('%s finds %s alone', (term, zone) => {
    expect(found(term)).toEqual([zone])
  })

  it('finds by words and offsets together', () => {
    expect(found('america gmt-3')).toEqual(expect.arrayContaining(['America/Sao_Paulo', 'America/Bahia']))
    expect(found('america −03:00')).not.toContain('America/New_York')
  })

  it('finds everything for an empty query, and nothing for an unknown name', () => {
    expect(found(' ')).toEqual(zones)
    expect(found('atlantis')).toEqual([])
  })
})
