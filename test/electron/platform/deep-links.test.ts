import type { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { registerDeepLinks } from '../../../electron/platform/deep-links.ts'

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

it('becomes the handler of its links, and does not write it again', () => {
  registerDeepLinks(() => undefined)
  expect(electron.set).toEqual(['session-desk'])
  electron.isDefault = true
  registerDeepLinks(() => undefined)
  expect(electron.set).toEqual(['session-desk'])
})
