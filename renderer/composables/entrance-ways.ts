import { useRouter } from 'vue-router'
import { useAppStore } from '../stores/app.ts'
import { useEntrance, type Handed } from '../stores/entrance.ts'

/** The ways between the screens that need no account, each with what was typed or reached. */
export function useEntranceWays() {
  const router = useRouter()
  const app = useAppStore()
  const entrance = useEntrance()

  return {
    /** To where people came from; the router's guard knows whether they may still be there. */
    back(handed: Handed): void {
      entrance.hand(handed)
      router.back()
    },
    async toSignIn(handed: Handed): Promise<void> {
      entrance.hand(handed)
      await router.replace({ name: app.signedIn ? 'addAccount' : 'signIn' })
    },
    on(name: 'register' | 'forgot' | 'reset', handed: Handed): void {
      entrance.hand(handed)
      void router.push({ name })
    },
  }
}
