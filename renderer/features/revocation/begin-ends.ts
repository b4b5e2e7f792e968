import type { AccountTarget } from '../../../electron/shared/ends.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { useToasts, type Subject } from '../../lib/toasts.ts'

/** The chosen sessions of one account. */
export interface ChosenSessions {
  accountId: string
  sessions: readonly Pick<DeviceSession, 'key'>[]
}

/**
 * Starts to end the sessions of a plan, in one or several accounts; main sends the requests after the time in which they can be
 * undone. `isAtOnce`: at once, even if main cannot store them.
 */
export async function beginEnds(chosen: readonly ChosenSessions[], isAtOnce = false): Promise<void> {
  const toasts = useToasts()
  const plan = chosen.map(({ accountId, sessions }): AccountTarget => ({
    accountId,
    keys: sessions.map(({ key }) => key),
  }))
  const answer = await invoke('session:revokeMany', { plan, ...(isAtOnce && { isAtOnce }) })
  const failureOf = (accountId: string): RequestError | undefined =>
    answer.ok
      ? answer.value.refused.find((refused) => refused.accountId === accountId)?.failure
      : answer.failure
  for (const { accountId, sessions } of chosen) {
    const failure = failureOf(accountId)
    const subject: Subject = `revocation ${accountId}`
    const asked = { accountId, kind: 'many', sessions } as const
    if (failure) toasts.add(subject, { kind: 'startFailed', asked, failure })
    else toasts.removeFailures((one) => one === subject)
  }
}
