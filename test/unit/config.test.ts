import { describe, expect, it } from 'vitest'
import { readConfig } from '../../electron/config.ts'

describe('readConfig', () => {
  it('finds its switches by name among those that Chromium inserts', () => {
    const argv = [
      '/bin/app',
      '--no-sandbox',
      '--server=http://127.0.0.1:1/api/v1',
      '--x',
      '--user-data-dir=/p q',
    ]
    expect(readConfig(argv, {})).toEqual({
      server: 'http://127.0.0.1:1/api/v1',
      userDataDir: '/p q',
      devServer: null,
    })
  })

  it('takes a server with or without /api/v1, and ignores one that cannot be used', () => {
    expect(readConfig(['--server=chat.example.com'], {}).server).toBe('https://chat.example.com/api/v1')
    expect(readConfig(['--server=http://chat.example.com'], {}).server).toBeNull()
    expect(readConfig(['--server='], {}).server).toBeNull()
  })
})
