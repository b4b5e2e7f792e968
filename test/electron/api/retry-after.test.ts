import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  DEFAULT_WAIT_MS,
  isRateLimitText,
  parseRetryAfter,
  parseRetryText,
} from '../../../electron/api/retry-after.ts'

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)
const DAY = 86_400_000
const wait = (header: string | null, skew = 0): number => parseRetryAfter(header, NOW, skew).retryAt - NOW

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** The three forms of an HTTP date (RFC 9110 section 5.6.7), of a time in whole seconds. */
const FORMS: Record<string, (ms: number) => string> = {
  'IMF-fixdate': (ms) => new Date(ms).toUTCString(),
  'RFC 850': (ms) => {
    const [, day, month, year, time] = new Date(ms).toUTCString().split(' ')
    return `${DAYS[new Date(ms).getUTCDay()]}, ${day}-${month}-${year?.slice(2)} ${time} GMT`
  },
  asctime: (ms) => {
    const [name, day, month, year, time] = new Date(ms).toUTCString().split(' ')
    return `${name?.slice(0, 3)} ${month} ${day?.replace(/^0/, ' ')} ${time} ${year}`
  },
}

// Far from GMT: a date without a zone must not be read as local time.
beforeEach(() => void vi.stubEnv('TZ', 'America/Sao_Paulo'))

describe('Retry-After', () => {
  it('is tested in a time zone other than UTC', () => {
    expect(new Date(NOW).getTimezoneOffset()).toBe(180)
  })

  it('in seconds is a wait, of a second at least and a day at most', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer(), (seconds, skew) => {
        expect(wait(` ${seconds} `, skew)).toBe(Math.min(Math.max(seconds * 1_000, 1_000), DAY))
      }),
    )
    expect(parseRetryAfter('7', NOW, 0)).not.toHaveProperty('assumed')
    expect([wait('0'), wait('7'), wait('9'.repeat(400))]).toEqual([1_000, 7_000, DAY])
  })

  it.each(Object.entries(FORMS))(
    'as a date in the form of %s is a time by the service’s clock',
    (_name, form) => {
      const seconds = fc.integer({ min: -200_000, max: 200_000 })
      const skews = fc.integer({ min: -3_000_000, max: 3_000_000 }).map((skew) => skew * 1_000)
      fc.assert(
        fc.property(seconds, skews, (ahead, skew) => {
          const expected = Math.min(Math.max(ahead * 1_000, 1_000), DAY)
          expect(wait(form(NOW + skew + ahead * 1_000), skew)).toBe(expected)
        }),
      )
    },
  )

  const words = ['', ' ', 'soon', 'NaN', '7 seconds', '5, 10', '2027-01-02']
  const numbers = ['-5', '1.5', '1e3', '+7', '0x10', '٧']
  it.each([null, ...words, ...numbers])('%j is unreadable: the default wait applies', (header) => {
    expect(parseRetryAfter(header, NOW, 0)).toEqual({ retryAt: NOW + DEFAULT_WAIT_MS, assumed: true })
  })
})

describe('a text', () => {
  const waitOf = (...texts: string[]): number | null => {
    const retry = parseRetryText(texts, NOW)
    return retry && retry.retryAt - NOW
  }

  it.each([
    ['Too many login attempts. Please try again in 47 seconds.', 47],
    ['Muitas tentativas de login. Tente novamente em 47 segundos.', 47],
    ['Demasiados intentos de acceso. Por favor intente nuevamente en 47 segundos.', 47],
    ['Retry in 5s', 5],
    ['Wait 1 minute and 30 seconds.', 90],
    ['Espere 1 hora, 2 minutos y 3 segundos', 3_723],
    ['Aguarde 2 min e 5 seg', 125],
    ['At most 5 attempts in 10 minutes; 47 seconds are left.', 47],
    ['After 5 attempts, 30 seconds', 30],
  ])('%j names a wait of %i s', (text, seconds) => {
    expect(waitOf(text)).toBe(seconds * 1_000)
    expect(waitOf('The given data was invalid.', text)).toBe(seconds * 1_000)
  })

  const durations = [
    '60 requests per minute',
    'a few seconds',
    '1.5 seconds',
    '10:30 h',
    '5 members',
    '47 secrets',
    '7 days',
  ]
  it.each(['', 'The given data was invalid.', ...durations])('%j names none', (text) => {
    expect(waitOf(text)).toBeNull()
  })

  it('names a second at least and a day at most', () => {
    expect([waitOf('Wait 0 seconds'), waitOf('Wait 99999 hours')]).toEqual([1_000, DAY])
  })

  it('is about too many attempts if it says so and names a wait', () => {
    expect(isRateLimitText('Too many attempts. Try again in 9 seconds.')).toBe(true)
    expect(isRateLimitText('Too many attempts.')).toBe(false)
    expect(isRateLimitText('The code must be younger than 30 minutes.')).toBe(false)
  })
})
