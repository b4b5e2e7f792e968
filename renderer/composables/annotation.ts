import { onScopeDispose, ref, watch } from 'vue'
import type { Annotation } from '../../electron/contract/device.ts'
import { invoke, type RequestError } from '../bridge.ts'

/** How far what was typed is kept. */
export type Keeping = { kind: 'quiet' | 'saving' | 'saved' } | { kind: 'failed'; failure: RequestError }

/** A pause in typing after which it is kept; ms. */
const PAUSE = 400

/** An alias and a note as they are typed: kept by themselves, and at the latest when their place goes away. */
export function useAnnotation(accountId: string, { id: sessionId, ...known }: Annotation & { id: number }) {
  const alias = ref(known.alias ?? '')
  const note = ref(known.note ?? '')
  const keeping = ref<Keeping>({ kind: 'quiet' })
  let sent = { alias: alias.value, note: note.value }
  let timer: ReturnType<typeof setTimeout> | undefined

  async function save(): Promise<void> {
    clearTimeout(timer)
    const typed = { alias: alias.value, note: note.value }
    const part: Partial<Annotation> = {
      ...(typed.alias === sent.alias ? {} : { alias: typed.alias.trim() || null }),
      ...(typed.note === sent.note ? {} : { note: typed.note.trim() || null }),
    }
    if (Object.keys(part).length === 0) return
    keeping.value = { kind: 'saving' }
    const answer = await invoke('session:annotate', { accountId, sessionId, part })
    if (answer.ok) sent = typed
    keeping.value = answer.ok ? { kind: 'saved' } : { kind: 'failed', failure: answer.failure }
  }

  watch([alias, note], () => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), PAUSE)
  })
  onScopeDispose(() => void save())

  return { alias, note, keeping, save }
}
