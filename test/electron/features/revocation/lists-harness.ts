import { UNDO_WINDOW_MS } from '../../../../electron/shared/ends.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import type { Result } from '../../../../electron/shared/result.ts'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import { apiSession, deviceSession } from '../../../support/builders.ts'
import { fakeLog } from '../../fakes.ts'
import type { Clock } from '../../../../electron/core/ports.ts'
import {
  createKnownSessions,
  type KnownSessions,
  type KnownSessionsDependencies,
} from '../../../../electron/features/sessions/known-sessions.ts'
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

/** A record without sessions. */
export const NO_RECORD = { resolve: () => null }

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

/** Knowledge of the lists of user tokens without ids, which begins with the first list; `dependencies` override that. */
export function knownOver(
  clock: Clock,
  dependencies: Partial<KnownSessionsDependencies> = {},
): KnownSessions {
  return createKnownSessions({
    clock,
    describeToken: () => ({ service: 's', id: null, grantedAt: null, origin: null, deviceName: null }),
    readLastKnown: () => null,
    isRecorded: () => false,
    onAccountForgotten: () => undefined,
    ...dependencies,
  })
}

/** Lists that nobody listens to; `dependencies` override that. */
export function listsOver(
  gateway: Gateway,
  clock: Clock,
  dependencies: Partial<SessionListDependencies> = {},
): SessionLists {
  return createSessionLists({
    gateway,
    clock,
    log: fakeLog(),
    known: knownOver(clock),
    sync: () => undefined,
    prepare: async () => undefined,
    onFetched: () => undefined,
    onUpdated: () => undefined,
    changed: () => undefined,
    onAccountForgotten: () => undefined,
    ...dependencies,
  })
}
