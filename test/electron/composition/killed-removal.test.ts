import { expect, it } from 'vitest'
import type { ServiceDependencies } from '../../../electron/composition/dependencies.ts'
import type { AccountFiles, JsonStore } from '../../../electron/core/ports.ts'
import type { AccountsFile } from '../../../electron/core/accounts.ts'
import { accountOf } from '../fake-service.ts'
import { fakeAccountFiles, fakeStore } from '../fakes.ts'
import { ANA, setUp, setUpChecked } from './subscriptions-harness.ts'

/** A disk whose process is killed after some more writes: those after them do not happen. */
function mortalDisk() {
  const life = { writesLeft: Infinity }
  const dying = <W extends unknown[]>(write: (...what: W) => void) => {
    return (...what: W): void => {
      if (life.writesLeft-- > 0) write(...what)
    }
  }
  const store = <T>(file: JsonStore<T>): JsonStore<T> => ({ read: file.read, write: dying(file.write) })
  const filesOf = <T>(files: AccountFiles<T>): AccountFiles<T> => ({ ...files, write: dying(files.write) })
  const kept = {
    ...{ ledgers: fakeAccountFiles(), history: fakeAccountFiles() },
    ...{ vault: fakeStore({}), logouts: fakeStore({}) },
  } as unknown as Pick<ServiceDependencies['files'], 'ledgers' | 'history' | 'vault' | 'logouts'>
  const accounts = fakeStore<AccountsFile>({ accounts: [accountOf(7)], activeAccountId: ANA })
  return {
    life,
    kept,
    accounts,
    /** The files as a process uses them. */
    files: {
      ...{ ledgers: filesOf(kept.ledgers), history: filesOf(kept.history) },
      ...{ vault: store(kept.vault), logouts: store(kept.logouts) },
    },
    accountsFile: store(accounts),
  }
}

const EMAIL = 'user7@example.com'

it.each(['signOut', 'signOutEverywhere'] as const)(
  'a kill at any write of %s leaves no ends that the next sign-in takes up',
  async (how) => {
    let removed = 0
    for (let writes = 0, isOver = false; !isOver; writes++) {
      const { life, kept, accounts, files, accountsFile } = mortalDisk()
      const { services, service, queueEnd, queued } = await setUpChecked(files, accountsFile)
      service.on('POST /auth/logout-all', () => ({ status: 200, body: { success: true } }))
      queueEnd(2)
      expect(queued()).toHaveLength(1)
      life.writesLeft = writes
      if (how === 'signOut') await services.signOut.signOut(ANA)
      else await services.signOutEverywhere(ANA)
      isOver = life.writesLeft > 0
      if (accounts.read().accounts.length > 0) continue
      removed++
      const next = await setUp(kept, accounts)
      next.acceptLogin(EMAIL)
      await next.signIn(EMAIL)
      expect([next.ends().batches, next.ends().ends], `killed after ${writes} writes`).toEqual([[], []])
    }
    // Those in which the account was gone, and more was to be removed.
    expect(removed).toBeGreaterThan(1)
  },
)

it('a kill while the data of somebody else are deleted leaves no ends for the next sign-in', async () => {
  const other = 'other@example.com'
  for (let writes = 0, isOver = false; !isOver; writes++) {
    const { life, kept, accounts, files, accountsFile } = mortalDisk()
    const { events, queueEnd } = await setUpChecked(files, accountsFile)
    queueEnd(2)
    // As of an account that the accounts file has lost: only the record tells whose data these are.
    accounts.write({ accounts: [], activeAccountId: null })
    life.writesLeft = writes
    events.emit('accountRemoved', ANA, 'removed')
    isOver = life.writesLeft > 0
    const next = await setUp(kept, accounts)
    next.acceptLogin(other)
    await next.signIn(other)
    expect(next.ends().ends, `killed after ${writes} writes`).toEqual([])
  }
})
