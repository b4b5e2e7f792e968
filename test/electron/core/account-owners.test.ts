import { describe, expect, it } from 'vitest'
import { createAccountOwners, type AccountOwnersFile } from '../../../electron/core/account-owners.ts'
import { createAccounts } from '../../../electron/core/accounts.ts'
import { apiTokenAccountIdOf, apiTokenCredential } from '../../../electron/domain/account-id.ts'
import { accountOf } from '../fake-service.ts'
import { fakeLog, fakeStore } from '../fakes.ts'

const ana = accountOf(7)
const credential = apiTokenCredential('sk_live_1', 'me')
const robot = { ...ana, id: apiTokenAccountIdOf(ana.baseUrl, credential.fingerprint), credential }

function setUp(owners: AccountOwnersFile = {}) {
  const [store, log] = [fakeStore(owners), fakeLog()]
  const file = fakeStore({ accounts: [ana, robot], activeAccountId: robot.id })
  const before = createAccounts(file, log, () => undefined)
  createAccountOwners(store, before, log).record()
  const accounts = createAccounts(fakeStore({ accounts: [], activeAccountId: null }), log, () => undefined)
  return { store, accounts, owners: createAccountOwners(store, accounts, log) }
}

describe('accounts that their file has lost', () => {
  it('come back with what their tokens are sent to, and no more than name and email', () => {
    const { accounts, owners } = setUp()
    accounts.restore(owners.lostAccounts([ana.id, robot.id, 'a retired token']))
    const { name, email } = ana.user
    expect(accounts.all()).toEqual([
      {
        ...ana,
        user: {
          id: 7,
          name,
          email,
          role: null,
          locale: null,
          timezone: null,
          emailVerified: null,
          twoFactorEnabled: null,
          tenant: null,
        },
        status: 'signedIn',
      },
      expect.objectContaining({ id: robot.id, baseUrl: ana.baseUrl, credential, status: 'signedIn' }),
    ])
    expect(accounts.active()?.id).toBe(ana.id)
    expect(owners.lostAccounts([ana.id, robot.id])).toEqual([])
  })

  it('do not come back without a token, or after their data were deleted', () => {
    const { owners } = setUp()
    owners.forget(robot.id)
    expect(owners.lostAccounts([robot.id])).toEqual([])
    expect(owners.lostAccounts([])).toEqual([])
  })

  it('leave only the email behind once they are signed out', () => {
    const { store, owners } = setUp()
    owners.signedOut(ana.id)
    expect(store.read()[ana.id]).toEqual({ email: ana.user.email, account: null })
    expect([owners.lostAccounts([ana.id]), owners.formerOwner(ana.id, 'bea@example.com')]).toEqual([
      [],
      ana.user.email,
    ])
  })

  it('never come back at another address than the id says, as an edited file may have it', () => {
    const { store, owners: _, accounts } = setUp()
    const [id, owner] = Object.entries(store.read())[0] ?? []
    const edited = {
      [id ?? '']: {
        email: '',
        account: {
          userId: 7,
          name: 'Ana',
          credential: { kind: 'user' as const },
          baseUrl: 'https://evil.example/api/v1',
        },
      },
    }
    expect([
      owner?.account?.baseUrl,
      createAccountOwners(fakeStore(edited), accounts, fakeLog()).lostAccounts([id ?? '']),
    ]).toEqual([ana.baseUrl, []])
  })

  it('do not come back from a file of before, which had the emails only', () => {
    const { accounts } = setUp()
    const old = createAccountOwners(
      fakeStore({ [ana.id]: { email: 'ana@example.com', account: null } }),
      accounts,
      fakeLog(),
    )
    expect([old.lostAccounts([ana.id]), old.formerOwner(ana.id, 'bea@example.com')]).toEqual([
      [],
      'ana@example.com',
    ])
  })
})
