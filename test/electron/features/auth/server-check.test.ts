import { expect, it } from 'vitest'
import { createServerCheck } from '../../../../electron/features/auth/server-check.ts'

const KNOWN = 'http://127.0.0.1:4010/api/v1'
const EVIL = 'https://evil.example'

function setUp(answer = true) {
  const asked: string[] = []
  let reply = (_is: boolean): void => undefined
  const check = createServerCheck(['', KNOWN], (host) => {
    asked.push(host)
    return new Promise((resolve) => (reply = resolve))
  })
  const mayAsk = (server: string, isServerTyped = false) => check({ server, isServerTyped })
  return { mayAsk, asked, answer: () => reply(answer) }
}

it.each([
  ['one that an account has', KNOWN, false],
  ['the same one by https, which the form offers', 'https://127.0.0.1:4010', false],
  ['one that has been typed', EVIL, true],
  ['no server at all, because that is refused with its reason', 'not an address', false],
])('asks no question about %s', async (_case, server, isTyped) => {
  const { mayAsk, asked } = setUp()
  expect(await mayAsk(server, isTyped)).toBe(true)
  expect(asked).toEqual([])
})

it.each([
  ['https://evil.example/api/v1', 'evil.example'],
  ['http://127.0.0.1:4011', '127.0.0.1:4011'],
  ['http://[::1]:4010', '[::1]:4010'],
])('asks about %s', async (server, host) => {
  const { mayAsk, asked, answer } = setUp()
  const reply = mayAsk(server)
  answer()
  expect([await reply, asked]).toEqual([true, [host]])
})

it.each([true, false])('asks once about one that nobody typed, and keeps the answer: %s', async (is) => {
  const { mayAsk, asked, answer } = setUp(is)
  const first = mayAsk(EVIL)
  // No second question while one is open.
  expect(await mayAsk('https://other.example')).toBe(false)
  answer()
  expect(await first).toBe(is)
  expect(await mayAsk(EVIL)).toBe(is)
  expect(asked).toEqual(['evil.example'])
  // Typed later, it is chosen.
  expect(await mayAsk(EVIL, true)).toBe(true)
})
