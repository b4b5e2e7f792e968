import { UNDO_WINDOW_MS } from '../../../../electron/shared/ends.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import type { Result } from '../../../../electron/shared/result.ts'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import { apiSession, deviceSession, keyOf } from '../../../support/builders.ts'
import { accountOf } from '../../fake-service.ts'
import { fakeLog } from '../../fakes.ts'
import type { Clock } from '../../../../electron/core/ports.ts'
import {
  createSessionLists,
  type SessionListDependencies,
  type SessionLists,
} from '../../../../electron/features/sessions/session-lists.ts'

/** The app's time to undo, ms. */
export const undoMs = (): number => UNDO_WINDOW_MS

/** A session as a service lists it, of an unknown age. */
export function sessionOf(id: number, part: Partial<ApiSession> = {}): ApiSession {
  return apiSession({ id, ...part })
}

/** The key of the first session with an id. */
export const keyFor = (id: number): number => keyOf({ id })

/** A session with its raw name as display name. */
export function presentPlainly(fetched: ApiSession): DeviceSession {
  return deviceSession(fetched)
}

/** A gateway whose calls get these answers instead of those of a service. */
export function gatewayOver(
  answer: (accountId: string) => Promise<Result<unknown>>,
  rateLimitedUntil: () => number | null = () => null,
): Gateway {
  const callAs = answer as Gateway['callAs']
  return { callAs, callAsOnce: callAs, rateLimitedUntil }
}

/**
 * Lists of user tokens without numbers, which nobody listens to or records, while no request for a token is open; `dependencies`
 * override that.
 */
export function listsOver(
  gateway: Gateway,
  clock: Clock,
  dependencies: Partial<SessionListDependencies> = {},
): SessionLists {
  return createSessionLists({
    gateway,
    clock,
    log: fakeLog(),
    accounts: { get: (id) => ({ ...accountOf(7), id }) },
    grants: { isOpenSince: () => false, settled: () => null },
    recorded: () => [],
    recordedSkew: () => 0,
    sync: () => undefined,
    prepare: async () => undefined,
    onFetched: () => undefined,
    onUpdated: () => undefined,
    changed: () => undefined,
    onAccountForgotten: () => undefined,
    ...dependencies,
  })
}
