import type { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { registerDeepLinks } from '../../../../electron/platform/start/deep-links.ts'

const electron = vi.hoisted(() => ({ isDefault: false, set: [] as string[] }))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  return {
    app: Object.assign(new Emitter(), {
      isPackaged: true,
      isDefaultProtocolClient: () => electron.isDefault,
      setAsDefaultProtocolClient: (scheme: string) => electron.set.push(scheme),
    }) as EventEmitter,
  }
})

it('registers the app for its links, once, and not on Linux, where the package does', () => {
  registerDeepLinks('linux', () => undefined)
  expect(electron.set).toEqual([])
  registerDeepLinks('win32', () => undefined)
  expect(electron.set).toEqual(['session-desk'])
  electron.isDefault = true
  registerDeepLinks('darwin', () => undefined)
  expect(electron.set).toEqual(['session-desk'])
})
