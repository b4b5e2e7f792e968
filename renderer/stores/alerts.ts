import { defineStore } from 'pinia'
import { computed } from 'vue'
import { invoke } from '../bridge.ts'
import { useAppStore } from './app.ts'
import { useToasts } from './toasts.ts'

/** The new sign-ins that nobody has answered for. */
export const useAlerts = defineStore('alerts', () => {
  const app = useAppStore()
  const toasts = useToasts()

  const all = computed(() => app.state.alerts)
  /** Those of the account that is shown. */
  const own = computed(() => all.value.find(({ accountId }) => accountId === app.account?.id) ?? null)
  /** How many the other accounts have. */
  const elsewhere = computed(
    () => all.value.reduce((sum, { count }) => sum + count, 0) - (own.value?.count ?? 0),
  )

  const countOf = (accountId: string): number =>
    all.value.find((alerts) => alerts.accountId === accountId)?.count ?? 0

  async function answer(accountId: string, asking: ReturnType<typeof invoke>): Promise<void> {
    const answered = await asking
    const subject = `alerts ${accountId}` as const
    if (answered.ok) toasts.removeFailures((one) => one === subject)
    else toasts.add(subject, { kind: 'failed', failure: answered.failure })
  }

  /** The person made one sign-in of an account, or all of them. */
  function itWasMe(accountId: string, sessionId: number | null): Promise<void> {
    return answer(
      accountId,
      sessionId === null
        ? invoke('alert:allMine', { accountId })
        : invoke('alert:itWasMe', { accountId, sessionId }),
    )
  }

  return { all, own, elsewhere, countOf, itWasMe }
})
