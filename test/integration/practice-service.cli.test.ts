import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { parseCliArguments } from '../service/cli-arguments.ts'
import { call } from '../service/client.ts'
import { startPracticeService } from '../service/start.ts'

const children = new Set<ReturnType<typeof spawn>>()

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})

/** Starts the command; `output` has its output so far, `ended` its exit code and signal. */
function run(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/service/cli.ts', ...args])
  children.add(child)
  const output = { out: '', err: '' }
  child.stdout.on('data', (data: Buffer) => (output.out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output.err += data.toString()))
  return { child, output, ended: once(child, 'close') }
}

test.each(['SIGTERM', 'SIGINT'] as const)('prints how to sign in, and ends on %s', async (signal) => {
  const { child, output, ended } = run('--port', '0', '--sessions', '3')
  await vi.waitFor(() => expect(output.out).toMatch(/code for bruno@example.com: \d{6}/), 15_000)
  const baseUrl = /http:\/\/127\.0\.0\.1:\d+\/api\/v1/.exec(output.out)?.[0] ?? ''
  const [, password = ''] = /ana@example\.com\n {2}password {3}(\S+)/.exec(output.out) ?? []
  const email = 'ana@example.com'
  const { body } = await call(baseUrl, 'POST /auth/login', { body: { email, password } })
  const list = await call(baseUrl, 'GET /auth/sessions', { token: body.data.token })
  expect(list.body.data.sessions).toHaveLength(4)
  await call(baseUrl, 'POST /auth/password/forgot', { body: { email } })
  await vi.waitFor(() => expect(output.out).toContain('session-desk://reset?token='))
  child.kill(signal)
  expect([await ended, output.err]).toEqual([[0, null], ''])
})

test('exits with 1 for a port in use, and for a wrong argument', async () => {
  const service = await startPracticeService()
  const { port } = new URL(service.origin)
  const [busy, wrong] = [run('--port', port), run('--sessions', 'many')]
  for (const { ended } of [busy, wrong]) expect(await ended).toEqual([1, null])
  expect(busy.output).toEqual({ out: '', err: expect.stringContaining(`Port ${port} is in use`) })
  expect(wrong.output.err).toMatch(/--sessions must be a whole number[^]*Usage:/)
  await service.close()
})

test('reads its arguments', () => {
  const plain = { port: 4010, sessions: 12, hostileNames: false, tls: false, help: false }
  expect(parseCliArguments([])).toEqual(plain)
  const given = ['--port', '0', '--hostile-names']
  expect(parseCliArguments(given)).toEqual({ ...plain, port: 0, hostileNames: true })
  for (const wrong of [['--port', '70000'], ['--port', '-1'], ['--nope'], ['extra'], ['--sessions', '1.5']])
    expect(() => parseCliArguments(wrong)).toThrow()
})
