import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Rule, RuleChoice, RuleDays } from '../../electron/contract/rules.ts'
import { invoke, type RequestError } from '../bridge.ts'
import { useSessions } from '../stores/sessions.ts'

/** The rule of one account as main tells it, anew with each list; `previewDays` are days that are tried and not chosen yet. */
export function useEndRule(accountId: string) {
  const sessions = useSessions()
  const rule = shallowRef<Rule | null>(null)
  const previewDays = ref<RuleDays | null>(null)
  const failure = shallowRef<RequestError | null>(null)
  let asked = 0

  async function load(): Promise<void> {
    const mine = ++asked
    const answer = await invoke(
      'rule:get',
      previewDays.value === null ? { accountId } : { accountId, instead: previewDays.value },
    )
    if (mine !== asked) return
    if (answer.ok) rule.value = answer.value
    else failure.value = answer.failure
  }

  /** Keeps a part of the choice, and asks what follows from it. */
  async function choose(part: Partial<RuleChoice>): Promise<void> {
    if (!rule.value) return
    const { afterDays, exempt } = rule.value
    const answer = await invoke('rule:set', { accountId, choice: { afterDays, exempt, ...part } })
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok && 'afterDays' in part) previewDays.value = null
    await load()
  }

  /** Keeps a session from the rule, or gives it back. */
  function keep(sessionId: number, isKept: boolean): Promise<void> {
    const others = (rule.value?.exempt ?? []).filter((id) => id !== sessionId)
    return choose({ exempt: isKept ? [...others, sessionId] : others })
  }

  watch([() => sessions.lists.get(accountId)?.checkedAt, previewDays], () => void load(), { immediate: true })
  onScopeDispose(() => asked++)

  return { rule, previewDays, failure, choose, keep }
}
