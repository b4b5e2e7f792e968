import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountStatus } from '../../../electron/shared/account.ts'
import { createAccounts, refreshAccountStatuses, type AccountsFile } from '../../../electron/core/accounts.ts'
import { fakeStore, fakeLog } from '../fakes.ts'
import { accountOf, userOf } from '../fake-service.ts'
import { setUpCore } from './core-harness.ts'

const [ana, bruno, carla] = [accountOf(1), accountOf(2), accountOf(3)]

function setUp(all = [ana, bruno], active = bruno) {
  const store = fakeStore<AccountsFile>({ accounts: all, activeAccountId: all.length > 0 ? active.id : null })
  const log = fakeLog()
  /** The number of accounts on disk at each announced change. */
  const changes: number[] = []
  const open = () => createAccounts(store, log, () => changes.push(store.read().accounts.length))
  return { store, log, open, changes, accounts: open() }
}

describe('the accounts', () => {
  it('selects the account that was added last, and keeps all of them across a restart', () => {
    const { accounts, open } = setUp([])
    accounts.add(ana)
    accounts.add(bruno)
    for (const each of [accounts, open()]) expect([each.all(), each.active()]).toEqual([[ana, bruno], bruno])
  })

  it('updates a known account in its position, and does not add it twice', () => {
    const { accounts } = setUp()
    const renamed = { ...ana, user: userOf(1, { name: 'Ana Maria' }) }
    accounts.add(renamed)
    expect([accounts.all(), accounts.active()]).toEqual([[renamed, bruno], renamed])
  })

  it('selects the first remaining account after a removal, and none after the last', () => {
    const { accounts } = setUp([ana, bruno, carla], carla)
    const activeAfter = ({ id }: typeof ana) => (accounts.remove(id), accounts.active())
    expect([carla, bruno, ana].map(activeAfter)).toEqual([ana, ana, null])
    expect(accounts.all()).toEqual([])
  })

  it('selects a known account instead of an unknown one', () => {
    const { accounts } = setUp()
    accounts.select('unknown')
    expect(accounts.active()).toEqual(ana)
    accounts.select(bruno.id)
    expect(accounts.active()).toEqual(bruno)
  })

  it('changes status and user of one account only', () => {
    const { accounts } = setUp()
    const user = userOf(2, { timezone: 'America/Sao_Paulo' })
    accounts.setStatus(bruno.id, 'signedOut')
    accounts.setUser(bruno.id, user)
    expect(accounts.all()).toEqual([ana, { ...bruno, status: 'signedOut', user }])
  })

  it('announces each change once, after it is stored, and nothing if the status is the same', () => {
    const { accounts, store, changes } = setUp()
    accounts.setStatus(ana.id, 'signedIn')
    expect([store.writes, changes]).toEqual([[], []])
    accounts.add(carla)
    accounts.remove(ana.id)
    accounts.setStatus(bruno.id, 'signedOut')
    expect(changes).toEqual([3, 2, 2])
  })

  it('always has an active account while it has any', () => {
    const step = fc.record({
      what: fc.constantFrom('add', 'select', 'remove', 'setStatus'),
      whom: fc.constantFrom(ana, bruno, carla),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { accounts, store } = setUp([])
        for (const { what, whom } of steps) {
          if (what === 'add') accounts.add(whom)
          else if (what === 'setStatus') accounts.setStatus(whom.id, 'signedOut')
          else accounts[what](whom.id)
        }
        const ids = accounts.all().map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(accounts.active() === null).toBe(ids.length === 0)
        expect(store.read().accounts).toEqual(accounts.all())
      }),
    )
  })
})

describe('the status of accounts after a restart', () => {
  /** Two accounts of which the first one has a token. */
  async function setUpRestart(status: AccountStatus = 'signedIn') {
    const core = await setUpCore({ all: [ana, bruno].map((account) => ({ ...account, status })) })
    await core.vault.remove(bruno.id)
    const found: string[] = []
    async function restart() {
      const { accounts, vault } = core.start()
      await refreshAccountStatuses(accounts, vault, (id, { token }) => void found.push(`${id} ${token}`))
      return accounts.all().map((account) => account.status)
    }
    return { ...core, found, restart }
  }

  it.each<[AccountStatus, AccountStatus[]]>([
    ['signedIn', ['signedIn', 'notPersisted']],
    ['notPersisted', ['signedIn', 'notPersisted']],
    ['unreadable', ['signedIn', 'notPersisted']],
    ['signedOut', ['signedIn', 'signedOut']],
    ['renewalLost', ['signedIn', 'renewalLost']],
  ])('%s depends on the token, which is announced', async (before, after) => {
    const { restart, found } = await setUpRestart(before)
    expect([await restart(), found]).toEqual([after, [`${ana.id} 1|token`]])
  })

  it('is unreadable while the keyring does not open, and signedIn once it does', async () => {
    const { cipher, restart } = await setUpRestart()
    Object.assign(cipher, { failing: true })
    expect(await restart()).toEqual(['unreadable', 'notPersisted'])
    Object.assign(cipher, { failing: false, protecting: false })
    expect(await restart()).toEqual(['unreadable', 'notPersisted'])
    Object.assign(cipher, { protecting: true })
    expect(await restart()).toEqual(['signedIn', 'notPersisted'])
  })

  it('is what became of an account while the token of another one was read', async () => {
    const { accounts, vault } = await setUpRestart()
    await refreshAccountStatuses(accounts, vault, () => accounts.setStatus(bruno.id, 'signedOut'))
    expect(accounts.get(bruno.id)?.status).toBe('signedOut')
  })

  it('is written once if it does not change', async () => {
    const { files, restart } = await setUpRestart()
    await restart()
    await restart()
    expect(files.accounts.writes).toHaveLength(1)
  })

  it('is set in memory although the disk refuses the write', async () => {
    const { files, restart, log } = await setUpRestart()
    files.accounts.broken = true
    expect(await restart()).toEqual(['signedIn', 'notPersisted'])
    expect(log.lines).toEqual(['accounts.notSaved {}'])
  })
})
