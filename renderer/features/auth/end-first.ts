import { computed, shallowRef, watch } from 'vue'
import { controlEnds } from '../revocation/control-ends.ts'
import { leftBehind } from '../revocation/left-behind.ts'
import { useRevocations } from '../revocation/revocations.ts'

/** Called once no end is under way: `done` if all succeeded, `failed` if what came of some is to be seen first. */
export interface EndFirstOutcomes {
  done(): void
  failed(): void
}

/**
 * The choice to end the sessions of an account before it is signed out. What turns out to wait for the service, or for the person,
 * is asked about again.
 */
export function useEndFirst(accountId: string, { done, failed }: EndFirstOutcomes) {
  const revocations = useRevocations()
  const isEnding = shallowRef(false)
  const isResumed = shallowRef(false)
  const left = computed(() => leftBehind(accountId))
  /** Those that end without anybody doing anything, until it is known what came of them. */
  const going = computed(() =>
    [...revocations.openEnds(accountId).values()].filter(
      ({ place }) => place === 'undoable' || place === 'ending',
    ),
  )
  const failures = (): number =>
    [...(revocations.shown.get(accountId)?.ends.values() ?? [])].filter(
      ({ state }) => state === 'failed' || state === 'notConfirmed',
    ).length
  let failuresBefore = 0

  async function endFirst(): Promise<void> {
    isEnding.value = true
    failuresBefore = failures()
    const stopped = revocations.batches.filter(
      (part) => part.accountId === accountId && ['paused', 'asking'].includes(part.batch.phase.is),
    )
    await controlEnds(stopped, 'resume')
    isResumed.value = true
  }

  watch([isResumed, going], () => {
    if (!isResumed.value || going.value.length > 0) return
    isResumed.value = isEnding.value = false
    if (left.value.length > 0) return
    if (failures() > failuresBefore) failed()
    else done()
  })

  return {
    isEnding,
    count: computed(() => (isEnding.value ? going : left).value.length),
    canEndFirst: computed(() => left.value.some(({ place }) => place !== 'queued')),
    endFirst,
  }
}
