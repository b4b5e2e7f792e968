import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Rule, RuleDays } from '../../../electron/shared/rules.ts'
import { invoke, on, type RequestError } from '../../../electron/shared/bridge.ts'
import type { SessionList } from '../../../electron/shared/session-list.ts'
import { useSessions } from '../session-list/session-lists.ts'

/** The days of the preview of a rule that is off. */
const DEFAULT_DAYS: RuleDays = 90

/**
 * Loads the rule of an account, again after each new list and when ends begin, stop or are taken back, and changes it.
 * `previewDays` are those of the preview while they are not those of the rule; null while they are.
 */
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
    if (!answer.ok) failure.value = answer.failure
    // Of a rule that is off there is no preview yet.
    else if (answer.value.afterDays === null && previewDays.value === null) previewDays.value = DEFAULT_DAYS
    else rule.value = answer.value
  }

  /** Turns the rule on with these days, or off, and reloads it. Returns whether it would end others than the confirmed ones. */
  async function choose(afterDays: RuleDays | null, keys: number[] = []): Promise<boolean> {
    if (!rule.value) return false
    const { afterDays: before } = rule.value
    const answer = await invoke('rule:set', { accountId, afterDays, keys })
    const isOutdated = !answer.ok && answer.failure.kind === 'conflict'
    failure.value = answer.ok || isOutdated ? null : answer.failure
    if (answer.ok) previewDays.value = afterDays === null ? (previewDays.value ?? before) : null
    await load()
    return isOutdated
  }

  /** Exempts a session from the rule, or removes the exemption. */
  async function setExempt(key: number, isExempt: boolean): Promise<void> {
    const answer = await invoke('rule:exempt', { accountId, key, isExempt })
    failure.value = answer.ok ? null : answer.failure
    await load()
  }

  /** The batches of the account and their phases: what is being ended is not in the preview. */
  const batches = ref('')
  const stop = on('ends:changed', (update) => {
    if (update.accountId !== accountId) return
    batches.value = update.batches.map(({ number, phase }) => `${number} ${phase.kind}`).join()
  })
  const list = (): SessionList | undefined => sessions.lists.get(accountId)
  // Its names are in the language of the app.
  watch([() => list()?.checkedAt, () => list()?.sessions, previewDays, batches], () => void load(), {
    immediate: true,
  })
  onScopeDispose(() => {
    stop()
    requests++
  })

  return { rule, previewDays, failure, choose, setExempt }
}
