import { describe, expect, it } from 'vitest'
import { briefTime, listTime } from '../../../electron/shared/exact-time.ts'

const AT = Date.UTC(2026, 0, 1, 1, 30)

describe('the time of a list', () => {
  it('is in the given zone, with the year only where that is another one there', () => {
    const plain = (zone: string, now: number): string => listTime(AT, now, 'en', zone).replace('\u202f', ' ')
    expect(plain('UTC', AT + 86_400_000)).toBe('Jan 1, 1:30 AM')
    expect(plain('America/Sao_Paulo', AT)).toBe('Dec 31, 10:30 PM')
    expect(plain('America/Sao_Paulo', AT + 86_400_000)).toBe('Dec 31, 2025, 10:30 PM')
  })

  it('is written as the language does', () => {
    expect(listTime(AT, AT, 'pt-BR', 'UTC')).toContain('1 de jan')
    expect(listTime(AT, AT, 'es', 'UTC')).toContain('1 ene')
  })
})

describe('a brief time', () => {
  it('has the year and names the zone, in each language', () => {
    const plain = (locale: string, zone: string): string => briefTime(locale, zone)(AT).replace('\u202f', ' ')
    expect(plain('en', 'UTC')).toBe('Jan 1, 2026, 1:30 AM UTC')
    expect(plain('en', 'America/Sao_Paulo')).toBe('Dec 31, 2025, 10:30 PM GMT\u22123')
    expect(plain('pt-BR', 'UTC')).toMatch(/^1 de jan.* 2026, 01:30 UTC$/)
    expect(plain('es', 'UTC')).toMatch(/^1 ene 2026, 1:30 UTC$/)
  })
})
