import { describe, expect, it } from 'vitest'
import { offsetOf, otherZone, ownZone, zoneLabel } from '../../../electron/shared/zones.ts'

const WINTER = Date.parse('2026-01-15T12:00:00Z')
const SUMMER = Date.parse('2026-07-15T12:00:00Z')

describe('the offset of a zone', () => {
  it.each([
    ['UTC', WINTER, 'UTC+00:00'],
    ['America/Sao_Paulo', WINTER, 'UTC−03:00'],
    ['Asia/Kathmandu', WINTER, 'UTC+05:45'],
    ['Europe/Madrid', WINTER, 'UTC+01:00'],
    ['Europe/Madrid', SUMMER, 'UTC+02:00'],
    ['Mars/Base', SUMMER, ''],
  ])('of %s at %i is %s', (zone, at, offset) => {
    expect(offsetOf(zone, at)).toBe(offset)
  })
})

describe('a zone', () => {
  it.each([
    ['America/Sao_Paulo', 'São Paulo (UTC−03:00)'],
    ['America/Argentina/Tucuman', 'Tucumán (UTC−03:00)'],
    ['America/Los_Angeles', 'Los Angeles (UTC−08:00)'],
    ['America/Port-au-Prince', 'Port-au-Prince (UTC−05:00)'],
    ['Europe/Chisinau', 'Chișinău (UTC+02:00)'],
    ['UTC', 'UTC'],
    ['Etc/GMT+3', 'Etc/GMT+3 (UTC−03:00)'],
    ['Mars/Base', 'Mars/Base'],
    ['America/Nowhere', 'America/Nowhere'],
  ])('%s is "%s"', (zone, label) => {
    expect(zoneLabel(zone, WINTER)).toBe(label)
  })
})

describe('the name of another zone', () => {
  it.each([
    ['Asia/Tokyo', 'en', 'Japan Standard Time'],
    ['Asia/Tokyo', 'es', 'hora estándar de Japón'],
    // Its clocks differ for half of the year only.
    ['Europe/London', 'en', 'United Kingdom Time'],
    ['Africa/Abidjan', 'en', null],
    [undefined, 'en', null],
  ])('of %s in %s is %s where this computer has UTC', (zone, locale, name) => {
    expect(ownZone()).toBe('UTC')
    expect(otherZone(zone, locale, WINTER)).toBe(name)
  })
})
