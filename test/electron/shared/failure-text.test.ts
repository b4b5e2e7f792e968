import { describe, expect, it } from 'vitest'
import { LIST_DOUBTS, type Failure } from '../../../electron/shared/failure.ts'
import { LANGUAGES } from '../../../electron/shared/languages.ts'
import type { RequestError } from '../../../electron/shared/bridge.ts'
import {
  failureKey,
  failureText,
  knownServerFailureKey,
  quoteOf,
} from '../../../electron/shared/failure-text.ts'
import { translations } from '../translations.ts'

const because = <K extends string, R extends string>(kind: K, ...reasons: R[]) =>
  reasons.map((reason) => ({ kind, reason }))

/** Every kind and reason; a missing kind does not compile. */
const EVERY: { [K in RequestError['kind']]: readonly (RequestError & { kind: K })[] } = {
  offline: [
    ...because('offline', 'noNetwork', 'unknownHost', 'refused', 'interrupted'),
    ...because('offline', 'proxy', 'proxyPassword'),
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
  misconfigured: because(
    'misconfigured',
    'notAnAddress',
    'notHttps',
    'credentialsInAddress',
    'emailAddress',
    'notTheApi',
  ),
  cancelled: [{ kind: 'cancelled' }],
  internal: [{ kind: 'internal' }],
}
const failures = Object.values(EVERY).flat()
const UNKNOWN_HOST = { kind: 'offline', reason: 'unknownHost' } as const

describe('a failure at the server of a known account', () => {
  it('has a sentence of its own where the usual one asks to check the address', () => {
    const t = translations()
    const say = (key: string): string => t(key, { server: 'desk.example.com' })
    const asking = failures.filter((failure) => say(failureKey(failure)).includes('Check the address'))
    expect(asking.length).toBeGreaterThan(0)
    for (const failure of failures) {
      expect(say(knownServerFailureKey(failure))).not.toContain('Check the address')
      if (!asking.includes(failure)) expect(knownServerFailureKey(failure)).toBe(failureKey(failure))
    }
  })
})

describe.each(LANGUAGES)('failures in %s', (locale) => {
  it('each have a sentence of their own', () => {
    const t = translations(() => locale)
    const sentences = failures.map((failure) =>
      t(failureKey(failure), { server: 'desk.example.com', status: 503 }),
    )
    expect(new Set(sentences).size).toBe(failures.length)
    for (const sentence of sentences)
      expect(sentence).toMatch(/^\p{Lu}[^{}]+\.$|^desk\.example\.com [^{}]+\.$/u)
  })
})

describe('the text of a failure', () => {
  const t = translations()
  it.each<[string, RequestError, isKnown: boolean]>([
    ['The service is having problems (503). Try again later.', { kind: 'server', status: 503 }, true],
    ['No server was found at a.example. Check the address and the connection.', UNKNOWN_HOST, false],
    [
      "a.example can't be found at the moment. Check this computer's connection, or try again later.",
      UNKNOWN_HOST,
      true,
    ],
    [
      "a.example took too long to answer. It's unclear whether this was done.",
      { kind: 'outcomeUnknown', reason: 'timeout' },
      true,
    ],
    [
      "You don't have permission to do this. The service says: “Ask an admin.”",
      { kind: 'forbidden', message: 'Ask an admin.' },
      true,
    ],
  ])('is “%s”', (text, failure, isKnown) => {
    expect(failureText(failure, { server: 'a.example', isKnown }, t)).toBe(text)
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
    [null, { kind: 'unauthenticated', message }],
    [null, { kind: 'forbidden' }],
    [null, { kind: 'forbidden', message: '' }],
  ])('%s', (quote, failure) => {
    expect(quoteOf(failure)).toBe(quote)
  })
})
