import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  confirmsSuccess,
  failureOfReply,
  requireConfirmation,
  isUnauthenticated,
  type ApiResponse,
} from '../../../electron/api/reply.ts'
import { parseJson } from '../../../electron/core/domain/parse-json.ts'
import { failed, ok } from '../../../electron/shared/result.ts'

const NOW = 1_700_000_000_000
const reply = (status: number, body: unknown, part: Partial<ApiResponse> = {}): ApiResponse => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, text, json: parseJson(text), retryAfter: null, receivedAt: 0, skew: null, ...part }
}
const html = '<!doctype html><html><body>Sign in to Wi-Fi</body></html>'

describe('failureOfReply', () => {
  it('limits the fields, and the messages of each', () => {
    const errors = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, 'Wrong.']))
    const many = failureOfReply(reply(422, { errors }), NOW)
    expect(many?.kind === 'invalid' && Object.keys(many.fields)).toHaveLength(50)
    const email = Array.from({ length: 500_000 }, (_, index) => `Wrong in way ${index}.`)
    const failure = failureOfReply(reply(422, { errors: { email } }), NOW)
    expect(failure).toEqual({ kind: 'invalid', fields: { email: email.slice(0, 5) } })
  })

  it.each([
    [200, { success: true }],
    [200, {}],
    [201, ''],
    [204, ''],
    [200, ' \n'],
  ])('%i %j is a success', (status, body) => {
    expect(failureOfReply(reply(status, body), NOW)).toBeNull()
  })

  it.each([
    [200, html, { kind: 'unexpectedAnswer', reason: 'html' }],
    [200, '{"success":tr', { kind: 'unexpectedAnswer', reason: 'notJson' }],
    [200, { success: false, message: 'No.' }, { kind: 'invalid', fields: {}, message: 'No.' }],
    [200, `\n ${html}`, { kind: 'unexpectedAnswer', reason: 'html' }],
    [200, `so ${html}`, { kind: 'unexpectedAnswer', reason: 'notJson' }],
    [200, { success: false }, { kind: 'invalid', fields: {} }],
    [199, '', { kind: 'unexpectedAnswer', reason: 'shape' }],
    [300, '', { kind: 'unexpectedAnswer', reason: 'redirect' }],
    [302, '', { kind: 'unexpectedAnswer', reason: 'redirect' }],
    [400, { message: 'Bad' }, { kind: 'invalid', fields: {}, message: 'Bad' }],
    [401, { message: 'Unauthenticated.' }, { kind: 'unauthenticated', message: 'Unauthenticated.' }],
    [401, '', { kind: 'unauthenticated' }],
    [401, html, { kind: 'unexpectedAnswer', reason: 'html' }],
    [403, { error: { code: 'x', message: 'Verify' } }, { kind: 'forbidden', message: 'Verify' }],
    [404, { message: 'Not found' }, { kind: 'notFound', message: 'Not found' }],
    [404, html, { kind: 'misconfigured', reason: 'notTheApi' }],
    [405, '', { kind: 'misconfigured', reason: 'notTheApi' }],
    [407, html, { kind: 'offline', reason: 'proxyPassword' }],
    [408, '', { kind: 'timeout' }],
    [409, '', { kind: 'conflict' }],
    [409, '"In use"', { kind: 'conflict', message: 'In use' }],
    [409, { error: 'In use' }, { kind: 'conflict', message: 'In use' }],
    [409, 'a'.repeat(300), { kind: 'conflict', message: 'a'.repeat(300) }],
    [409, 'a'.repeat(301), { kind: 'conflict' }],
    [410, '', { kind: 'unexpectedAnswer', reason: 'shape' }],
    [419, html, { kind: 'misconfigured', reason: 'notTheApi' }],
    [
      422,
      { message: 'Wrong', errors: { email: ['Taken.'] } },
      { kind: 'invalid', fields: { email: ['Taken.'] }, message: 'Wrong' },
    ],
    [422, { errors: { email: 'Taken.' } }, { kind: 'invalid', fields: { email: ['Taken.'] } }],
    [423, { title: 'Locked', detail: 'For an hour' }, { kind: 'locked', message: 'For an hour' }],
    [423, { title: 'Locked' }, { kind: 'locked', message: 'Locked' }],
    [500, { message: 'SQLSTATE[42S02] in /srv/app.php', trace: [] }, { kind: 'server', status: 500 }],
    [503, html, { kind: 'server', status: 503 }],
  ])('%i %j', (status, body, failure) => {
    expect(failureOfReply(reply(status, body), NOW)).toStrictEqual(failure)
  })

  it('keeps short plain text, and no markup', () => {
    expect(failureOfReply(reply(403, 'Come back later'), NOW)).toEqual({
      kind: 'forbidden',
      message: 'Come back later',
    })
    expect(failureOfReply(reply(403, 'See <a href=x>here</a>'), NOW)).toEqual({ kind: 'forbidden' })
  })

  it('returns when to retry, by the service’s clock', () => {
    const date = new Date(NOW + 3_630_000).toUTCString()
    const failure = failureOfReply(reply(429, '', { retryAfter: date, skew: 3_600_000 }), NOW)
    expect(failure).toEqual({ kind: 'rateLimited', retryAt: NOW + 30_000 })
  })

  it('converts every status and body to a typed failure', () => {
    const bodies = fc.oneof(fc.string(), fc.json(), fc.constant(html), fc.constant(''))
    for (let status = 100; status < 600; status++) {
      fc.assert(
        fc.property(bodies, fc.option(fc.string()), (body, retryAfter) => {
          const failure = failureOfReply(reply(status, body, { retryAfter }), NOW)
          if (status < 200 || status >= 300) expect(failure?.kind).toBeTypeOf('string')
          if (status >= 500) expect(failure).toEqual({ kind: 'server', status })
          if (body === html && status !== 204) expect(failure).not.toBeNull()
        }),
        { numRuns: 10 },
      )
    }
  })
})

