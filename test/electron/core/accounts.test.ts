import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAccounts, type AccountsFile } from '../../../electron/core/accounts.ts'
import { fakeStore, fakeLog } from '../fakes.ts'
import { accountOf, userOf } from '../fake-service.ts'

const [ana, bruno, carla] = [accountOf(1), accountOf(2), accountOf(3)]

function setUp(accountsFile: AccountsFile = { accounts: [], activeAccountId: null }) {
  const store = fakeStore(accountsFile)
  let changes = 0
  const accounts = createAccounts(store, fakeLog(), () => changes++)
  return { store, accounts, changes: () => changes }
}

describe('the accounts', () => {
  it('selects the account that was added last, and keeps all of them across a restart', () => {
    const { accounts, store } = setUp()
    accounts.add(ana)
    accounts.add(bruno)
    expect([accounts.all(), accounts.active()]).toEqual([[ana, bruno], bruno])
    const again = createAccounts(store, fakeLog(), () => undefined)
    expect([again.all(), again.active()]).toEqual([[ana, bruno], bruno])
  })

  it('updates a known account in its position, and does not add it twice', () => {
    const { accounts } = setUp({ accounts: [ana, bruno], activeAccountId: bruno.id })
    const renamed = { ...ana, user: userOf(1, { name: 'Ana Maria' }) }
    accounts.add(renamed)
    expect([accounts.all(), accounts.active()]).toEqual([[renamed, bruno], renamed])
  })

  it('selects the first remaining account after a removal, and none after the last', () => {
    const { accounts } = setUp({ accounts: [ana, bruno, carla], activeAccountId: carla.id })
    accounts.remove(carla.id)
    expect(accounts.active()).toEqual(ana)
    accounts.remove(bruno.id)
    expect(accounts.active()).toEqual(ana)
    accounts.remove(ana.id)
    expect([accounts.active(), accounts.all()]).toEqual([null, []])
  })

  it('selects a known account instead of an unknown one', () => {
    const { accounts } = setUp({ accounts: [ana, bruno], activeAccountId: bruno.id })
    accounts.select('unknown')
    expect(accounts.active()).toEqual(ana)
    accounts.select(bruno.id)
    expect(accounts.active()).toEqual(bruno)
  })

  it('changes status and user of one account only, and announces each change once', () => {
    const { accounts, changes } = setUp({ accounts: [ana, bruno], activeAccountId: ana.id })
    accounts.setStatus(bruno.id, 'signedOut')
    accounts.setUser(bruno.id, userOf(2, { timezone: 'America/Sao_Paulo' }))
    expect(accounts.get(ana.id)).toEqual(ana)
    expect(accounts.get(bruno.id)).toMatchObject({
      status: 'signedOut',
      user: { timezone: 'America/Sao_Paulo' },
    })
    expect(changes()).toBe(2)
  })

  it('writes and announces nothing if the status is the same', () => {
    const { accounts, store, changes } = setUp({ accounts: [ana], activeAccountId: ana.id })
    accounts.setStatus(ana.id, 'signedIn')
    expect([store.writes, changes()]).toEqual([[], 0])
  })

  it('stores an account before it announces the change', () => {
    const store = fakeStore<AccountsFile>({ accounts: [], activeAccountId: null })
    const onDisk: number[] = []
    const accounts = createAccounts(store, fakeLog(), () => onDisk.push(store.read().accounts.length))
    accounts.add(ana)
    accounts.remove(ana.id)
    expect(onDisk).toEqual([1, 0])
  })

  it('always has an active account while it has any', () => {
    const step = fc.record({
      what: fc.constantFrom('add', 'select', 'remove', 'setStatus'),
      whom: fc.constantFrom(ana, bruno, carla),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { accounts, store } = setUp()
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
