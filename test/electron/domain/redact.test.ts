import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from '../../../electron/domain/redact.ts'

const SAFE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const random = (from: number, to: number, alphabet = SAFE) =>
  fc.string({ minLength: from, maxLength: to, unit: fc.constantFrom(...Array.from(alphabet)) })
const mixed = random(32, 80, `${SAFE}_-`).filter((text) => /\d/.test(text) && /[A-Za-z]/.test(text))

const jwt = ([head, body = '', end]: string[]) => ({ canary: body, text: `eyJ${head}.${body}.${end}` })

/** Secrets with a known form: the canary must be hidden inside the text around it. */
const byLooks = fc.oneof(
  random(20, 60).map((canary) => ({ canary, text: `Bearer ${canary}` })),
  fc.tuple(fc.nat(), random(20, 60)).map(([id, canary]) => ({ canary, text: `${id}|${canary}` })),
  fc.tuple(fc.nat(), random(20, 60)).map(([id, canary]) => ({ canary, text: `${id}%7C${canary}` })),
  random(12, 60).map((canary) => ({ canary, text: `sk_${canary}` })),
  random(12, 60).map((canary) => ({ canary, text: `sk_live_${canary}` })),
  fc.array(random(10, 30), { minLength: 3, maxLength: 3 }).map((parts) => jwt(parts)),
  mixed.map((canary) => ({ canary, text: canary })),
  fc.emailAddress().map((canary) => ({ canary, text: canary })),
  fc.emailAddress().map((email) => ({ canary: encodeURIComponent(email), text: encodeURIComponent(email) })),
  random(12, 30).map((canary) => ({ canary, text: `https://ana:${canary}@chat.example.com/api/v1` })),
  random(12, 30).map((canary) => ({ canary, text: `https://chat.example.com/reset?x=1&y=${canary}#top` })),
  random(12, 30).map((canary) => ({ canary, text: `session-desk://reset?token=${canary}` })),
)

/** Secrets that only their names identify, with any characters. */
const PASSWORD_KEYS = ['password', 'Password', 'password_confirmation', 'newPassword']
const key = fc.constantFrom('token', 'access_token', 'code', 'client_secret', ...PASSWORD_KEYS)
const anything = fc.string({ minLength: 8, maxLength: 40 }).map((text) => `canary${text}canary`)
const EVENTS = ['vault.notSaved', 'store.setAside', 'request.failed', 'outcomeUnknown', 'gnome_libsecret']
const CODES = ['net::ERR_PROXY_FAILED', 'ERR_TLS_CERT_ALTNAME_INVALID_AND_MORE']
const REQUESTS = ['GET /auth/sessions', 'DELETE /auth/sessions/{id}', 'chat.example.com:8443']
const VERSIONS = ['Electron 45.4.1, Chrome 150.0.7000.12, Node 24.1.0', 'linux 6.1.0-18-amd64 x64']
const WORDS = ['The connection broke off', '2026-01-02T03:04:05.678Z', 'task_list risk_free']
const ordinary = fc.constantFrom(...EVENTS, ...CODES, ...REQUESTS, ...VERSIONS, ...WORDS)

describe('redact', () => {
  it('hides every secret with a known form, at any position', () => {
    fc.assert(
      fc.property(byLooks, ordinary, ordinary, fc.boolean(), ({ canary, text }, before, after, isFact) => {
        const line = isFact
          ? `event ${JSON.stringify({ [before]: after, list: [{ deep: `${before} ${text} ${after}` }] })}`
          : `${before} ${text} ${after}`
        expect(redact(line)).not.toContain(canary)
      }),
      { numRuns: 2_000 },
    )
  })

  it('hides values with a secret’s name, in facts and in texts', () => {
    fc.assert(
      fc.property(key, anything, (name, value) => {
        const json = JSON.stringify({ before: 1, [name]: value, after: 'stays' })
        expect(redact(json)).toContain('"after":"stays"')
        const plain = value.replaceAll('"', '')
        const nested = JSON.stringify({ nested: json })
        const lines = [json, nested, `a body with ${name}=${plain}`, `${name}: ${plain}`]
        for (const line of lines) expect(redact(line)).not.toContain('canary')
        expect(redact(json)).not.toContain(JSON.stringify(value).slice(1, -1))
      }),
      { numRuns: 1_000 },
    )
  })

  it('changes nothing the second time', () => {
    const secrets = byLooks.map(({ text }) => text)
    const texts = fc.oneof(fc.string({ maxLength: 200 }), secrets, ordinary)
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), key, (parts, name) => {
        const once = redact(`${parts.join(' ')} ${name}=${parts.join('&')}`)
        expect(redact(once)).toBe(once)
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps names of events, codes, hosts and ordinary words', () => {
    fc.assert(
      fc.property(fc.array(ordinary, { minLength: 1 }), (words) => {
        expect(redact(words.join(' '))).toBe(words.join(' '))
        expect(redact(JSON.stringify({ words }))).toBe(JSON.stringify({ words }))
      }),
    )
  })

  it.each([
    ['failure {"asked":"POST /auth/login","host":"chat.example.com"}', null],
    ['token.renewed {"account":"742124d11296272ac2660373883ae8cf"}', null],
    ['token.renewed {"token":"742124d11296272ac2660373883ae8cf"}', 'token.renewed {"token":"[hidden]"}'],
    ['token.renewed {"other":"742124d11296272ac2660373883ae8cf"}', 'token.renewed {"other":"[hidden]"}'],
    ['Bearer 12|abc', 'Bearer [hidden]'],
    ['{"message":"for ana@example.com"}', '{"message":"for [hidden]"}'],
    ['{"code":"123456","kind":"x"}', '{"code":"[hidden]","kind":"x"}'],
    ['https://ana:pw@chat.example.com/a?b=c', 'https://chat.example.com/a?[hidden]'],
    ["ENOENT, open '/home/ana/.config/x.json'", "ENOENT, open '~/.config/x.json'"],
    ['open C:\\Users\\Ana\\AppData', 'open ~\\AppData'],
  ])('%s', (line, shown) => {
    expect(redact(line)).toBe(shown ?? line)
  })
})
