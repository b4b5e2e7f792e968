import { ref } from 'vue'
import { useRouter } from 'vue-router'
import { useAppStore } from '../../lib/app-state.ts'
import { useAuthFlow, type AuthPrefill } from './auth-flow.ts'

/** Navigates between the screens before sign-in and passes a prefill to each. */
export function useAuthNavigation() {
  const router = useRouter()
  const app = useAppStore()
  const authFlow = useAuthFlow()

  return {
    /** Goes back in the history; the router's guard redirects if that page is no longer allowed. */
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

/**
 * The server and the email address of a screen before sign-in. They start with the values of the previous screen; the navigation
 * functions pass them to the next one.
 */
export function useAuthAddresses() {
  const app = useAppStore()
  const { server: knownServer, email: knownEmail } = useAuthFlow().take()
  const navigation = useAuthNavigation()
  const server = ref(knownServer ?? app.state.settings.server)
  const email = ref(knownEmail ?? '')
  const typed = (): AuthPrefill => ({ server: server.value.trim(), email: email.value.trim() })

  return {
    server,
    email,
    back: () => navigation.back(typed()),
    toSignIn: (more: AuthPrefill = {}) => navigation.toSignIn({ ...typed(), ...more }),
    open: (name: 'reset') => navigation.open(name, typed()),
  }
}
