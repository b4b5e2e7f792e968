import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { Account } from '../../electron/shared/account.ts'
import { invoke } from '../../electron/shared/bridge.ts'
import { useAppStore } from './app-state.ts'
import { useNavigationGuard } from './navigation-guard.ts'
import { useToasts } from './toasts.ts'
import { serverName } from '../../electron/shared/server-name.ts'

/**
 * Switches the shown account. Describes an account by who signed in where, and by its tenant and server, its API token, or its
 * status.
 */
export function useAccountSwitch() {
  const { t } = useI18n()
  const app = useAppStore()
  const toasts = useToasts()
  const router = useRouter()
  const guard = useNavigationGuard()

  async function show(accountId: string): Promise<void> {
    if (!(await guard.mayLeave())) return
    const answer = await invoke('account:select', { accountId })
    if (answer.ok) {
      toasts.removeFailures((subject) => subject === 'account')
      if (router.currentRoute.value.name === 'allAccounts') await router.push({ name: 'sessions' })
    } else toasts.add('account', { kind: 'failed', failure: answer.failure })
  }

  const atServer = (what: string | undefined, baseUrl: string): string =>
    [what, serverName(baseUrl)].filter(Boolean).join(' · ')

  /** The email, or the API token, and the server. */
  const identityOf = ({ user, baseUrl, credential }: Account): string =>
    credential.kind === 'instance'
      ? atServer(t('account.token', { hint: credential.maskedToken }), baseUrl)
      : atServer(user.email, baseUrl)

  function placeOf(account: Account): string {
    const { user, baseUrl, status, credential } = account
    if (status !== 'signedIn') return t(`accountStatus.${status}Short`)
    return credential.kind === 'instance' ? identityOf(account) : atServer(user.tenant?.name, baseUrl)
  }

  /** What is said of an account beside its name; who signed in too where another account would read the same. */
  function detailOf(account: Account): string {
    const place = placeOf(account)
    const isOther = ({ id, user }: Account): boolean => id !== account.id && user.name === account.user.name
    if (!app.state.accounts.some((one) => isOther(one) && placeOf(one) === place)) return place
    return account.status === 'signedIn' ? identityOf(account) : `${identityOf(account)} · ${place}`
  }

  return { show, detailOf, identityOf }
}
