import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeviceKind } from '../../../../../electron/shared/device.ts'
import { parseDevice } from '../../../../../electron/features/sessions/domain/device.ts'
import { nameOfDevice } from '../../../../../electron/features/sessions/domain/display-names.ts'
import { sanitize } from '../../../../../electron/domain/sanitize.ts'
import type { Translate } from '../../../../../electron/shared/translate.ts'

const say: Translate = (_key, named) => `${named?.['app'] ?? ''} on ${named?.['platform'] ?? ''}`
const nameOf = (raw: string): string => nameOfDevice(raw, parseDevice(raw), say)

const WINDOWS = 'Windows NT 10.0; Win64; x64'
const MAC = 'Macintosh; Intel Mac OS X 10_15_7'
const LINUX = 'X11; Linux x86_64'
const GALAXY = 'Linux; Android 14; SM-S921B'

const firefox = (system: string, version: string): string =>
  `Mozilla/5.0 (${system}; rv:${version}) Gecko/20100101 Firefox/${version}`
/** Chrome, or a browser that is made of it; `before` and `after` are what it adds. */
const chrome = (system: string, { before = '', version = '138.0.0.0', after = '' } = {}): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${before}Chrome/${version}${after} Safari/537.36`
const mobileChrome = (system: string, before = ''): string => chrome(system, { before, after: ' Mobile' })
const webkit = (system: string, product: string, version: string): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${product} Safari/${version}`

const IPHONE = webkit('iPhone; CPU iPhone OS 18_5 like Mac OS X', 'Version/18.5 Mobile/15E148', '604.1')
const IPAD = webkit('iPad; CPU OS 17_4 like Mac OS X', 'CriOS/123.0.6312.52 Mobile/15E148', '604.1')
const SLACK = chrome(LINUX, {
  before: 'Slack/4.36.140 ',
  version: '120.0.6099.56',
  after: ' Electron/28.0.0',
})
const ANDROID_4 = webkit(
  'Linux; U; Android 4.0.3; en-us; GT-I9100 Build/IML74K',
  'Version/4.0 Mobile',
  '534.30',
)

describe('a raw user agent', () => {
  it.each<[string, DeviceKind, string]>([
    ['Firefox on Ubuntu', 'computer', firefox('X11; Ubuntu; Linux x86_64', '140.0')],
    ['Firefox on Fedora', 'computer', firefox('X11; Fedora; Linux x86_64', '139.0')],
    ['Firefox on Debian', 'computer', firefox('Wayland; Linux x86_64; Debian', '140.0')],
    ['Linux', 'computer', 'Mozilla/5.0 (X11; Linux x86_64)'],
    ['GT-I9100 · Android', 'phone', ANDROID_4],
    ['Chrome on Windows', 'computer', chrome(WINDOWS)],
    ['Edge on Windows', 'computer', `${chrome(WINDOWS)} Edg/137.0.0.0`],
    ['Opera on Windows', 'computer', `${chrome(WINDOWS)} OPR/120.0.0.0`],
    ['Chrome on ChromeOS', 'computer', chrome('X11; CrOS x86_64 14541.0.0')],
    ['Safari on macOS', 'computer', webkit(MAC, 'Version/18.4', '605.1.15')],
    ['Safari on iPhone', 'phone', IPHONE],
    ['Chrome on iPad', 'tablet', IPAD],
    ['SM-S921B · Samsung Internet', 'phone', mobileChrome(GALAXY, 'SamsungBrowser/27.0 ')],
    ['SM-S921B · Chrome', 'phone', mobileChrome('Linux; Android 14; SAMSUNG SM-S921B')],
    ['Pixel 8 · Chrome', 'phone', mobileChrome('Linux; Android 13; Pixel 8')],
    ['Chrome on Android', 'phone', mobileChrome('Linux; Android 10; K')],
    ['SM-X710 · Chrome', 'tablet', chrome('Linux; Android 14; SM-X710')],
    ['Pixel 8 · OkHttp', 'phone', 'okhttp/4.12.0 (Linux; Android 14; Pixel 8)'],
    ['SM-A546B · Android', 'phone', 'Dalvik/2.1.0 (Linux; U; Android 13; SM-A546B Build/TP1A.220624.014)'],
    ['Slack on Linux', 'computer', SLACK],
    ['OkHttp', 'terminal', 'okhttp/4.12.0'],
    ['curl', 'terminal', 'curl/8.5.0'],
    ['axios', 'terminal', 'axios/1.7.2'],
    ['Python Requests', 'terminal', 'python-requests/2.31.0'],
    ['Session Desk on Linux', 'thisApp', 'SessionDesk/0.1.0 (linux)'],
    ['Product', 'unknown', 'Product/1.2'],
    ['Foo Bar', 'unknown', 'Foo Bar/1.2'],
    ['Linux Tool', 'unknown', 'Linux Tool/1.2'],
    ['constructor', 'unknown', 'constructor/1.2'],
    ['WhatsUp on iPhone', 'phone', 'WhatsUp/2.24 (iPhone; iOS 17.2; Scale/3.00)'],
  ])('is %s, a %s', (name, kind, raw) => {
    expect([nameOf(raw), parseDevice(raw)]).toMatchObject([name, { kind, isCustomName: false }])
  })

  it.each([
    ['curl/8.5.0', '8.5.0', null, null],
    [SLACK, '4.36.140', null, null],
    [chrome('Windows NT 6.1'), '138.0.0.0', '7', null],
    [mobileChrome(GALAXY), '138.0.0.0', '14', 'SM-S921B'],
    [ANDROID_4, null, '4.0.3', 'GT-I9100'],
    [mobileChrome('Linux; Android 14; Fancy Mobile'), '138.0.0.0', '14', 'Fancy Mobile'],
    [mobileChrome('Linux; Android 14; Mobile X1'), '138.0.0.0', '14', 'Mobile X1'],
    [firefox('Android 14', '140.0'), '140.0', '14', null],
    // What browsers invent is left out: the model K, and versions that never change.
    [mobileChrome('Linux; Android 10; K'), '138.0.0.0', null, null],
    [firefox('Android 10; Mobile', '140.0'), '140.0', null, null],
    [chrome(MAC), '138.0.0.0', null, null],
    [firefox('Macintosh; Intel Mac OS X 10.15', '142.0'), '142.0', null, null],
    [chrome(WINDOWS), '138.0.0.0', null, null],
    [IPHONE.replace('18_5', '18_6').replace('18.5', '26.0'), '26.0', null, null],
    [IPHONE, '18.5', '18.5', null],
  ])('%s has the versions %s and %s, and the model %s', (raw, appVersion, platformVersion, model) => {
    expect(parseDevice(raw)).toMatchObject({ appVersion, platformVersion, model })
  })
})

