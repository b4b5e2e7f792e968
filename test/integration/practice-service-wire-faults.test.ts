import { request } from 'node:https'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, send } from '../service/client.ts'
import { startPracticeService } from '../service/start.ts'
import type { PracticeService } from '../service/start.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse' }

let service: PracticeService

beforeEach(async () => {
  service = await startPracticeService({ scryptCost: 16 })
  await service.state.addUser(ANA)
})
afterEach(() => service.close())

const login = (signal?: AbortSignal): Promise<unknown> =>
  call(service.baseUrl, 'POST /auth/login', { body: ANA, ...(signal ? { signal } : {}) })
/** What the client is told of a request that failed below HTTP. */
const causeOf = async (failing: Promise<unknown>): Promise<unknown> => {
  const error = await failing.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  )
  return error?.cause ?? error
}
const signedIn = (): number => service.state.sessionsOf(ANA.email).length
const lastEnded = (): Promise<void> => vi.waitFor(() => expect(service.requests.at(-1)?.ended).toBe(true))

test('refuse: the connection ends and nothing was read or done', async () => {
  service.faults.add({ kind: 'refuse', calls: { first: 1 } })
  expect(await causeOf(login())).toHaveProperty('code')
  expect(service.requests).toMatchObject([{ status: null, body: undefined, ended: true }])
  expect(signedIn()).toBe(0)
  await login()
  expect(signedIn()).toBe(1)
})

describe('reset', () => {
  test('before the work: RST and nothing done', async () => {
    service.faults.add({ kind: 'reset' })
    expect(await causeOf(login())).toMatchObject({ code: 'ECONNRESET' })
    expect(service.requests).toMatchObject([{ status: null, body: ANA }])
    expect(signedIn()).toBe(0)
  })

  test('after the work: RST and a session that nobody knows of', async () => {
    service.faults.add({ kind: 'reset', when: 'after' })
    expect(await causeOf(login())).toMatchObject({ code: 'ECONNRESET' })
    expect(signedIn()).toBe(1)
  })

  test('reaches the socket below TLS', async () => {
    const secure = await startPracticeService({ tls: true })
    secure.faults.add({ kind: 'reset' })
    const failed = new Promise((resolve) => {
      request(`${secure.baseUrl}/auth/me`, { ca: secure.certificate ?? '' })
        .on('error', resolve)
        .end()
    })
    expect(await failed).toMatchObject({ code: 'ECONNRESET' })
    await secure.close()
  })
})

test('truncated, short body: the status arrives and the body never does, though the work was done', async () => {
  service.faults.add({ kind: 'truncated' })
  const response = await send(service.baseUrl, 'POST /auth/login', { body: ANA })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
  expect(signedIn()).toBe(1)
})

describe('delay', () => {
  test('before the work: a client that gives up has done nothing yet', async () => {
    service.faults.add({ kind: 'delay', ms: 600_000 })
    const giveUp = new AbortController()
    const failing = causeOf(login(giveUp.signal))
    await vi.waitFor(() => expect(service.requests).toHaveLength(1))
    giveUp.abort()
    expect(await failing).toMatchObject({ name: 'AbortError' })
    expect(signedIn()).toBe(0)
  })

  test('after the work: a client that gives up has signed in all the same', async () => {
    service.faults.add({ kind: 'delay', ms: 600_000, when: 'after' })
    const giveUp = new AbortController()
    const failing = causeOf(login(giveUp.signal))
    await vi.waitFor(() => expect(signedIn()).toBe(1))
    giveUp.abort()
    expect(await failing).toMatchObject({ name: 'AbortError' })
  })

  test('adds to another fault', async () => {
    service.faults.add({ kind: 'delay', ms: 1 })
    service.faults.add({ kind: 'status', status: 503 })
    expect(await login()).toMatchObject({ status: 503 })
  })
})

test('drip: a byte at a time, to the end', async () => {
  service.faults.add({ kind: 'drip', everyMs: 0 })
  const response = await send(service.baseUrl, 'GET /auth/me')
  const sizes: number[] = []
  for await (const chunk of response.body ?? []) sizes.push(chunk.length)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(Number(response.headers.get('content-length')))
  expect(sizes.length).toBeGreaterThan(1)
})

test('drip: ends when the client hangs up', async () => {
  service.faults.add({ kind: 'drip', everyMs: 600_000 })
  const response = await send(service.baseUrl, 'GET /auth/me')
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value).toHaveLength(1)
  await reader?.cancel()
  await lastEnded()
})

test('endless: streams until the client hangs up, and stops then', async () => {
  service.faults.add({ kind: 'endless', when: 'after' })
  const response = await send(service.baseUrl, 'POST /auth/login', { body: ANA })
  expect(response.headers.get('content-length')).toBeNull()
  const reader = response.body?.getReader()
  for (let size = 0; size < 1024 * 1024;) size += (await reader?.read())?.value?.length ?? 0
  expect(service.requests.at(-1)?.ended).toBe(false)
  await reader?.cancel()
  await lastEnded()
  expect(signedIn()).toBe(1)
})
