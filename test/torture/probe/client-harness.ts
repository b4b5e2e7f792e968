import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Limits } from '../../../electron/api/limited-request.ts'
import { accountIdOf } from '../../../electron/domain/account-id.ts'
import type { TokenLife } from '../../../electron/domain/token-expiry.ts'
import { createAccounts } from '../../../electron/core/accounts.ts'
import { createServices } from '../../../electron/composition/create-services.ts'
import { subscribeServices } from '../../../electron/composition/subscriptions.ts'
import type { ServiceDependencies } from '../../../electron/composition/dependencies.ts'
import { createServiceEvents } from '../../../electron/core/service-events.ts'
import { createFailures } from '../../../electron/core/failures.ts'
import { createSettings } from '../../../electron/core/settings.ts'
import { accountFilesIn } from '../../../electron/platform/storage/account-files.ts'
import { openAppFiles } from '../../../electron/platform/storage/app-files.ts'
import { openStores } from '../../../electron/platform/storage/json-store.ts'
import { systemClock } from '../../../electron/platform/start/clock.ts'
import { createLog } from '../../../electron/platform/storage/log.ts'
import { createCipher } from '../../../electron/platform/storage/safe-storage.ts'
import {
  createTransports,
  type TransportOf,
  type Transports,
} from '../../../electron/platform/network/transports.ts'

/** The app's services over its real files, cipher and network stack, without a window. */
export type ClientHarness = ReturnType<typeof openClient>

/** The owner of an account. */
export interface Owner {
  baseUrl: string
  userId: number
  email: string
}

/** The app's real transports; an account uses one Chromium session at a time, also when several clients share them. */
export function realTransports(limits?: Limits): Transports {
  return createTransports({
    clock: systemClock(),
    language: () => 'en',
    isOnline: () => true,
    userAgent: 'SessionDesk/test',
    ...(limits ? { limits } : {}),
  })
}

/** Creates the services over the files in a folder, as the app does; calls `kept` when a token is on disk. */
export function openClient(folder: string, transportOf: TransportOf, kept = (): void => undefined) {
  const log = createLog({ folder: join(folder, '../logs'), verbose: false })
  const files = openAppFiles(openStores(folder, log), accountFilesIn(folder, log))
  const { vault } = files.ofServices
  const nothing = (): void => undefined
  const events = createServiceEvents()
  const dependencies: ServiceDependencies = {
    accounts: createAccounts(files.accounts, log, () => void events.emit('stateChanged')),
    view: { get: () => ({}) },
    settings: createSettings(files.settings, null, log, nothing),
    files: {
      ...files.ofServices,
      vault: { read: vault.read, write: (next) => (vault.write(next), kept()) },
    },
    cipher: createCipher(process.platform, systemClock(), async () => 'unknown'),
    transportOf,
    confirmServer: async () => true,
    releaseTransports: nothing,
    clock: systemClock(),
    log,
    newId: randomUUID,
    version: '0.0.0',
    random: Math.random,
    locale: () => 'en',
    translate: (key) => key,
    visibility: () => 'visible',
    page: () => null,
    isOnline: () => true,
    failures: createFailures(systemClock(), log),
    events,
  }
  const services = createServices(dependencies)
  subscribeServices(services, events)
  return { services, transportOf }
}

/** Adds a signed-in account without a request; resolves with its id once the token is on disk. */
export async function addSignedInAccount(
  { services }: ClientHarness,
  { baseUrl, userId, email }: Owner,
  token: string,
  life: TokenLife,
): Promise<string> {
  const id = accountIdOf(baseUrl, userId)
  const unknown = { role: null, locale: null, timezone: null, emailVerified: null, twoFactorEnabled: null }
  const user = { id: userId, name: email, email, tenant: null, ...unknown }
  await services.vault.put(id, token, life)
  services.accounts.add({ id, baseUrl, user, credential: { kind: 'user' }, status: 'signedIn' })
  return id
}
