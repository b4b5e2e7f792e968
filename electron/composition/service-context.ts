import { createAccountStore, inOneFile, type StoreOptions } from '../core/account-store.ts'
import type { JsonStore, OnAccountForgotten } from '../core/ports.ts'
import { announcing } from '../core/service-events.ts'
import type { ServiceDependencies } from './dependencies.ts'

/** What all groups of services share: their external dependencies, events, stores and the removal of accounts. */
export type ServiceContext = ReturnType<typeof createServiceContext>

/** Creates what the services share; reads no file. */
export function createServiceContext(dependencies: ServiceDependencies) {
  const { clock, log, random, newId, events } = dependencies
  const forgets: Parameters<OnAccountForgotten>[0][] = []
  const onAccountForgotten: OnAccountForgotten = (forget) => void forgets.push(forget)
  /** The dependencies that most services share. */
  const common = { clock, log, random, newId, onAccountForgotten }
  return {
    ...dependencies,
    common,
    announce: announcing(events),
    /** Creates a store of a value per account in one file; `warning` is logged when the disk refuses one. */
    storeOf: <T>(file: JsonStore<Record<string, T>>, warning: string, options: StoreOptions = {}) =>
      createAccountStore({ disk: inOneFile(file), warning, ...common, ...options }),
    /** Deletes the data of a removed account in the services that called `onAccountForgotten`, and closes its connections. */
    forgetAccount(accountId: string) {
      for (const forget of forgets) forget(accountId)
      dependencies.releaseTransports(accountId)
    },
  }
}
