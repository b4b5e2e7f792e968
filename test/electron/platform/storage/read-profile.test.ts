import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readProfile } from '../../../../electron/platform/storage/read-profile.ts'
import { INITIAL_SETTINGS } from '../../../../electron/shared/initial-settings.ts'
import { accountOf } from '../../fake-service.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const EMPTY = { settings: INITIAL_SETTINGS, accounts: [], activeAccountId: null, failures: [] }
const folder = temporaryFolder()

it('reads nothing of a profile that is not there, and does not make it', () => {
  expect(readProfile(folder.path('none'))).toEqual(EMPTY)
  expect(folder.names()).toEqual([])
})

it('reads settings and accounts, and the failures of the log with their count', () => {
  const ana = accountOf(7)
  const accounts = { accounts: [ana], activeAccountId: ana.id }
  const settings = { ...INITIAL_SETTINGS, theme: 'dark' }
  folder.write(join('accounts', 'accounts.json'), JSON.stringify({ version: 1, value: accounts }))
  folder.write(join('accounts', 'settings.json'), JSON.stringify({ version: 1, value: settings }))
  const failure = '{"operation":"GET /auth/me","cause":"offline","host":"chat.example"}'
  const log = [
    `2026-01-02T03:04:05.000Z info failure ${failure}`,
    '2026-01-02T03:04:06.000Z info failure {"operation":"settings:update","cause":"misconfigured storage"}',
    '2026-01-02T03:04:06.000Z info failure {"operation":',
    `soon info failure ${failure}`,
    `2026-01-02T03:04:07.000Z warn failure ${failure}`,
    `2026-01-02T03:04:08.000Z info failure ${failure}`,
  ]
  folder.write(join('logs', 'session-desk.log'), log.join('\n'))
  const at = Date.UTC(2026, 0, 2, 3, 4, 6)
  expect(readProfile(folder.path())).toEqual({
    ...{ settings, ...accounts },
    failures: [
      { at, operation: 'settings:update', cause: 'misconfigured storage', host: null, count: 1 },
      { at: at + 2_000, operation: 'GET /auth/me', cause: 'offline', host: 'chat.example', count: 2 },
    ],
  })
})

it.each(['{', '[]', '{"version":9999,"value":{"theme":"dark"}}', '{"version":1,"value":5}'])(
  'leaves a file alone that it cannot read: %s',
  (text) => {
    const names = ['accounts.json', 'settings.json']
    for (const name of names) folder.write(join('accounts', name), text)
    expect(readProfile(folder.path())).toEqual(EMPTY)
    expect(folder.names('accounts')).toEqual(names)
    for (const name of names) expect(folder.read(join('accounts', name))).toBe(text)
  },
)
