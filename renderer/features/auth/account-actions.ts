import { Keyboard, LogOut, MonitorX, Trash2, UserPlus } from '@lucide/vue'
import { computed, type Component } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { Account } from '../../../electron/shared/account.ts'
import { useAuthFlow } from './auth-flow.ts'
import { useConfirmSignOut } from './sign-out.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useOverlays } from '../../lib/overlays.ts'
import type { Command } from '../../lib/shortcuts.ts'

/** An action of the account menu, which the palette has too. */
export interface AccountAction {
  id: string
  label: string
  icon: Component
  isDisabled: boolean
  command?: Command
  run: () => unknown
}

/** The actions of the account menu, in its order: the last one ends sessions. */
export function useAccountActions() {
  const { t } = useI18n()
  const router = useRouter()
  const app = useAppStore()
  const authFlow = useAuthFlow()
  const overlays = useOverlays()
  const signOut = useConfirmSignOut()

  const exit = (id: string, label: string, icon: Component, run: (account: Account) => void) => ({
    ...{ id, label, icon },
    isDisabled: authFlow.signingOut,
    run: () => app.account && run(app.account),
  })
  const remove = (account: Account): void => overlays.open({ kind: 'removal', account })
  const leaveAll = (account: Account): void => overlays.open({ kind: 'everywhere', account })

  return computed((): AccountAction[] => [
    {
      ...{ id: 'add', label: t('account.add'), icon: UserPlus, isDisabled: false },
      run: () => router.push({ name: 'addAccount' }),
    },
    // An API token is managed at the service; the app can only remove it.
    app.usesToken
      ? exit('remove', t('account.remove'), Trash2, remove)
      : exit('signOut', t('account.signOut'), LogOut, signOut),
    {
      ...{ id: 'overview', label: t('keyboard.title'), icon: Keyboard, isDisabled: false },
      ...{ command: 'overview', run: () => overlays.open('overview') },
    },
    ...(app.usesToken ? [] : [exit('everywhere', t('account.everywhere'), MonitorX, leaveAll)]),
  ])
}
