import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { formatWait, freshAge } from '../../../electron/shared/dates.ts'
import { serverName } from '../../../electron/shared/server-name.ts'
import { useAccountSwitch } from '../../lib/account-switch.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useDates } from '../../lib/dates.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { pictureOf } from '../../ui/account-picture.ts'
import { listAccountOf, type RowAccount } from '../session-list/list-context.ts'
import { type ListState, useEndsWait, useListState } from '../session-list/list-state.ts'
import { useSessions } from '../session-list/session-lists.ts'

export interface AccountSummary extends RowAccount {
  /** Whether its sessions are in the list of all accounts: it is signed in. */
  isIncluded: boolean
  count: number
  /** The number of its sessions and the age of their list, or empty. */
  list: string
  /** Why it needs a look, or empty. */
  problem: string
}

/** Returns what is said of each account at `now`, epoch ms by this computer's clock. */
export function useAccountSummaries(now: () => number) {
  const { t, n, locale } = useI18n()
  const dates = useDates()
  const say = useFailureText()
  const app = useAppStore()
  const sessions = useSessions()
  const { detailOf } = useAccountSwitch()
  const endsWait = useEndsWait()
  const stateOf = useListState(now)

  /** The number of its sessions, and the age of its list. */
  function listText(id: string, state: ListState): string {
    const { sessions: rows, checkedAt = null } = sessions.lists.get(id) ?? {}
    if (!rows || checkedAt === null) return state.kind === 'loading' ? t('sessions.loading') : ''
    const age = endsWait(id)
      ? `${t('sessions.lastKnown')}, ${dates().moment(checkedAt)}`
      : t('sessions.checked', { age: freshAge(checkedAt, now(), locale.value, t('time.now')) })
    return `${t('sessions.count', { n: n(rows.length) }, rows.length)} · ${age}`
  }
  /** That this computer is offline is no problem of each account. */
  function problemText(state: ListState, baseUrl: string): string {
    if (state.kind === 'failed') return say(state.failure, serverName(baseUrl))
    if (state.kind === 'stale') return t('sessions.stale')
    if (state.kind !== 'limited') return ''
    const wait = state.retryAt - now()
    const until = wait > 0 ? t('sessions.limitedUntil', { when: formatWait(wait, locale.value) }) : ''
    return `${t('sessions.limited')} ${until || t('sessions.limitedSoon')}`
  }

  return computed(() =>
    app.state.accounts.map((account): AccountSummary => {
      const { id, user, baseUrl, status } = account
      const state = stateOf(id)
      const isIncluded = status === 'signedIn'
      return {
        ...listAccountOf(account, sessions.lists.get(id)),
        name: user.name,
        place: detailOf(account),
        hue: pictureOf(baseUrl, user).hue,
        isIncluded,
        count: (isIncluded && sessions.lists.get(id)?.sessions?.length) || 0,
        list: isIncluded ? listText(id, state) : '',
        problem: isIncluded ? problemText(state, baseUrl) : t('allAccounts.notIncluded'),
      }
    }),
  )
}
