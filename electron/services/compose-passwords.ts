import type { Transport } from '../api/transport.ts'
import type { Accounts } from './accounts.ts'
import type { Gateway } from './gateway.ts'
import type { Outside } from './outside.ts'
import { createPasswordMarks } from './password-marks.ts'
import { createPasswordProbes } from './password-probes.ts'
import { createPasswords } from './passwords.ts'
import type { SessionLists } from './session-lists.ts'

/** The services that a password's change works with. */
export interface PasswordParts {
  accounts: Accounts
  gateway: Gateway
  lists: SessionLists
  transportTo(baseUrl: string): Transport
  /** The password of an account was changed, for certain. */
  done(accountId: string): void
}

/** Wires the change of a password, and what finds out about one whose outcome is not known. */
export function composePasswords(outside: Outside, parts: PasswordParts) {
  const { accounts, gateway, lists, transportTo, done } = parts
  const { clock, log } = outside
  const marks = createPasswordMarks(outside.files.passwords, log)
  const probes = createPasswordProbes({ gateway, marks, transportTo, check: lists.check, clock, log })
  const passwords = createPasswords({
    accounts,
    gateway,
    marks,
    probes,
    transportTo,
    known: (accountId) => lists.get(accountId).sessions,
    count: lists.check,
    done,
    settled: (news) => outside.events.emit('passwordSettled', news),
    closed: (accountId) => outside.events.emit('passwordClosed', accountId),
    page: outside.page,
    changed: () => outside.events.emit('stateChanged'),
    clock,
    log,
  })
  return { probes, passwords }
}
