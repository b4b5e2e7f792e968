import { describe, expect, it } from 'vitest'
import type { AccountStatus } from '../../../electron/shared/account.ts'
import { createAccounts, refreshAccountStatuses } from '../../../electron/core/accounts.ts'
import { createVault, type Ciphertexts } from '../../../electron/core/vault.ts'
import { fakeStore, fakeCipher, fakeLog, LIFE } from '../fakes.ts'
import { accountOf } from '../fake-service.ts'

const [ana, bruno] = [accountOf(1), accountOf(2)]

/** Two accounts, the token of the first one stored, and a restart. */
async function setUp(status: AccountStatus = 'signedIn') {
  const cipher = fakeCipher()
  const store = fakeStore<Ciphertexts>({})
  const open = () => createVault({ cipher, store, log: fakeLog() })
  await open().put(ana.id, '1|token', LIFE)
  const accountsFile = fakeStore({
    accounts: [
      { ...ana, status },
      { ...bruno, status },
    ],
    activeAccountId: ana.id,
  })
  const accounts = createAccounts(accountsFile, fakeLog(), () => undefined)
  const found: [string, string][] = []
  const restart = () =>
    refreshAccountStatuses(accounts, open(), (id, { token }) => void found.push([id, token]))
  const statuses = () => accounts.all().map((account) => account.status)
  return { cipher, accountsFile, restart, statuses, found }
}

describe('the status of accounts after a restart', () => {
  it.each<[AccountStatus, AccountStatus[]]>([
    ['signedIn', ['signedIn', 'notPersisted']],
    ['notPersisted', ['signedIn', 'notPersisted']],
    ['unreadable', ['signedIn', 'notPersisted']],
    ['signedOut', ['signedIn', 'signedOut']],
  ])('stays %s', async (before, after) => {
    const { restart, statuses } = await setUp(before)
    await restart()
    expect(statuses()).toEqual(after)
  })

  it('is unreadable while the keyring does not open, and signedIn once it does', async () => {
    const { cipher, restart, statuses } = await setUp()
    cipher.failing = true
    await restart()
    expect(statuses()).toEqual(['unreadable', 'notPersisted'])
    cipher.failing = false
    cipher.protecting = false
    await restart()
    expect(statuses()).toEqual(['unreadable', 'notPersisted'])
    cipher.protecting = true
    await restart()
    expect(statuses()).toEqual(['signedIn', 'notPersisted'])
  })

  it('writes nothing if no status changed', async () => {
    const { accountsFile, restart } = await setUp()
    await restart()
    const writes = accountsFile.writes.length
    await restart()
    expect(accountsFile.writes).toHaveLength(writes)
  })

  it('is announced with each token that can be read', async () => {
    const { restart, found } = await setUp('signedOut')
    await restart()
    expect(found).toEqual([[ana.id, '1|token']])
  })

  it('is set although the disk refuses the write', async () => {
    const { accountsFile, restart } = await setUp()
    accountsFile.broken = true
    await expect(restart()).resolves.toBeUndefined()
  })
})
