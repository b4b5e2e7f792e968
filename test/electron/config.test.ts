import { describe, expect, it } from 'vitest'
import { readConfig } from '../../electron/config.ts'

describe('readConfig', () => {
  it('finds its switches among those that Chromium inserts', () => {
    const server = 'http://127.0.0.1:1/api/v1'
    const argv = ['/bin/app', '--no-sandbox', `--server=${server}`, '--x', '--user-data-dir=/p q']
    const config = { server, userDataDir: '/p q', hidden: false, devServer: null }
    expect(readConfig(argv, {}, false, 'linux')).toEqual(config)
  })

  it('accepts a dev server on this computer only, and never in a packaged app', () => {
    const devServer = (url: string, isPackaged = false): string | null =>
      readConfig([], { ELECTRON_RENDERER_URL: url }, isPackaged, 'linux').devServer
    expect(devServer('http://localhost:5173/')).toBe('http://localhost:5173')
    expect(devServer('http://localhost:5173/', true)).toBeNull()
    const odd = ['http://evil.example/', 'nonsense', '']
    expect(odd.map((url) => devServer(url))).toEqual([null, null, null])
  })

  it.each([
    ['chat.example.com', 'https://chat.example.com/api/v1'],
    ['http://chat.example.com', null],
    ['', null],
  ])('reads the server %j as %s', (typed, server) => {
    expect(readConfig([`--server=${typed}`], {}, false, 'linux').server).toBe(server)
  })
})
