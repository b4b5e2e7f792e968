import { describe, expect, it } from 'vitest'
import { LIST_DOUBTS, type Failure } from '../../../electron/shared/failure.ts'
import { LANGUAGES } from '../../../electron/shared/languages.ts'
import type { RequestError } from '../../../electron/shared/bridge.ts'
import { failureKey, knownServerFailureKey, quoteOf } from '../../../renderer/lib/failure-text.ts'
import { createAppI18n, setLocale } from '../../../renderer/lib/i18n.ts'

const because = <K extends string, R extends string>(kind: K, ...reasons: R[]) =>
  reasons.map((reason) => ({ kind, reason }))

/** Every kind and reason; a missing kind does not compile. */
const EVERY: { [K in RequestError['kind']]: readonly (RequestError & { kind: K })[] } = {
  offline: [
    ...because('offline', 'noNetwork', 'unknownHost', 'refused', 'interrupted'),
    ...because('offline', 'proxy', 'proxyPassword', 'notLoaded'),
  ],
  timeout: [{ kind: 'timeout' }],
  outcomeUnknown: [
    { kind: 'outcomeUnknown' },
    ...because('outcomeUnknown', 'timeout', 'tooLarge', 'unreachable'),
  ],
  tls: [{ kind: 'tls' }],
  unauthenticated: [{ kind: 'unauthenticated' }, { kind: 'unauthenticated', noToken: true }],
  forbidden: [{ kind: 'forbidden' }],
  notFound: [{ kind: 'notFound' }],
  conflict: [{ kind: 'conflict' }],
  invalid: [{ kind: 'invalid', fields: {} }],
  locked: [{ kind: 'locked' }],
  rateLimited: [{ kind: 'rateLimited', retryAt: 0 }],
  server: [{ kind: 'server', status: 503 }],
  unexpectedAnswer: [
    ...because('unexpectedAnswer', 'html', 'notJson', 'shape', 'redirect', 'tooLarge'),
    ...because('unexpectedAnswer', ...LIST_DOUBTS),
  ],
  misconfigured: because('misconfigured', 'notAnAddress', 'notHttps', 'credentialsInAddress', 'notTheApi'),
  cancelled: [{ kind: 'cancelled' }],
  internal: [{ kind: 'internal' }],
}
const failures = Object.values(EVERY).flat()

describe('a failure at the server of a known account', () => {
  it('has a sentence of its own where the usual one asks to check the address', async () => {
    const i18n = createAppI18n()
    await setLocale(i18n.global, 'en')
    const say = (key: string): string => i18n.global.t(key, { server: 'desk.example.com' })
    const asking = failures.filter((failure) => say(failureKey(failure)).includes('Check the address'))
    expect(asking.length).toBeGreaterThan(0)
    for (const failure of failures) {
      expect(say(knownServerFailureKey(failure))).not.toContain('Check the address')
      if (!asking.includes(failure)) expect(knownServerFailureKey(failure)).toBe(failureKey(failure))
    }
  })
})

describe.each(LANGUAGES)('failures in %s', (locale) => {
  it('each have a sentence of their own', async () => {
    const i18n = createAppI18n()
    await setLocale(i18n.global, locale)
    const sentences = failures.map((failure) => {
      expect(i18n.global.te(failureKey(failure)), failureKey(failure)).toBe(true)
      return i18n.global.t(failureKey(failure), { server: 'desk.example.com', status: 503 })
    })
    expect(new Set(sentences).size).toBe(failures.length)
    for (const sentence of sentences)
      expect(sentence).toMatch(/^\p{Lu}[^{}]+\.$|^desk\.example\.com [^{}]+\.$/u)
  })
})

describe("the service's message", () => {
  const message = 'Ask an admin.'
  it.each<[string | null, Failure]>([
    [message, { kind: 'forbidden', message }],
    [message, { kind: 'conflict', message }],
    [message, { kind: 'locked', message }],
    [message, { kind: 'invalid', fields: {}, message }],
    ['Too long.', { kind: 'invalid', fields: { name: ['Too long.'] }, message }],
    [null, { kind: 'server', status: 500, message }],
    [null, { kind: 'unauthenticated', message }],
    [null, { kind: 'forbidden' }],
    [null, { kind: 'forbidden', message: '' }],
  ])('%s', (quote, failure) => {
    expect(quoteOf(failure)).toBe(quote)
  })
})
