import { revokeSession } from '../api/sessions.ts'
import type { EndOutcome, PendingEnd } from '../contract/models.ts'
import type { Events } from '../contract/events.ts'
import { failed, ok, type Result } from '../contract/result.ts'
import { needsFreshList, outcomeOf, UNDO_WINDOW } from '../domain/end-outcome.ts'
import type { Gateway } from './gateway.ts'
import { orFailure } from './or-failure.ts'
import type { Clock, Log } from './ports.ts'
import type { SessionLists } from './session-lists.ts'

/** Ends single sessions: asked for, undoable for a while, sent once, and settled by a fresh list. */
export interface Revocations {
  /** Refuses the current session, and one that the list does not have. Asking twice changes nothing. */
  revoke(accountId: string, sessionId: number): Result<null>
  /** Takes an end back; `conflict` when it was sent already. */
  undo(accountId: string, sessionId: number): Result<null>
  /** Sends what still waits for its undo window, of one account or of all, and resolves when all is settled. */
  settle(accountId?: string): Promise<void>
  hasPending(): boolean
}

/** What ending works with; `settled` hears what became of each end. */
export interface RevocationPorts {
  lists: SessionLists
  gateway: Gateway
  clock: Clock
  log: Log
  settled(event: Events['session:settled']): void
}

interface Waiting extends PendingEnd {
  accountId: string
  cancelTimer: () => void
  done: Promise<void> | null
}

/** Makes the revocations. */
export function createRevocations({ lists, gateway, clock, log, settled }: RevocationPorts): Revocations {
  let waiting: Waiting[] = []

  const find = (accountId: string, sessionId: number): Waiting | undefined =>
    waiting.find((end) => end.accountId === accountId && end.sessionId === sessionId)

  function show(accountId: string): void {
    const own = waiting.filter((end) => end.accountId === accountId)
    const ends = own.map(({ sessionId, name, sendAt, phase }) => ({ sessionId, name, sendAt, phase }))
    lists.setEnds(accountId, ends)
  }

  function drop(end: Waiting): void {
    waiting = waiting.filter((other) => other !== end)
    show(end.accountId)
  }

  async function deleteAndLook(end: Waiting): Promise<EndOutcome> {
    const { accountId, sessionId } = end
    const deleted = await orFailure(() =>
      gateway.as(accountId, (transport, token) => revokeSession(transport, token, sessionId)),
    )
    if (!deleted.ok) log.info('session.revokeAnswer', { account: accountId, failure: deleted.failure.kind })
    if (!needsFreshList(deleted)) return outcomeOf(sessionId, deleted, failed({ kind: 'cancelled' }))
    return outcomeOf(sessionId, deleted, await lists.check(accountId))
  }

  function send(end: Waiting): Promise<void> {
    if (end.done) return end.done
    end.cancelTimer()
    end.phase = 'sending'
    show(end.accountId)
    end.done = deleteAndLook(end).then((outcome) => {
      drop(end)
      settled({ accountId: end.accountId, sessionId: end.sessionId, name: end.name, outcome })
    })
    return end.done
  }

  return {
    revoke(accountId, sessionId) {
      if (find(accountId, sessionId)) return ok(null)
      const session = lists.get(accountId).sessions?.find(({ id }) => id === sessionId)
      if (!session) return failed({ kind: 'notFound' })
      if (session.isCurrent) return failed({ kind: 'conflict' })
      const end: Waiting = {
        accountId,
        sessionId,
        name: session.name,
        sendAt: clock.now() + UNDO_WINDOW,
        phase: 'undoable',
        cancelTimer: clock.after(UNDO_WINDOW, () => void send(end)),
        done: null,
      }
      waiting = [...waiting, end]
      show(accountId)
      return ok(null)
    },

    undo(accountId, sessionId) {
      const end = find(accountId, sessionId)
      if (!end) return failed({ kind: 'notFound' })
      if (end.phase === 'sending') return failed({ kind: 'conflict' })
      end.cancelTimer()
      drop(end)
      return ok(null)
    },

    async settle(accountId) {
      const due = waiting.filter((end) => accountId === undefined || end.accountId === accountId)
      await Promise.all(due.map((end) => send(end)))
    },

    hasPending: () => waiting.length > 0,
  }
}
