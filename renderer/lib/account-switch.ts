import { useI18n } from 'vue-i18n'
import type { Account } from '../../electron/shared/account.ts'
import { invoke } from '../../electron/shared/bridge.ts'
import { useNavigationGuard } from './navigation-guard.ts'
import { useToasts } from './toasts.ts'
import { serverName } from '../../electron/shared/server-name.ts'

/**
 * Switches the shown account. Describes an account by who signed in where, and by its tenant and server, its API token, or its
 * status.
 */
export function useAccountSwitch() {
  const { t } = useI18n()
  const toasts = useToasts()
  const guard = useNavigationGuard()

  async function show(accountId: string): Promise<void> {
    if (!(await guard.mayLeave())) return
    const answer = await invoke('account:select', { accountId })
    if (answer.ok) toasts.removeFailures((subject) => subject === 'account')
    else toasts.add('account', { kind: 'failed', failure: answer.failure })
  }

  function detailOf({ user, baseUrl, status, credential }: Account): string {
    if (status === 'signedIn' && credential.kind === 'instance')
      return `${t('account.token', { hint: credential.maskedToken })} · ${serverName(baseUrl)}`
    const detail = user.tenant ? `${user.tenant.name} · ${serverName(baseUrl)}` : serverName(baseUrl)
    return status === 'signedIn' ? detail : t(`accountStatus.${status}Short`)
  }

  /** The email, or the API token, and the server. */
  function identityOf({ user, baseUrl, credential }: Account): string {
    const who =
      credential.kind === 'instance' ? t('account.token', { hint: credential.maskedToken }) : user.email
    return [who, serverName(baseUrl)].filter(Boolean).join(' · ')
  }

  return { show, detailOf, identityOf }
}
