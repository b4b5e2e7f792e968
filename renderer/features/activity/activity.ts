import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Activity, ActivityFilter, ExportFormat } from '../../../electron/shared/activity.ts'
import { invoke, on, type RequestError } from '../../../electron/shared/bridge.ts'

/** Loads the history of the shown account, reloads it on changes, exports and clears it. */
export function useActivity(accountId: () => string) {
  const activity = shallowRef<Activity | null>(null)
  const failure = shallowRef<RequestError | null>(null)
  /** The last successful action, which the page announces. */
  const done = shallowRef<'exported' | 'cleared' | null>(null)

  async function load(): Promise<void> {
    const id = accountId()
    // The account was removed, and the page is about to leave.
    if (id === '') return
    const answer = await invoke('activity:get', { accountId: id })
    if (id !== accountId()) return
    if (answer.ok) activity.value = answer.value
    else failure.value = answer.failure
  }

  async function save(format: ExportFormat, filter: ActivityFilter): Promise<void> {
    done.value = null
    const answer = await invoke('activity:export', { accountId: accountId(), format, filter })
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok && answer.value.saved) done.value = 'exported'
  }

  async function clear(): Promise<void> {
    done.value = null
    const answer = await invoke('activity:clear', { accountId: accountId() })
    failure.value = answer.ok ? null : answer.failure
    if (answer.ok) done.value = 'cleared'
    await load()
  }

  watch(
    accountId,
    () => {
      activity.value = null
      failure.value = null
      done.value = null
      void load()
    },
    { immediate: true },
  )
  onScopeDispose(on('activity:changed', (changed) => void (changed.accountId === accountId() && load())))

  return { activity, failure, done, save, clear }
}
