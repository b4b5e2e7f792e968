import type { ProtocolRequest, ProtocolResponse, Session } from 'electron'
import fc from 'fast-check'
import { join, resolve, sep } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { declareAppScheme, findFile, serveApp } from '../../../../electron/platform/window/app-scheme.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const electron = vi.hoisted(() => ({ registerSchemesAsPrivileged: vi.fn() }))
vi.mock('electron', () => ({ protocol: electron }))

const FOLDER = resolve('/srv/desk/renderer')
const get = (url: string): string | null => findFile({ method: 'GET', url }, FOLDER)

describe('the file of a request', () => {
  it.each([
    ['app://session-desk/', 'index.html'],
    ['app://session-desk/index.html', 'index.html'],
    ['app://session-desk/assets/app-1f.js', 'assets/app-1f.js'],
    ['app://session-desk/assets/app.js?v=1#x', 'assets/app.js'],
    ['app://session-desk/assets/with%20blank.svg', 'assets/with blank.svg'],
    ['app://session-desk/a/../index.html', 'index.html'],
    ['app://session-desk/../../etc/passwd', 'etc/passwd'],
    ['app://session-desk/%2e%2e/%2E%2E/etc/passwd', 'etc/passwd'],
    ['app://session-desk/?../../etc/passwd', 'index.html'],
  ])('%s is %s below the folder', (url, file) => {
    expect(get(url)).toBe(join(FOLDER, file))
  })

  it.each([
    ['goes up by %2f', 'app://session-desk/..%2f..%2fetc/passwd'],
    ['goes up by %2F from a folder', 'app://session-desk/assets/..%2F..%2F..%2Fetc%2Fpasswd'],
    ['goes up behind an encoded slash', 'app://session-desk/%2f..%2f..%2f..%2fetc/passwd'],
    ['goes to a folder that begins like ours', 'app://session-desk/..%2frenderer-secret/x.js'],
    ['is the folder itself', 'app://session-desk/assets%2f..%2f..%2frenderer'],
    ['holds a NUL', 'app://session-desk/index.html%00.js'],
    ['is not decodable', 'app://session-desk/%E0%A4%A'],
    ['is for another host', 'app://evil/index.html'],
    ['is for a host that begins like ours', 'app://session-desk.evil/index.html'],
    ['names a port', 'app://session-desk:80/index.html'],
    ['has no host', 'app:///index.html'],
    ['has another scheme', 'file:///srv/desk/renderer/index.html'],
    ['is for the web', 'https://desk/index.html'],
    ['is not an address', 'index.html'],
    ['is empty', ''],
  ])('is none if the address %s', (_case, url) => {
    expect(get(url)).toBeNull()
  })

  it.each(['POST', 'HEAD', 'PUT', 'OPTIONS', 'get'])('is none for %s', (method) => {
    expect(findFile({ method, url: 'app://session-desk/index.html' }, FOLDER)).toBeNull()
  })

  const isInside = (file: string | null) => file === null || resolve(file).startsWith(FOLDER + sep)

  it('is never above the folder, for any address', () => {
    const jumps = ['..', '%2e%2e', '.', '%2f', '%5c', '\\', '/', '//']
    const part = fc.constantFrom(...jumps, 'a', 'etc', '%00', '?', ' ')
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 12 }), (parts) => {
        const file = get(`app://session-desk/${parts.join('')}`)
        expect(isInside(file) || resolve(file ?? '') === FOLDER).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('serving the page', () => {
  type Handler = (request: ProtocolRequest, back: (given: ProtocolResponse) => void) => void
  let handler: Handler
  const { path, write } = temporaryFolder()

  beforeEach(() => {
    for (const name of ['index.html', 'app.js', 'app.css', 'secret.txt', '../outside.html'])
      write(join('renderer', name), name)
    const session = {
      protocol: { registerBufferProtocol: (_scheme: string, given: Handler) => (handler = given) },
    }
    serveApp(session as unknown as Session, path('renderer'))
  })

  function ask(address: string, method = 'GET') {
    const given: ProtocolResponse[] = []
    const request = { method, url: `app://session-desk${address}` } as ProtocolRequest
    handler(request, (response) => given.push(response))
    expect(given).toHaveLength(1)
    const { statusCode: status = 200, headers = {}, data } = given[0]!
    const get = (name: string) => new Headers(headers as Record<string, string>).get(name) ?? ''
    return { status, get, policy: get('content-security-policy'), text: (data as Buffer).toString() }
  }

  it.each([
    ['/', 'text/html; charset=utf-8', 'index.html'],
    ['/?x#sign-in', 'text/html; charset=utf-8', 'index.html'],
    ['/app.js', 'text/javascript; charset=utf-8', 'app.js'],
  ])('returns %s with its type and content', (address, type, content) => {
    const { status, get, text } = ask(address)
    expect([status, get('content-type'), text]).toEqual([200, type, content])
  })

  it.each(['/missing.js', '/secret.txt', '/..%2foutside.html', '/assets', '/app.js/'])(
    'does not find %s, and does not say why',
    (address) => {
      expect(ask(address)).toMatchObject({ status: 404, text: '' })
    },
  )

  it.each(['/', '/missing.js'])('sends the policy with %s', (address) => {
    const { policy, get } = ask(address)
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(get('x-content-type-options')).toBe('nosniff')
  })
})

it('the scheme is declared without fetch, CORS or service workers', () => {
  declareAppScheme()
  expect(electron.registerSchemesAsPrivileged).toHaveBeenCalledExactlyOnceWith([
    { scheme: 'app', privileges: { standard: true, secure: true } },
  ])
})
