import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROFILE_FORMAT } from '../../../../electron/core/profile-format.ts'
import { readProfile } from '../../../../electron/platform/storage/read-profile.ts'
import { INITIAL_SETTINGS } from '../../../../electron/shared/initial-settings.ts'
import { accountOf } from '../../fake-service.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const EMPTY = { settings: INITIAL_SETTINGS, accounts: [], activeAccountId: null, failures: [] }
const folder = temporaryFolder()
const keepFormat = (format = PROFILE_FORMAT.number) =>
  folder.write(join('accounts', 'profile.json'), JSON.stringify({ format }))

it('reads nothing of a profile that is not there, and does not make it', () => {
  expect(readProfile(folder.path('none'))).toEqual(EMPTY)
  expect(folder.names()).toEqual([])
})

it('reads settings and accounts, and the failures of the log with their count', () => {
  const ana = accountOf(7)
  const accounts = { accounts: [ana], activeAccountId: ana.id }
  const settings = { ...INITIAL_SETTINGS, theme: 'dark' }
  keepFormat()
  folder.write(join('accounts', 'accounts.json'), JSON.stringify({ value: accounts }))
  folder.write(join('accounts', 'settings.json'), JSON.stringify({ value: settings }))
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

it.each([
  ['{', PROFILE_FORMAT.number],
  ['[]', PROFILE_FORMAT.number],
  ['{"value":5}', PROFILE_FORMAT.number],
  ['{"value":{"theme":"dark"}}', PROFILE_FORMAT.number + 1],
])('leaves a file alone that it cannot read: %s of format %i', (text, format) => {
  keepFormat(format)
  const names = ['accounts.json', 'settings.json']
  for (const name of names) folder.write(join('accounts', name), text)
  expect(readProfile(folder.path())).toEqual(EMPTY)
  expect(folder.names('accounts')).toEqual(['accounts.json', 'profile.json', 'settings.json'])
  for (const name of names) expect(folder.read(join('accounts', name))).toBe(text)
})
