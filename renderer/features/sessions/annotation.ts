import { useTimeoutFn } from '@vueuse/core'
import { onScopeDispose, ref, watch } from 'vue'
import type { Annotation } from '../../../electron/shared/device.ts'
import { invoke, type RequestError } from '../../../electron/shared/bridge.ts'

/** Whether the typed text is saved; `quiet` before the first change. */
export type SaveState = { kind: 'quiet' | 'saving' | 'saved' } | { kind: 'failed'; failure: RequestError }

/** The pause in typing after which the text is saved. */
const SAVE_DELAY_MS = 400

/** Saves an alias and a note while they are typed: after a pause, and at the latest when the form is unmounted. */
export function useAnnotation(accountId: string, { key, ...saved }: Annotation & { key: number }) {
  const alias = ref(saved.alias ?? '')
  const note = ref(saved.note ?? '')
  const saveState = ref<SaveState>({ kind: 'quiet' })
  let sent = { alias: alias.value, note: note.value }
  const pause = useTimeoutFn(() => save(), SAVE_DELAY_MS, { immediate: false })

  async function save(): Promise<void> {
    pause.stop()
    const typed = { alias: alias.value, note: note.value }
    const part: Partial<Annotation> = {
      ...(typed.alias === sent.alias ? {} : { alias: typed.alias.trim() || null }),
      ...(typed.note === sent.note ? {} : { note: typed.note.trim() || null }),
    }
    if (Object.keys(part).length === 0) return
    saveState.value = { kind: 'saving' }
    const answer = await invoke('session:annotate', { accountId, key, part })
    if (answer.ok) sent = typed
    saveState.value = answer.ok ? { kind: 'saved' } : { kind: 'failed', failure: answer.failure }
  }

  watch([alias, note], () => pause.start())
  onScopeDispose(() => void save())

  return { alias, note, saveState, save }
}
