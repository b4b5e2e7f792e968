import { describe, expect, it } from 'vitest'
import { failureOfError } from '../../../electron/api/network-failures.ts'

const node = (code: string, syscall: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`${syscall} ${code}`), { code, syscall }) })

describe('a write that broke off after it may have been written', () => {
  it.each<[string, Error]>([
    // Chromium aborts requests that are under way with it when an address or the default route changes.
    ['the network changed', new Error('net::ERR_NETWORK_CHANGED')],
    ['the route vanished while the answer was awaited', node('EHOSTUNREACH', 'read')],
  ])('is not called "never sent" when %s', (_case, error) => {
    expect(failureOfError(error, true)).toEqual({ kind: 'outcomeUnknown' })
  })

  it('is still "never sent" when no connection came about', () => {
    expect(failureOfError(node('EHOSTUNREACH', 'connect'), true).kind).toBe('offline')
    expect(failureOfError(new Error('net::ERR_INTERNET_DISCONNECTED'), true).kind).toBe('offline')
  })
})
