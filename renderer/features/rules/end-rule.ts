import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Rule, RuleSettings, RuleDays } from '../../../electron/shared/rules.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { useSessions } from '../session-list/session-lists.ts'

/** Loads the rule of an account, again after each new list, and changes it. `previewDays` is a number of days that is not saved. */
export function useEndRule(accountId: string) {
  const sessions = useSessions()
  const rule = shallowRef<Rule | null>(null)
  const previewDays = ref<RuleDays | null>(null)
  const failure = shallowRef<RequestError | null>(null)
  let requests = 0

  async function load(): Promise<void> {
    const request = ++requests
    const answer = await invoke(
      'rule:get',
      previewDays.value === null ? { accountId } : { accountId, previewDays: previewDays.value },
    )
    if (request !== requests) return
    if (answer.ok) rule.value = answer.value
    else failure.value = answer.failure
  }

  /** Saves a part of the settings and reloads the rule. */
  async function choose(part: Partial<RuleSettings>): Promise<void> {
    if (!rule.value) return
    const { afterDays, exempt } = rule.value
    const answer = await invoke('rule:set', { accountId, settings: { afterDays, exempt, ...part } })
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok && 'afterDays' in part) previewDays.value = null
    await load()
  }

  /** Exempts a session from the rule, or removes the exemption. */
  function setExempt(sessionId: number, isExempt: boolean): Promise<void> {
    const others = (rule.value?.exempt ?? []).filter((id) => id !== sessionId)
    return choose({ exempt: isExempt ? [...others, sessionId] : others })
  }

  watch([() => sessions.lists.get(accountId)?.checkedAt, previewDays], () => void load(), { immediate: true })
  onScopeDispose(() => requests++)

  return { rule, previewDays, failure, choose, setExempt }
}
