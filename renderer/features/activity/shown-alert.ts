import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { validTimeZone } from '../../../electron/shared/exact-time.ts'
import { ago, formatAgo } from '../../../electron/shared/relative-time.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useNow } from '../../lib/now.ts'
import { useSessions } from '../session-list/session-lists.ts'
import { useAlerts } from './alerts.ts'

/** The alert of the shown account, otherwise of another account, with its texts; `newest` is null without one. */
export function useShownAlert() {
  const { t, locale } = useI18n()
  const app = useAppStore()
  const sessions = useSessions()
  const alerts = useAlerts()
  const now = useNow(10_000)

  const shown = computed(() => alerts.own ?? alerts.all[0] ?? null)
  const newest = computed(() => shown.value?.newest[0] ?? null)
  const isOwn = computed(() => alerts.own !== null)
  const isOne = computed(() => shown.value?.count === 1)
  const account = computed(() => app.state.accounts.find(({ id }) => id === shown.value?.accountId))
  const age = computed(() => {
    const skew = sessions.lists.get(shown.value?.accountId ?? '')?.skew ?? 0
    const elapsed = ago(
      newest.value?.at ?? null,
      now.value + skew,
      validTimeZone(account.value?.user.timezone),
    )
    return formatAgo(elapsed, locale.value, { never: t('time.unknown'), now: t('time.now') })
  })

  const text = computed(() => {
    const count = shown.value?.count ?? 0
    const facts = { name: newest.value?.name ?? '', account: account.value?.user.name ?? '' }
    if (!isOne.value) return isOwn.value ? t('alerts.many', count) : t('alerts.manyFor', facts, count)
    if (newest.value?.mayBeRenewed)
      return t(isOwn.value ? 'alerts.perhapsRenewed' : 'alerts.perhapsRenewedFor', facts)
    return t(isOwn.value ? 'alerts.one' : 'alerts.oneFor', facts)
  })
  const detail = computed(() => {
    if (!isOne.value) return t('alerts.newest', { name: newest.value?.name ?? '', age: age.value })
    return t(newest.value?.mayBeRenewed ? 'alerts.whenPerhapsRenewed' : 'alerts.when', { age: age.value })
  })

  return { newest, isOwn, isOne, text, detail }
}