it.each<[string, DeviceKind, string | null]>([
  ['Ana’s laptop', 'computer', null],
  ['Session Desk on host', 'thisApp', null],
  ['Session Desk on Ubuntu (thinkpad)', 'thisApp', 'Ubuntu'],
  ['Firefox on Ubuntu', 'computer', 'Ubuntu'],
  ['Safari on iPhone', 'phone', 'iPhone'],
  ['iPhone 15', 'phone', 'iPhone'],
  ['Pixel 8 Pro', 'phone', 'Android'],
  ['MacBook Air de João', 'computer', 'macOS'],
  ['Old tablet', 'tablet', null],
  ['Firefox', 'browser', null],
  ['auth_token', 'unknown', null],
  ['CI runner', 'terminal', null],
  ['nightly_build', 'terminal', null],
  ['cron', 'terminal', null],
  ['backup cronjob', 'terminal', null],
  ['bot2', 'terminal', null],
  ['Chrome in CI', 'terminal', null],
  ['Build laptop', 'computer', null],
  ['Windows build 22631', 'computer', 'Windows'],
  ['Ci Wang', 'unknown', null],
  ['Cici', 'unknown', null],
  ['Abbott', 'unknown', null],
  ['Ábot', 'unknown', null],
  ['Cronus', 'unknown', null],
  ['Builder of walls', 'unknown', null],
  ['Mozilla/5.0', 'browser', null],
  ['(Mozilla/5.0)', 'unknown', null],
  ['Ana’s app/2.0', 'unknown', null],
  ['Galaxy Tab S9', 'tablet', 'Android'],
  ['SM-S921B', 'phone', 'Android'],
  ['Samsung SM-X710', 'tablet', 'Android'],
  ['Samsung', 'phone', null],
  ['Samsung da Ana', 'phone', null],
  ['Samsung laptop', 'computer', null],
  ['Samsung TV', 'television', null],
  ['OPPO Reno8', 'phone', 'Android'],
  ['Galaxy tablet', 'tablet', 'Android'],
  ['Android TV', 'television', 'Android'],
  ['<img src=x onerror=alert(1)>', 'unknown', null],
])('a name that a person chose is kept: %s', (raw, kind, platform) => {
  expect(nameOf(raw)).toBe(raw)
  expect(parseDevice(raw)).toMatchObject({ kind, platform, isCustomName: true })
})

describe('any label', () => {
  const parts = fc.constantFrom(
    'Mozilla/5.0 ',
    '(X11; Ubuntu)',
    'Firefox/',
    '1.0',
    ' Electron/',
    '\u202E',
    '(',
    ';',
  )
  const label = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(parts, { maxLength: 20 }).map((all) => all.join('')),
  )

  it('gets the same name, sanitized to one line, each time', () => {
    fc.assert(
      fc.property(label, (raw) => {
        const line = sanitize(raw) || '#1'
        const name = nameOf(line)
        expect(name).toBe(sanitize(name))
        expect(name).not.toBe('')
        expect(nameOf(line)).toBe(name)
      }),
    )
  })
})
