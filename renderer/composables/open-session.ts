import { nextTick } from 'vue'
import { useRouter } from 'vue-router'
import { useDesk } from '../stores/desk.ts'
import { useAccountSwitch } from './account-switch.ts'
import { focusSession } from './row-focus.ts'

/** Leads to one session's row, of whichever account, with the focus on its End button. */
export function useOpenSession(): (accountId: string, sessionId: number) => Promise<void> {
  const router = useRouter()
  const desk = useDesk()
  const { show } = useAccountSwitch()

  return async (accountId, sessionId) => {
    if (desk.account?.id !== accountId) await show(accountId)
    // Something unsaved kept the person where they are.
    if (desk.account?.id !== accountId) return
    await router.push({ name: 'sessions' })
    await nextTick()
    focusSession(sessionId)
  }
}
