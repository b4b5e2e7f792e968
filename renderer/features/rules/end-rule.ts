import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Rule, RuleDays } from '../../../electron/shared/rules.ts'
import { invoke, on, type RequestError } from '../../../electron/shared/bridge.ts'
import { useToasts, type Subject } from '../../lib/toasts.ts'
import { useSessions } from '../session-list/session-lists.ts'

export type LoadedRule = ReturnType<typeof useEndRule>

/** Says in the dock why a change was not saved; null: it was. Returns whether it was. */
function saved(accountId: string, failure: RequestError | null): boolean {
  const subject: Subject = `rule ${accountId}`
  if (failure) useToasts().add(subject, { kind: 'failed', failure })
  else useToasts().removeFailures((one) => one === subject)
  return failure === null
}

/** Exempts a session from the rule of its account, or takes that back. Returns whether that was saved. */
export async function setExempt(accountId: string, key: number, isExempt: boolean): Promise<boolean> {
  const answer = await invoke('rule:exempt', { accountId, key, isExempt })
  return saved(accountId, answer.ok ? null : answer.failure)
}

/** Loads the rule of an account, again after each new list and when ends begin, stop or are taken back, and changes it. */
export function useEndRule(accountId: string) {
  const sessions = useSessions()
  const rule = shallowRef<Rule | null>(null)

  async function load(): Promise<void> {
    const answer = await invoke('rule:get', { accountId })
    if (answer.ok) rule.value = answer.value
  }

  /**
   * Turns the rule on with these days, or off, once what the question kept is exempt from it. Returns whether it would end others
   * than the confirmed ones.
   */
  async function choose(afterDays: RuleDays | null, keys: number[] = [], kept: number[] = []) {
    for (const key of kept) if (!(await setExempt(accountId, key, true))) return false
    const answer = await invoke('rule:set', { accountId, afterDays, keys })
    const isOutdated = !answer.ok && answer.failure.kind === 'conflict'
    saved(accountId, answer.ok || isOutdated ? null : answer.failure)
    await load()
    return isOutdated
  }

  /** The batches of the account and their phases: a rule waits for them. */
  const batches = ref('')
  const stop = on('ends:changed', (update) => {
    if (update.accountId !== accountId) return
    batches.value = update.batches.map(({ number, phase }) => `${number} ${phase.kind}`).join()
  })
  onScopeDispose(stop)
  const list = () => sessions.lists.get(accountId)
  watch([() => list()?.checkedAt, () => list()?.sessions, batches], load, { immediate: true })

  return { rule, choose }
}
