import type { EndingNews } from '../../../electron/contract/ending.ts'
import type { Events } from '../../../electron/contract/events.ts'
import type { Account } from '../../../electron/contract/models.ts'
import { createEndingBook, type EndingsFile } from '../../../electron/services/ending-book.ts'
import { createEndings } from '../../../electron/services/endings.ts'
import type { Gateway } from '../../../electron/services/gateway.ts'
import type { Cabinet } from '../../../electron/services/ports.ts'
import type { SessionLists } from '../../../electron/services/session-lists.ts'
import { fakeCabinet, fakeLog, type FakeClock } from '../fakes.ts'
import { accountOf } from './fake-service.ts'

/** What endings are made over; what is left out is as it usually is. */
export interface EndingWorld {
  lists: SessionLists
  gateway: Gateway
  clock: FakeClock
  file?: Cabinet<EndingsFile>
  accountsOf?: (id: string) => Account | null
  isOnline?: () => boolean
  settled?: (event: Events['session:settled']) => void
  told?: (news: EndingNews) => void
}

/** Endings over such a world; every account is there and signed in. */
export function endingsOver(world: EndingWorld) {
  const log = fakeLog()
  const file = world.file ?? fakeCabinet<EndingsFile>({})
  const endings = createEndings({
    accounts: { get: world.accountsOf ?? ((id) => accountOf(7, { id })) },
    lists: world.lists,
    gateway: world.gateway,
    book: createEndingBook(file, log),
    clock: world.clock,
    isOnline: world.isOnline ?? (() => true),
    log,
    settled: world.settled ?? (() => undefined),
    told: world.told ?? (() => undefined),
  })
  return { endings, file, log }
}
