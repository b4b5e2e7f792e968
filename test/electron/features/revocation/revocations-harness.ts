import type { RevocationUpdate } from '../../../../electron/shared/bulk-revocation.ts'
import type { Events } from '../../../../electron/shared/events.ts'
import type { Account } from '../../../../electron/shared/account.ts'
import { ok } from '../../../../electron/shared/result.ts'
import type { EndQueue } from '../../../../electron/features/revocation/end-queue.ts'
import type { ApiSession } from '../../../../electron/core/domain/api-session.ts'
import type { RevocationsFile } from '../../../../electron/features/revocation/revocation-file.ts'
import { createRevocations } from '../../../../electron/features/revocation/revocations.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import type { JsonStore } from '../../../../electron/core/ports.ts'
import type { SessionLists } from '../../../../electron/features/sessions/session-lists.ts'
import { accountStoreOver, fakeForgetting, fakeStore, fakeLog, type FakeClock } from '../../fakes.ts'
import { accountOf } from '../../fake-service.ts'

/** The dependencies of revocations; missing ones have defaults. */
export interface RevocationOptions {
  lists: SessionLists
  gateway: Gateway
  clock: FakeClock
  file?: JsonStore<RevocationsFile>
  accountsOf?: (id: string) => Account | null
  isOnline?: () => boolean
  nameOf?: (accountId: string, session: ApiSession) => string
  settled?: (event: Events['session:revoked']) => void
  published?: (update: RevocationUpdate) => void
  /** Without one, every service can be reached. */
  endQueue?: EndQueue
}

const NO_QUEUE: EndQueue = {
  isReachable: () => true,
  add: () => ok(null),
  remove: () => false,
  handOver: () => undefined,
}

/** Revocations over these dependencies; every account exists and is signed in. */
export function revocationsOver(options: RevocationOptions) {
  const log = fakeLog()
  const forgetting = fakeForgetting()
  const file = options.file ?? fakeStore<RevocationsFile>({})
  const revocations = createRevocations({
    accounts: { get: options.accountsOf ?? ((id) => accountOf(7, { id })) },
    lists: options.lists,
    gateway: options.gateway,
    endQueue: options.endQueue ?? NO_QUEUE,
    store: accountStoreOver(file, log, forgetting.on),
    onAccountForgotten: forgetting.on,
    nameOf: options.nameOf ?? ((_accountId, { name }) => name),
    clock: options.clock,
    isOnline: options.isOnline ?? (() => true),
    log,
    pendingChanged: () => undefined,
    settled: options.settled ?? (() => undefined),
    published: options.published ?? (() => undefined),
  })
  return { revocations, file, log, forget: forgetting.forget }
}
