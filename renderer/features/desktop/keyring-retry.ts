import { ref } from 'vue'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useToasts } from '../../lib/toasts.ts'

/** Tries the keyring again, or restarts the app: on some systems the keyring opens only for a newly started app. */
export function useKeyringRetry() {
  const app = useAppStore()
  const toasts = useToasts()
  const phase = ref<'untried' | 'trying' | 'failed'>('untried')
  const failure = ref<RequestError | null>(null)

  async function retry(): Promise<void> {
    phase.value = 'trying'
    failure.value = null
    const answer = await invoke('keyring:retry')
    await app.reload()
    phase.value = 'failed'
    if (!answer.ok) failure.value = answer.failure
    else if (app.state.tokenStorage.location === 'keyring') toasts.add('keyring', { kind: 'keyringOpened' })
  }

  async function restart(): Promise<void> {
    const answer = await invoke('app:restart')
    if (!answer.ok) failure.value = answer.failure
  }

  return { phase, failure, retry, restart }
}
