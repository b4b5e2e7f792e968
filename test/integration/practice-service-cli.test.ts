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

/** Starts the command; `said` is its output so far, `ended` its exit code and signal. */
function run(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/service/cli.ts', ...args])
  children.add(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (data: Buffer) => (said.out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (said.err += data.toString()))
  return { child, said, ended: once(child, 'close') }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'prints what people need and ends cleanly on %s',
  async (signal) => {
    const { child, said, ended } = run('--port', '0', '--sessions', '3')
    await vi.waitFor(() => expect(said.out).toMatch(/Two-factor code for bruno@example.com: \d{6}/), 15_000)
    const baseUrl = /http:\/\/127\.0\.0\.1:\d+\/api\/v1/.exec(said.out)?.[0] ?? ''
    const [, password = ''] = /ana@example\.com\n {2}password {3}(\S+)/.exec(said.out) ?? []
    const email = 'ana@example.com'
    const { body } = await call(baseUrl, 'POST /auth/login', { body: { email, password } })
    const list = await call(baseUrl, 'GET /auth/sessions', { token: body.data.token })
    expect(list.body.data.sessions).toHaveLength(4)
    await call(baseUrl, 'POST /auth/password/forgot', { body: { email } })
    await vi.waitFor(() => expect(said.out).toContain('session-desk://reset?token='))
    child.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(said.err).toBe('')
  },
)

test('says that a port is busy, and exits with 1', async () => {
  const service = await startPracticeService()
  const port = new URL(service.origin).port
  const { said, ended } = run('--port', port)
  expect(await ended).toEqual([1, null])
  expect(said.err).toContain(`Port ${port} is in use`)
  expect(said.out).toBe('')
  await service.close()
})

test('says what is wrong with its arguments, and exits with 1', async () => {
  const { said, ended } = run('--sessions', 'many')
  expect(await ended).toEqual([1, null])
  expect(said.err).toContain('--sessions must be a whole number')
  expect(said.err).toContain('Usage:')
})

test('reads its arguments', () => {
  const plain = { port: 4010, sessions: 12, hostileNames: false, tls: false, help: false }
  expect(parseCliArguments([])).toEqual(plain)
  expect(parseCliArguments(['--port', '0', '--hostile-names'])).toEqual({
    ...plain,
    port: 0,
    hostileNames: true,
  })
  for (const wrong of [['--port', '70000'], ['--port', '-1'], ['--nope'], ['extra'], ['--sessions', '1.5']]) {
    expect(() => parseCliArguments(wrong)).toThrow()
  }
})
