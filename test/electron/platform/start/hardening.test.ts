import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { hardenApp } from '../../../../electron/platform/start/hardening.ts'

const electron = vi.hoisted(() => ({ app: null as unknown as EventEmitter }))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  electron.app = Object.assign(new Emitter(), {
    isPackaged: true,
    commandLine: { hasSwitch: () => false, getSwitchValue: () => '', appendSwitch: () => undefined },
    enableSandbox: () => undefined,
  })
  return { app: electron.app, session: {} }
})

it('sends no client certificate, however many there are', () => {
  hardenApp(null)
  const event = { preventDefault: vi.fn() }
  const answer = vi.fn()
  const received = electron.app.emit(
    'select-client-certificate',
    event,
    // Calls of main have no page.
    null,
    'https://desk.example.com',
    [{ subjectName: 'Ana' }, { subjectName: 'Ana at work' }],
    answer,
  )
  expect(received).toBe(true)
  expect(event.preventDefault).toHaveBeenCalledOnce()
  expect(answer.mock.calls).toEqual([[]])
})

it.each([
  ['a packaged app', null, 'http://localhost:5173/', true],
  ['the dev server', 'http://localhost:5173', 'http://localhost:5173/__devtools__/', false],
  ['another server', 'http://localhost:5173', 'http://localhost:51730/', true],
])('%s: a navigation with the dev server %j to %j is denied: %j', (_what, devServer, url, isDenied) => {
  electron.app.removeAllListeners()
  hardenApp(devServer)
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: () => undefined,
    setWebRTCIPHandlingPolicy: () => undefined,
  })
  electron.app.emit('web-contents-created', {}, contents)
  for (const name of ['will-navigate', 'will-frame-navigate']) {
    const event = { url, preventDefault: vi.fn() }
    contents.emit(name, event)
    expect(event.preventDefault.mock.calls.length > 0).toBe(isDenied)
  }
})

const FOLDER = fileURLToPath(new URL('../../../../electron', import.meta.url))
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
)

/** Every option that makes Electron or Node trust a certificate or authenticate to a proxy. */
const OVERRIDES =
  /certificate-error|setCertificateVerifyProc|ignore-certificate|rejectUnauthorized|NODE_TLS|importCertificate|'login'|allowNTLM/

it.each([
  ['overrides a certificate or authenticates to a proxy', OVERRIDES, []],
  ['chooses a proxy', /setProxy\((?!\{ mode: 'direct' \}\))/, ['hardening.ts']],
  ['reaches a service without a proxy', /setProxy\(\{ mode/, ['network.ts']],
  ['handles the request for a client certificate', /select-client-certificate/, ['hardening.ts']],
])('what %s stands in no other file of main', (_what, pattern, files) => {
  expect(FILES.length).toBeGreaterThan(50)
  const found = FILES.filter((name) => pattern.test(readFileSync(join(FOLDER, name), 'utf8')))
  expect(found.map((name) => basename(name))).toEqual(files)
})
