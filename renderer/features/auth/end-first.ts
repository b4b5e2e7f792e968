import { computed, shallowRef, watch } from 'vue'
import { controlEnds } from '../revocation/control-ends.ts'
import { leftBehind } from '../revocation/left-behind.ts'
import { useRevocations } from '../revocation/revocations.ts'

/**
 * The choice to send the ends of an account before it is signed out. `done` is called when nothing is left unsent; what turns out
 * to wait for the service, or for the person, is asked about again.
 */
export function useEndFirst(accountId: string, done: () => void) {
  const revocations = useRevocations()
  const isEnding = shallowRef(false)
  const left = computed(() => leftBehind(accountId))
  /** Those that are sent without anybody doing anything. */
  const going = computed(() => left.value.filter(({ place }) => place === 'undoable' || place === 'ending'))

  const isResumed = shallowRef(false)

  async function endFirst(): Promise<void> {
    isEnding.value = true
    const stopped = revocations.batches.filter(
      (part) => part.accountId === accountId && ['paused', 'asking'].includes(part.batch.phase.is),
    )
    await controlEnds(stopped, 'resume')
    // What came of it.
    await revocations.open()
    isResumed.value = true
  }

  watch([isResumed, going], () => {
    if (!isResumed.value || going.value.length > 0) return
    isResumed.value = isEnding.value = false
    if (left.value.length === 0) done()
  })

  return {
    isEnding,
    unsent: computed(() => left.value.length),
    canEndFirst: computed(() => left.value.some(({ place }) => place !== 'queued')),
    endFirst,
  }
}
