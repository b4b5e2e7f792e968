import { createPasswordJournal, createPasswordProbes, createPasswords } from '../features/password/index.ts'
import type { ListServices } from './list-services.ts'
import type { TokenServices } from './token-services.ts'
import type { ServiceContext } from './service-context.ts'

/** The services that change a password and verify the outcome. */
export type PasswordServices = ReturnType<typeof createPasswordServices>

/** Creates the changes of passwords, and the probes that verify them. */
export function createPasswordServices(
  context: ServiceContext,
  groups: { tokens: TokenServices; lists: ListServices },
) {
  const { accounts, files, page, common, announce, storeOf } = context
  const { gateway, transportTo } = groups.tokens
  const { history, lists } = groups.lists

  const journal = createPasswordJournal(storeOf(files.passwords, 'password.notSaved', { keepsRefused: true }))
  const shared = { gateway, journal, transportTo, refreshList: lists.refresh, ...common }
  const probes = createPasswordProbes(shared)
  const passwords = createPasswords({
    accounts,
    probes,
    known: (accountId) => lists.get(accountId).sessions,
    done: (accountId) => history.addEntry(accountId, 'passwordChanged'),
    settled: announce('passwordSettled'),
    closed: announce('passwordClosed'),
    page,
    changed: announce('stateChanged'),
    ...shared,
  })

  return { probes, passwords }
}
