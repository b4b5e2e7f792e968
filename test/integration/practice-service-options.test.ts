import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../service/client.ts'
import type { Received } from '../service/client.ts'
import type { PracticeOptions } from '../service/options.ts'
import { startPracticeService } from '../service/start.ts'
import type { PracticeService } from '../service/start.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse' }
const NOW = Date.UTC(2030, 0, 1)

let service: PracticeService
let time = NOW

async function start(options: PracticeOptions): Promise<void> {
  time = NOW
  service = await startPracticeService({ scryptCost: 16, now: () => time, ...options })
  await service.state.addUser(ANA)
}

afterEach(() => service.close())

const login = (password: string): Promise<Received> =>
  call(service.baseUrl, 'POST /auth/login', { body: { ...ANA, password } })

describe('the sign-in lock-out', () => {
  test('comes after the bad attempts, without Retry-After, and passes', async () => {
    await start({ signInLockout: { attempts: 2, seconds: 60 } })
    for (const expected of [422, 422, 429]) expect((await login('no')).status).toBe(expected)
    const locked = await login(ANA.password)
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, null])
    time += 60_000
    expect((await login(ANA.password)).status).toBe(200)
  })

  test('forgets bad attempts after a good one, and may be a 423', async () => {
    await start({ signInLockout: { attempts: 2, seconds: 60, status: 423 } })
    for (const [password, expected] of [
      ['no', 422],
      [ANA.password, 200],
      ['no', 422],
      ['no', 422],
      ['no', 423],
    ] as const) {
      expect((await login(password)).status).toBe(expected)
    }
  })
})

describe('the general limit', () => {
  const limited = async (retryAfter?: 'seconds' | 'date' | 'none'): Promise<Received> => {
    await start({ rateLimit: { requests: 2, windowSeconds: 30, ...(retryAfter ? { retryAfter } : {}) } })
    const { token } = service.state.addSession(ANA.email)
    const me = (): Promise<Received> => call(service.baseUrl, 'GET /auth/me', { token })
    expect([(await me()).status, (await me()).status]).toEqual([200, 200])
    time += 10_500
    const answer = await me()
    expect([answer.status, answer.body]).toEqual([429, { message: 'Too Many Attempts.' }])
    // A limit is the user's: others are not held up by it.
    expect((await login(ANA.password)).status).toBe(200)
    time += 19_500
    expect((await me()).status).toBe(200)
    return answer
  }

  test('says when to come back in seconds, as a date or not at all', async () => {
    expect((await limited()).headers.get('retry-after')).toBe('20')
    await service.close()
    expect((await limited('date')).headers.get('retry-after')).toBe('Tue, 01 Jan 2030 00:00:30 GMT')
    await service.close()
    expect((await limited('none')).headers.get('retry-after')).toBeNull()
  })
})

describe('error shapes', () => {
  const refused = async (errorShape: PracticeOptions['errorShape'] & string): Promise<[unknown, unknown]> => {
    await start({ errorShape })
    const { status, headers, text, json } = await login('no')
    expect(status).toBe(422)
    return [headers.get('content-type'), json ?? text]
  }
  const message = 'These credentials do not match our records.'

  test('laravel', async () => {
    expect(await refused('laravel')).toEqual(['application/json', { message, errors: { email: [message] } }])
  })
  test('coded', async () => {
    const error = { code: 'invalid_credentials', message }
    expect(await refused('coded')).toEqual(['application/json', { success: false, error }])
  })
  test('problem', async () => {
    const [type, body] = await refused('problem')
    expect(type).toBe('application/problem+json')
    expect(body).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      status: 422,
      detail: message,
    })
  })
  test('text', async () => {
    expect(await refused('text')).toEqual(['text/plain; charset=utf-8', message])
  })
  test('empty', async () => {
    expect(await refused('empty')).toEqual([null, ''])
  })
})

describe('bodies that the specification does not show', () => {
  const logout = async (
    successBodies: PracticeOptions['successBodies'] & string,
  ): Promise<[number, unknown]> => {
    await start({ successBodies })
    const { token } = service.state.addSession(ANA.email)
    const { status, json, text } = await call(service.baseUrl, 'POST /auth/logout', { token })
    expect(service.state.sessionsOf(ANA.email)).toEqual([])
    return [status, json ?? text]
  }

  test('take the form asked for', async () => {
    expect(await logout('data')).toEqual([200, { success: true, data: {} }])
    await service.close()
    expect(await logout('message')).toEqual([200, { success: true, message: 'Logged out.' }])
    await service.close()
    expect(await logout('no-content')).toEqual([204, ''])
    await service.close()
    expect(await logout('empty')).toEqual([200, ''])
  })
})
