import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseServerAddress } from '../../../electron/domain/server-address.ts'
import { failed } from '../../../electron/shared/result.ts'
import { isLoopback } from '../../../electron/shared/loopback.ts'

describe('parseServerAddress', () => {
  it.each([
    ['https://chat.example.com', 'https://chat.example.com/api/v1'],
    ['chat.example.com', 'https://chat.example.com/api/v1'],
    ['  https://chat.example.com/  ', 'https://chat.example.com/api/v1'],
    ['https://chat.example.com/api/v1', 'https://chat.example.com/api/v1'],
    ['https://chat.example.com/API/V1', 'https://chat.example.com/api/v1'],
    ['https://example.com/chat/api/v1/auth/login', 'https://example.com/chat/api/v1'],
    ['https://example.com/chat//', 'https://example.com/chat/api/v1'],
    ['https://example.com/api/v10', 'https://example.com/api/v10/api/v1'],
    ['example.com/?from=http://x', 'https://example.com/api/v1'],
    ['chat.example.com:8443', 'https://chat.example.com:8443/api/v1'],
    ['http://localhost:4010', 'http://localhost:4010/api/v1'],
    ['localhost:4010', 'http://localhost:4010/api/v1'],
    ['desk.localhost:4010', 'http://desk.localhost:4010/api/v1'],
    ['127.0.0.1:4010', 'http://127.0.0.1:4010/api/v1'],
    ['http://[::1]:4010/api/v1', 'http://[::1]:4010/api/v1'],
    ['[::1]:4010', 'http://[::1]:4010/api/v1'],
    ['https://https://chat.example.com', 'https://chat.example.com/api/v1'],
    ['http://https://chat.example.com', 'https://chat.example.com/api/v1'],
    ['https:https://chat.example.com', 'https://chat.example.com/api/v1'],
    ['\u200Bhttps://chat\u00AD.example\u2060.com\uFEFF', 'https://chat.example.com/api/v1'],
  ])('%s -> %s', (typed, baseUrl) => {
    expect(parseServerAddress(typed)).toEqual({ ok: true, value: baseUrl })
  })

  it.each([
    ['', 'notAnAddress'],
    ['two words', 'notAnAddress'],
    ['chat.example.com/two words', 'notAnAddress'],
    ['ftp://example.com', 'notAnAddress'],
    ['https://', 'notAnAddress'],
    ['http://chat.example.com', 'notHttps'],
    ['http://localhost.evil.example', 'notHttps'],
    ['http://127.0.0.1.evil.example', 'notHttps'],
    ['https://ana@chat.example.com', 'credentialsInAddress'],
    ['ana@chat.example.com', 'emailAddress'],
    ['https://http://chat.example.com', 'notHttps'],
    ['https://:secret@chat.example.com', 'credentialsInAddress'],
  ] as const)('%s is refused as %s', (typed, reason) => {
    expect(parseServerAddress(typed)).toEqual(failed({ kind: 'misconfigured', reason }))
  })

  it('results in https or in this computer, and parses its own result', () => {
    const typed = fc.oneof(fc.string(), fc.webUrl(), fc.domain(), fc.ipV4())
    fc.assert(
      fc.property(typed, (text) => {
        const first = parseServerAddress(text)
        if (!first.ok) return
        expect(first.value.startsWith('https://') || isLoopback(first.value)).toBe(true)
        expect(parseServerAddress(first.value)).toEqual(first)
      }),
    )
  })
})
