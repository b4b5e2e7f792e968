import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { NewSignIn } from '../../../electron/shared/activity.ts'
import { validTimeZone } from '../../../electron/shared/dates.ts'
import { serverName } from '../../../electron/shared/server-name.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useAgeText } from '../../lib/dates.ts'
import { useNow } from '../../lib/now.ts'
import { useRevocations } from '../revocation/revocations.ts'
import { useSessions } from '../session-list/session-lists.ts'
import { openAlerts } from './alert-rows.ts'
import { useAlerts } from './alerts.ts'

/**
 * The open alerts, with a text for all of them. `newest` is that of the shown account, otherwise of another account, and null
 * without one. A sign-in that is being ended has an entry of its own.
 */
export function useShownAlert() {
  const { t, n } = useI18n()
  const ageText = useAgeText()
  const app = useAppStore()
  const sessions = useSessions()
  const alerts = useAlerts()
  const revocations = useRevocations()
  const now = useNow(10_000)

  const open = computed(() => openAlerts(alerts.all, revocations.isEnding))
  const own = computed(() => open.value.find(({ accountId }) => accountId === app.account?.id))
  const shown = computed(() => own.value ?? open.value[0] ?? null)
  const newest = computed(() => shown.value?.newest[0] ?? null)
  const isOwn = computed(() => own.value !== undefined)
  const isOne = computed(() => shown.value?.count === 1)

  const accountOf = (accountId: string) => app.state.accounts.find(({ id }) => id === accountId)
  /** The name of an account and its tenant, otherwise its server. */
  function labelOf({ accountId }: NewSignIn): string {
    const account = accountOf(accountId)
    return account ? `${account.user.name}, ${account.user.tenant?.name ?? serverName(account.baseUrl)}` : ''
  }
  function ageOf({ accountId, at }: NewSignIn): string {
    const skew = sessions.lists.get(accountId)?.skew ?? 0
    const zone = validTimeZone(accountOf(accountId)?.user.timezone)
    return ageText(at, now.value + skew, zone, t('time.unknown'))
  }

  const text = computed(() => {
    const count = shown.value?.count ?? 0
    const { length: accounts } = open.value
    if (accounts > 1) {
      const total = open.value.reduce((sum, each) => sum + each.count, 0)
      return t('alerts.inAccounts', { n: n(total), accounts: n(accounts) })
    }
    const account = accountOf(shown.value?.accountId ?? '')?.user.name ?? ''
    const facts = { name: newest.value?.name ?? '', account }
    if (!isOne.value) return isOwn.value ? t('alerts.many', count) : t('alerts.manyFor', facts, count)
    return t(isOwn.value ? 'alerts.one' : 'alerts.oneFor', facts)
  })
  const detail = computed(() => {
    if (!newest.value) return ''
    const { name } = newest.value
    const age = ageOf(newest.value)
    if (!isOne.value) return t('alerts.newest', { name, age })
    return t('alerts.when', { age })
  })

  return { open, newest, isOwn, isOne, text, detail, labelOf, ageOf }
}
