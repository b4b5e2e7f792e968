import { ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Account } from '../../../electron/shared/account.ts'
import { signOut } from './sign-out.ts'

/** Whether removing the account deletes a token that only this computer has. */
function losesToken({ credential, status }: Account): boolean {
  return status === 'unreadable' || (credential.kind === 'instance' && status === 'signedIn')
}

/** Removes an account from this computer: at once if no token is lost, otherwise after a confirmation. */
export function useAccountRemoval() {
  const { t } = useI18n()
  const asking = ref<Account | null>(null)

  async function remove(account: Account): Promise<void> {
    if (losesToken(account) && asking.value === null) {
      asking.value = account
      return
    }
    asking.value = null
    await signOut(account, 'signOut')
  }

  /** The texts of the confirmation. */
  const confirmation = (account: Account) => ({
    title: t('removeAccount.ask', { name: account.user.name }),
    text: account.credential.kind === 'instance' ? t('removeAccount.token') : t('removeAccount.signIn'),
    action: t('account.remove'),
    cancel: t('common.cancel'),
  })

  return { asking, remove, confirmation }
}
