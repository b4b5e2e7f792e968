import { acceptHMRUpdate, defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { invoke } from '../../../electron/shared/bridge.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useToasts } from '../../lib/toasts.ts'

/** The new sign-ins that are not acknowledged yet. */
export const useAlerts = defineStore('alerts', () => {
  const app = useAppStore()
  const toasts = useToasts()

  const all = computed(() => app.state.alerts)
  /** The alerts of the shown account. */
  const own = computed(() => all.value.find(({ accountId }) => accountId === app.account?.id) ?? null)
  /** The number of alerts of all other accounts. */
  const elsewhere = computed(
    () => all.value.reduce((sum, { count }) => sum + count, 0) - (own.value?.count ?? 0),
  )

  const countOf = (accountId: string): number =>
    all.value.find((alerts) => alerts.accountId === accountId)?.count ?? 0

  /** The sign-in that was acknowledged last, by itself. */
  const answered = shallowRef<{ accountId: string; key: number } | null>(null)

  /** Acknowledges one sign-in of an account, or all of them where `key` is null. */
  async function acknowledge(accountId: string, key: number | null): Promise<void> {
    answered.value = key === null ? null : { accountId, key }
    const answer = await (key === null
      ? invoke('alert:acknowledgeAll', { accountId })
      : invoke('alert:acknowledge', { accountId, key }))
    const subject = `alerts ${accountId}` as const
    if (answer.ok) toasts.removeFailures((one) => one === subject)
    else toasts.add(subject, { kind: 'failed', failure: answer.failure })
  }

  return { all, own, elsewhere, countOf, answered, acknowledge }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useAlerts, import.meta.hot))
