import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeviceKind } from '../../../../../electron/shared/device.ts'
import { parseDevice } from '../../../../../electron/features/sessions/domain/device.ts'
import { nameOfDevice } from '../../../../../electron/features/sessions/domain/display-names.ts'
import { sanitize } from '../../../../../electron/core/domain/sanitize.ts'
import type { Translate } from '../../../../../electron/core/domain/translate.ts'

const say: Translate = (_key, named) => `${named?.['app'] ?? ''} on ${named?.['platform'] ?? ''}`
const nameOf = (raw: string): string => nameOfDevice(raw, parseDevice(raw), say)

const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const WIN = 'Windows NT 10.0; Win64; x64'

describe('a raw user agent', () => {
  it.each<[string, DeviceKind, string]>([
    [
      'Firefox on Ubuntu',
      'computer',
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ],
    [
      'Firefox on Fedora',
      'computer',
      'Mozilla/5.0 (X11; Fedora; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0',
    ],
    [
      'Chrome on Linux',
      'computer',
      `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Chrome/138.0.0.0 Safari/537.36`,
    ],
    ['Chrome on Windows', 'computer', `Mozilla/5.0 (${WIN}) ${BLINK} Chrome/138.0.0.0 Safari/537.36`],
    [
      'Edge on Windows',
      'computer',
      `Mozilla/5.0 (${WIN}) ${BLINK} Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0`,
    ],
    [
      'Opera on Windows',
      'computer',
      `Mozilla/5.0 (${WIN}) ${BLINK} Chrome/138.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    ],
    [
      'Chrome on ChromeOS',
      'computer',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/126.0.0.0 Safari/537.36`,
    ],
    [
      'Safari on macOS',
      'computer',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
    ],
    [
      'Safari on iPhone',
      'phone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ],
    [
      'Chrome on iPad',
      'tablet',
      'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/123.0.6312.52 Mobile/15E148 Safari/604.1',
    ],
    [
      'Samsung Internet on Android',
      'phone',
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${BLINK} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'Slack on Linux',
      'computer',
      `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Slack/4.36.140 Chrome/120.0.6099.56 Electron/28.0.0 Safari/537.36`,
    ],
    ['OkHttp', 'terminal', 'okhttp/4.12.0'],
    ['curl', 'terminal', 'curl/8.5.0'],
    ['Dart', 'terminal', 'Dart/3.4 (dart:io)'],
    ['Postman', 'terminal', 'PostmanRuntime/7.43.0'],
    ['axios', 'terminal', 'axios/1.7.2'],
    ['Python Requests', 'terminal', 'python-requests/2.31.0'],
    ['Session Desk on Linux', 'thisApp', 'SessionDesk/0.1.0 (linux)'],
    ['Product', 'unknown', 'Product/1.2'],
    ['constructor', 'unknown', 'constructor/1.2'],
    ['WhatsUp on iPhone', 'phone', 'WhatsUp/2.24 (iPhone; iOS 17.2; Scale/3.00)'],
  ])('is %s, a %s', (name, kind, raw) => {
    expect([nameOf(raw), parseDevice(raw).kind]).toEqual([name, kind])
  })

  it('contains versions and the model, but none that browsers invent', () => {
    const galaxy = `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${BLINK} Chrome/125.0.0.0 Mobile Safari/537.36`
    expect(parseDevice(galaxy)).toMatchObject({
      appVersion: '125.0.0.0',
      platformVersion: '14',
      model: 'SM-S921B',
    })
    const hidden = `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/138.0.0.0 Mobile Safari/537.36`
    expect(parseDevice(hidden).model).toBeNull()
    const frozen = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${BLINK} Chrome/138.0.0.0 Safari/537.36`
    expect(parseDevice(frozen).platformVersion).toBeNull()
  })
})

describe('a name that a person chose', () => {
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
    ['ci-runner-3', 'terminal', null],
    ['nightly_build', 'terminal', null],
    ['Build 42', 'terminal', null],
    ['cron', 'terminal', null],
    ['backup cronjob', 'terminal', null],
    ['deploy bot', 'terminal', null],
    ['bot2', 'terminal', null],
    ['Chrome in CI', 'terminal', null],
    ['Build laptop', 'computer', null],
    ['Windows build 22631', 'computer', 'Windows'],
    ['Ci Wang', 'unknown', null],
    ['Cici', 'unknown', null],
    ['Lúci', 'unknown', null],
    ['Abbott', 'unknown', null],
    ['Ábot', 'unknown', null],
    ['Botô', 'unknown', null],
    ['Cronus', 'unknown', null],
    ['Builder of walls', 'unknown', null],
    ['Mozilla/5.0', 'browser', null],
    ['<img src=x onerror=alert(1)>', 'unknown', null],
  ])('is kept: %s', (raw, kind, platform) => {
    expect(nameOf(raw)).toBe(raw)
    expect(parseDevice(raw)).toMatchObject({ kind, platform })
  })
})

describe('any label', () => {
  const parts = fc.constantFrom(
    'Mozilla/5.0 ',
    '(X11; Ubuntu)',
    'Firefox/',
    '1.0',
    'okhttp',
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
