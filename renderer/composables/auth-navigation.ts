import { useRouter } from 'vue-router'
import { useAppStore } from '../stores/app.ts'
import { useAuthFlow, type AuthPrefill } from '../stores/auth-flow.ts'

/** Navigates between the screens before sign-in and passes a prefill to each. */
export function useAuthNavigation() {
  const router = useRouter()
  const app = useAppStore()
  const authFlow = useAuthFlow()

  return {
    /** Goes one step back in the history; the router's guard redirects where that page is no longer allowed. */
    back(prefill: AuthPrefill): void {
      authFlow.pass(prefill)
      router.back()
    },
    async toSignIn(prefill: AuthPrefill): Promise<void> {
      authFlow.pass(prefill)
      await router.replace({ name: app.signedIn ? 'addAccount' : 'signIn' })
    },
    open(name: 'register' | 'forgot' | 'reset', prefill: AuthPrefill): void {
      authFlow.pass(prefill)
      void router.push({ name })
    },
  }
}
