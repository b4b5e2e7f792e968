import { expect, it } from 'vitest'
import { createChosenServers } from '../../../../electron/features/auth/chosen-servers.ts'

const KNOWN = 'https://known.example/api/v1'
const EVIL = 'https://evil.example/api/v1'
const LOCAL = 'http://127.0.0.1:4010/api/v1'

function setUp(answer = true) {
  const asked: string[] = []
  const remembered: string[] = []
  let reply = (_is: boolean): void => undefined
  const servers = createChosenServers({
    known: ['', KNOWN],
    remember: (baseUrl) => void remembered.push(baseUrl),
    confirm(host) {
      asked.push(host)
      return new Promise((resolve) => (reply = resolve))
    },
  })
  const mayAsk = (server: string, isServerTyped = false) => servers.mayAsk({ server, isServerTyped })
  return { ...servers, mayAsk, asked, remembered, answer: () => reply(answer) }
}

it.each([
  ['one that an account has', KNOWN, false, true],
  ['one that has been typed', 'evil.example', true, true],
  ['one on this computer, without leaving it in the form', LOCAL, false, false],
  ['no server at all, because that is refused with its reason', 'not an address', false, false],
])('asks no question about %s', async (_case, server, isTyped, isRemembered) => {
  const { mayAsk, asked, remember, remembered } = setUp()
  expect(await mayAsk(server, isTyped)).toBe(true)
  expect(asked).toEqual([])
  const baseUrl = server === 'evil.example' ? EVIL : server
  remember(baseUrl)
  expect(remembered).toEqual(isRemembered ? [baseUrl] : [])
})

it.each([true, false])('asks once about one that nobody typed, and keeps the answer: %s', async (is) => {
  const { mayAsk, asked, answer, remember, remembered } = setUp(is)
  const first = mayAsk(EVIL)
  // No second question while one is open.
  expect(await mayAsk('https://other.example')).toBe(false)
  answer()
  expect(await first).toBe(is)
  expect(await mayAsk(EVIL)).toBe(is)
  expect(asked).toEqual(['evil.example'])
  remember(EVIL)
  expect(remembered).toEqual(is ? [EVIL] : [])
  // Typed later, it is chosen.
  expect(await mayAsk(EVIL, true)).toBe(true)
})
