import { describe, expect, it } from 'vitest'
import { readConfig } from '../../electron/config.ts'

describe('readConfig', () => {
  it('finds its switches among those that Chromium inserts', () => {
    const argv = [
      '/bin/app',
      '--no-sandbox',
      '--server=http://127.0.0.1:1/api/v1',
      '--x',
      '--user-data-dir=/p q',
    ]
    expect(readConfig(argv, {}, false)).toEqual({
      server: 'http://127.0.0.1:1/api/v1',
      userDataDir: '/p q',
      hidden: false,
      devServer: null,
    })
  })

  it('accepts a dev server on this computer only, and never in a packaged app', () => {
    const devServer = (url: string, isPackaged = false): string | null =>
      readConfig([], { ELECTRON_RENDERER_URL: url }, isPackaged).devServer
    expect(devServer('http://localhost:5173/')).toBe('http://localhost:5173')
    expect(devServer('http://localhost:5173/', true)).toBeNull()
    expect([devServer('http://evil.example/'), devServer('nonsense'), devServer('')]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('accepts a server with or without /api/v1, and ignores an invalid one', () => {
    expect(readConfig(['--server=chat.example.com'], {}, false).server).toBe(
      'https://chat.example.com/api/v1',
    )
    expect(readConfig(['--server=http://chat.example.com'], {}, false).server).toBeNull()
    expect(readConfig(['--server='], {}, false).server).toBeNull()
  })
})
