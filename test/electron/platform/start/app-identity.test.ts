import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it, vi } from 'vitest'
import { APP_ID, setAppIdentity } from '../../../../electron/platform/start/app-identity.ts'

interface Fake {
  calls: [name: string, id: string][]
  app: Record<string, (id: string) => void>
}

const electron = vi.hoisted((): Fake => ({ calls: [], app: {} }))
vi.mock('electron', () => ({ app: electron.app }))

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../${name}`, import.meta.url)), 'utf8')

beforeEach(() => {
  electron.calls = []
  for (const name of ['setAppUserModelId', 'setToastActivatorCLSID'])
    electron.app[name] = (id) => void electron.calls.push([name, id])
})

it('sets the app’s id on Windows, with the same activator each time', () => {
  setAppIdentity('win32')
  setAppIdentity('win32')
  const [activator, model, ...again] = electron.calls
  expect(model).toEqual(['setAppUserModelId', APP_ID])
  expect(activator?.[0]).toBe('setToastActivatorCLSID')
  expect(activator?.[1]).toMatch(/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/)
  expect(again).toEqual([activator, model])
})

it('omits the activator before Electron 42, and does nothing on other systems', () => {
  delete electron.app['setToastActivatorCLSID']
  setAppIdentity('win32')
  expect(electron.calls).toEqual([['setAppUserModelId', APP_ID]])
  setAppIdentity('linux')
  setAppIdentity('darwin')
  expect(electron.calls).toHaveLength(1)
})

it('uses the id of the packages, and runs first', () => {
  expect(/^appId: (.+)$/m.exec(read('electron-builder.yml'))?.[1]).toBe(APP_ID)
  const [first] = read('electron/main.ts')
    .split('\n')
    .filter((line) => /^(app\.|if \(|void |set\w+\()/.test(line))
  expect(first).toBe('setAppIdentity(process.platform)')
})
