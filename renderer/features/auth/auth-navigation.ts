import { ref } from 'vue'
import { useRouter } from 'vue-router'
import { useAppStore } from '../../lib/app-state.ts'
import { useAuthFlow, type AuthPrefill } from './auth-flow.ts'

/** Returns a function that opens a screen before sign-in with a prefill. */
export function useOpenAuth() {
  const router = useRouter()
  const authFlow = useAuthFlow()
  return (name: 'register' | 'forgot' | 'reset', prefill: AuthPrefill): void => {
    authFlow.pass(prefill)
    void router.push({ name })
  }
}

/**
 * The server and the email address of a screen before sign-in. They start with the values of the previous screen; the navigation
 * functions pass them to the next one.
 */
export function useAuthAddresses() {
  const app = useAppStore()
  const router = useRouter()
  const authFlow = useAuthFlow()
  const openAuth = useOpenAuth()
  const { server: knownServer, email: knownEmail } = authFlow.take()
  const server = ref(knownServer ?? app.state.settings.server)
  const email = ref(knownEmail ?? '')
  const typed = (): AuthPrefill => ({ server: server.value.trim(), email: email.value.trim() })

  return {
    server,
    email,
    /** Goes back in the history; the router's guard redirects if that page is no longer allowed. */
    back(): void {
      authFlow.pass(typed())
      router.back()
    },
    async toSignIn(more: AuthPrefill = {}): Promise<void> {
      authFlow.pass({ ...typed(), ...more })
      await router.replace({ name: app.signedIn ? 'addAccount' : 'signIn' })
    },
    open: (name: 'reset') => openAuth(name, typed()),
  }
}
