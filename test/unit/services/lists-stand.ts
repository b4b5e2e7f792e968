import type { SessionList } from '../../../electron/contract/models.ts'
import type { Gateway } from '../../../electron/services/gateway.ts'
import type { Clock } from '../../../electron/services/ports.ts'
import { createSessionLists, type SessionLists } from '../../../electron/services/session-lists.ts'

/** Lists of services that tell no time and have nothing left behind. */
export function listsOver(
  gateway: Gateway,
  clock: Clock,
  changed: (list: SessionList) => void = () => undefined,
): SessionLists {
  const nothing = (): void => undefined
  return createSessionLists({
    gateway,
    clock,
    heard: nothing,
    listed: nothing,
    leftBehind: () => null,
    changed,
  })
}
