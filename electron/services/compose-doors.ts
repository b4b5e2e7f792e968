import type { Accounts } from './accounts.ts'
import { createConnect } from './connect.ts'
import type { Gateway } from './gateway.ts'
import type { Outside } from './outside.ts'
import type { PendingLogouts } from './pending-logouts.ts'
import { createRecovery } from './recovery.ts'
import { createRegistration } from './registration.ts'
import type { Renewals } from './renewals.ts'
import { createSignIn } from './sign-in.ts'
import { createSignOut, type Farewell, type SignOutPorts } from './sign-out.ts'
import { createSignOutEverywhere } from './sign-out-everywhere.ts'
import type { UnconfirmedSessions } from './unconfirmed-sessions.ts'
import type { Vault } from './vault.ts'
import type { WorkUnderWay } from './work-under-way.ts'

/** The services that the ways in and out work with. */
export interface DoorParts {
  accounts: Accounts
  vault: Vault
  gateway: Gateway
  logouts: PendingLogouts
  unconfirmedSessions: UnconfirmedSessions
  work: WorkUnderWay
  renewals: Renewals
  deviceName: SignOutPorts['deviceName']
  transportOf: SignOutPorts['transportOf']
  signedIn(accountId: string): void
  settle(accountId: string): Promise<void>
  /** Everybody who remembers something of an account forgets it. */
  forgotten(accountId: string, way: Farewell): void
}

/** Wires the ways into an account and out of it. */
export function composeDoors(outside: Outside, parts: DoorParts) {
  const { accounts, vault, gateway, logouts, unconfirmedSessions, work, renewals } = parts
  const { transportOf, settle, forgotten, deviceName } = parts
  const { clock, log } = outside
  const transportTo = (baseUrl: string) => transportOf('sign-in', baseUrl)
  const entrance = {
    accounts,
    vault,
    transportTo,
    logouts,
    unconfirmedSessions,
    rememberServer(server: string) {
      try {
        outside.settings.update({ server })
      } catch {
        log.warn('settings.notSaved')
      }
    },
    signedIn: parts.signedIn,
    clock,
  }
  const exit = { accounts, vault, logouts, settle, forgotten, work }
  const signIn = createSignIn({ ...entrance, newId: outside.newId })
  return {
    signIn,
    registration: createRegistration({ transportTo, unconfirmedSessions, proceed: signIn.proceed }),
    recovery: createRecovery(transportTo),
    connect: createConnect(entrance),
    signOut: createSignOut({
      ...exit,
      renewals,
      unconfirmedSessions,
      transportOf,
      deviceName,
      clock,
      log,
    }),
    signOutEverywhere: createSignOutEverywhere({ ...exit, gateway }),
  }
}
