import { ref } from 'vue'
import { ask, type RequestError } from '../bridge.ts'
import { useDesk } from '../stores/desk.ts'
import { useToasts } from '../stores/toasts.ts'

/** Asking the keyring again, and what came of it; some systems answer differently only to an app that has just started. */
export function useKeyringRetry() {
  const desk = useDesk()
  const toasts = useToasts()
  const phase = ref<'untried' | 'trying' | 'failed'>('untried')
  const trouble = ref<RequestError | null>(null)

  async function retry(): Promise<void> {
    phase.value = 'trying'
    trouble.value = null
    const answer = await ask('keyring:retry')
    await desk.reload()
    phase.value = 'failed'
    if (!answer.ok) trouble.value = answer.failure
    else if (desk.desk.keeping.place === 'keyring') toasts.add('keyring', { kind: 'keyringOpened' })
  }

  async function restart(): Promise<void> {
    const answer = await ask('app:restart')
    if (!answer.ok) trouble.value = answer.failure
  }

  return { phase, trouble, retry, restart }
}
