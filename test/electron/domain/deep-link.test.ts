import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLink, parseDeepLink, findRecoveryLink } from '../../../electron/domain/deep-link.ts'

const GOOD = 'session-desk://reset?token=recovery-1&email=ana%40example.com'
const RECOVERY = { token: 'recovery-1', email: 'ana@example.com' }

describe('a deep link', () => {
  it.each([
    GOOD,
    `${GOOD}&x=`.padEnd(2048, 'a'),
    'session-desk://reset/?email=ana@example.com&token=recovery-1',
    'SESSION-DESK://RESET?token=recovery-1&email=ana%40example.com',
    `${GOOD}&utm_source=mail`,
    `${GOOD}&server=https%3A%2F%2Fevil.example`,
    GOOD.replace('&', '&amp;'),
    GOOD.replace('&', '&AMP;'),
  ])('%s contains a recovery, and nothing else', (link) => {
    expect(parseDeepLink(link)).toEqual(RECOVERY)
  })

  it.each([
    ['a plus sign, written as itself or encoded', 'a+b%2Bc', 'ana+desk@example.com', 'a+b+c'],
    ['an email in another script', 't', 'joão@exemplo.com', 't'],
    ['the longest token and email', 'a'.repeat(1024), `${'a'.repeat(242)}@example.com`, 'a'.repeat(1024)],
  ])('keeps %s', (_case, written, email, token) => {
    const encoded = encodeURI(email)
    expect(parseDeepLink(`session-desk://reset?token=${written}&email=${encoded}`)).toEqual({ token, email })
  })

  it.each(['', GOOD.replace('session-desk', 'https'), `x${GOOD}`])('%j is none', (link) => {
    expect(parseDeepLink(link)).toBeNull()
  })

  it.each([
    ['another place', GOOD.replace('reset', 'settings')],
    ['a path', GOOD.replace('reset', 'reset/now')],
    ['no place', GOOD.replace('//reset', '')],
    ['a name and password', GOOD.replace('reset', 'a:b@reset')],
    ['a port', GOOD.replace('reset', 'reset:80')],
    ['a fragment', `${GOOD}#top`],
    ['a blank in it', GOOD.replace('&', ' &')],
    ['another script in it', `session-desk://reset?x=é&${GOOD.slice(21)}`],
    ['a host that is none', GOOD.replace('reset', '[reset')],
    ['a control character in it', `${GOOD}\n`],
    ['a link too long', `${GOOD}&x=`.padEnd(2049, 'a')],
  ])('with %s is damaged', (_case, link) => {
    expect(parseDeepLink(link)).toEqual({ token: '', email: '' })
  })

  it.each([
    ['no token', GOOD.replace('token=', 'code=')],
    ['an empty token', GOOD.replace('recovery-1', '')],
    ['two tokens', `${GOOD}&token=other`],
    ['a token too long', GOOD.replace('recovery-1', 'a'.repeat(1025))],
    ['a token with a blank', GOOD.replace('recovery-1', 'a%20b')],
    ['a token with a control character', GOOD.replace('recovery-1', 'a%00b')],
  ])('with %s has the email only', (_case, link) => {
    expect(parseDeepLink(link)).toEqual({ ...RECOVERY, token: '' })
  })

  it.each([
    ['no email', GOOD.replace('&email', '&mail')],
    ['two emails', `${GOOD}&email=eve@example.com`],
    ['what is no email', GOOD.replace('%40', '-')],
    ['an email too long', GOOD.replace('ana', 'a'.repeat(243))],
    ['two emails in one', GOOD.replace('ana', 'eve@example.com,ana')],
    ['an email with a line break', GOOD.replace('ana', 'ana%0a')],
    ['an email with a bidi mark', GOOD.replace('ana', 'ana%E2%80%AE')],
    ['bytes that are no UTF-8', GOOD.replace('ana', 'ana%FF')],
  ])('with %s has the token only', (_case, link) => {
    expect(parseDeepLink(link)).toEqual({ ...RECOVERY, email: '' })
  })

  it('never throws, and returns only limited printable values: 10,000 random links', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.webQueryParameters(),
      fc.emailAddress(),
    )
    const query = fc
      .dictionary(fc.constantFrom('token', 'email', 'server', 'x'), text)
      .map((parts) => new URLSearchParams(parts).toString())
    const start = fc.constantFrom('', 'https://', 'session-desk:', 'session-desk://reset?')
    const link = fc.tuple(start, fc.oneof(text, query)).map((parts) => parts.join(''))
    let found = 0
    fc.assert(
      fc.property(link, (any) => {
        const recovery = parseDeepLink(any)
        if (!recovery) return
        found += 1
        expect(Object.keys(recovery)).toEqual(['token', 'email'])
        expect(recovery.token).toMatch(/^[\x21-\x7e]{0,1024}$/)
        expect(recovery.email).toMatch(/^([^\s\p{C}]{3,254})?$/u)
      }),
      { numRuns: 10_000 },
    )
    expect(found).toBeGreaterThan(0)
  })
})

it.each<[string[], typeof RECOVERY | null]>([
  [[GOOD], RECOVERY],
  [['app', '--flag', GOOD, '--inserted-by=chromium'], RECOVERY],
  [['app', '--server=x'], null],
  [['app', `--link=${GOOD}`], null],
])('the command line %j has the link %j', (argv, link) => {
  expect(findRecoveryLink(argv)).toEqual(link)
})

it('arguments are links, invalid ones included, or not', () => {
  const argv = ['app', GOOD, 'Session-Desk:anything', '--user-data-dir=/x']
  expect(argv.map(isLink)).toEqual([false, true, true, false])
})
