import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Rule, RuleDays } from '../../../electron/shared/rules.ts'
import { invoke, on, type RequestError } from '../../../electron/shared/bridge.ts'
import type { SessionList } from '../../../electron/shared/session-list.ts'
import { useSessions } from '../session-list/session-lists.ts'

export type LoadedRule = ReturnType<typeof useEndRule>

/** Loads the rule of an account, again after each new list and when ends begin, stop or are taken back, and changes it. */
export function useEndRule(accountId: string) {
  const sessions = useSessions()
  const rule = shallowRef<Rule | null>(null)
  const failure = shallowRef<RequestError | null>(null)
  let requests = 0

  async function load(): Promise<void> {
    const request = ++requests
    const answer = await invoke('rule:get', { accountId })
    if (request !== requests) return
    if (answer.ok) rule.value = answer.value
    else failure.value = answer.failure
  }

  /**
   * Turns the rule on with these days, or off, once what the question kept is exempt from it. Returns whether it would end others
   * than the confirmed ones.
   */
  async function choose(
    afterDays: RuleDays | null,
    keys: number[] = [],
    kept: number[] = [],
  ): Promise<boolean> {
    failure.value = null
    for (const key of kept) {
      const answer = await invoke('rule:exempt', { accountId, key, isExempt: true })
      if (!answer.ok) failure.value = answer.failure
    }
    if (failure.value) return false
    const answer = await invoke('rule:set', { accountId, afterDays, keys })
    const isOutdated = !answer.ok && answer.failure.kind === 'conflict'
    if (!answer.ok && !isOutdated) failure.value = answer.failure
    await load()
    return isOutdated
  }

  /** The batches of the account and their phases: a rule waits for them. */
  const batches = ref('')
  const stop = on('ends:changed', (update) => {
    if (update.accountId !== accountId) return
    batches.value = update.batches.map(({ number, phase }) => `${number} ${phase.kind}`).join()
  })
  const list = (): SessionList | undefined => sessions.lists.get(accountId)
  watch([() => list()?.checkedAt, () => list()?.sessions, batches], () => void load(), { immediate: true })
  onScopeDispose(() => {
    stop()
    requests++
  })

  return { rule, failure, choose }
}