describe('isUnauthenticated', () => {
  it('accepts only a 401 in JSON', () => {
    const replies = [reply(401, {}), reply(401, ''), reply(401, html), reply(403, {}), reply(419, {})]
    expect(replies.map(isUnauthenticated)).toEqual([true, false, false, false, false])
  })
})

describe('confirmsSuccess', () => {
  it.each<[number, unknown, boolean]>([
    [200, { success: true }, true],
    [201, { success: true, data: {} }, true],
    [200, '', true],
    [204, '', true],
    [200, ' \n', true],
    [202, { success: true }, false],
    [202, '', false],
    [201, '', false],
    [200, {}, false],
    [200, { success: 'true' }, false],
    [200, { success: 'false' }, false],
    [200, { success: 1 }, false],
    [200, { success: 0 }, false],
    [200, { error: { message: 'No.' } }, false],
    [200, { errors: { email: ['No.'] } }, false],
    [200, { status: 'error' }, false],
    [200, { data: { success: true } }, false],
    [200, [{ success: true }], false],
    [200, [], false],
    [200, '0', false],
    [200, 'null', false],
    [200, 'true', false],
  ])('%i %j: %s', (status, body, confirmed) => {
    expect(confirmsSuccess(reply(status, body))).toBe(confirmed)
  })

  it('accepts only `success: true` at the top of the JSON', () => {
    const odd = fc.oneof(
      fc.json(),
      fc.json().map((inner) => `{"success":${inner}}`),
    )
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 299 }), odd, (status, text) => {
        const json = parseJson(text)
        const isTrue = !Array.isArray(json) && (json as { success?: unknown } | null)?.success === true
        expect(confirmsSuccess(reply(status, text))).toBe(isTrue && status !== 202)
      }),
    )
    fc.assert(
      fc.property(fc.object(), (rest) => {
        expect(confirmsSuccess(reply(200, { ...rest, success: true }))).toBe(true)
      }),
    )
  })
})

describe('requireConfirmation', () => {
  it('fails without a confirmation, and passes a failure on', () => {
    expect(requireConfirmation(ok(reply(204, '')))).toEqual(ok(null))
    expect(requireConfirmation(ok(reply(200, [])))).toEqual(
      failed({ kind: 'unexpectedAnswer', reason: 'shape' }),
    )
    expect(requireConfirmation(failed({ kind: 'conflict' }))).toEqual(failed({ kind: 'conflict' }))
  })
})
