import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Activity, ActivityFilter, ExportFormat } from '../../electron/contract/activity.ts'
import { invoke, on, type RequestError } from '../bridge.ts'

/** The history of the account that is shown, as main last told it, and what can be done with it. */
export function useActivity(accountId: () => string) {
  const activity = shallowRef<Activity | null>(null)
  const trouble = shallowRef<RequestError | null>(null)
  /** What was just done, to be said. */
  const done = shallowRef<'exported' | 'cleared' | null>(null)

  async function load(): Promise<void> {
    const id = accountId()
    const answer = await invoke('activity:get', { accountId: id })
    if (id !== accountId()) return
    if (answer.ok) activity.value = answer.value
    else trouble.value = answer.failure
  }

  async function save(format: ExportFormat, filter: ActivityFilter): Promise<void> {
    done.value = null
    const answer = await invoke('activity:export', { accountId: accountId(), format, filter })
    trouble.value = answer.ok ? null : answer.failure
    if (answer.ok && answer.value.saved) done.value = 'exported'
  }

  async function clear(): Promise<void> {
    done.value = null
    const answer = await invoke('activity:clear', { accountId: accountId() })
    trouble.value = answer.ok ? null : answer.failure
    if (answer.ok) done.value = 'cleared'
    await load()
  }

  watch(
    accountId,
    () => {
      activity.value = null
      trouble.value = null
      done.value = null
      void load()
    },
    { immediate: true },
  )
  onScopeDispose(on('activity:changed', (changed) => void (changed.accountId === accountId() && load())))

  return { activity, trouble, done, save, clear }
}
