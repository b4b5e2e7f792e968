import { computed, shallowRef, watch } from 'vue'
import { controlEnds } from '../revocation/control-ends.ts'
import type { OpenEnd } from '../revocation/open-ends.ts'
import { useRevocations } from '../revocation/revocations.ts'
import { hasFailures } from '../../../electron/shared/ends-text.ts'

/** Called once no end is under way: `done` if all succeeded, `failed` if what came of some is to be seen first. */
export interface EndFirstOutcomes {
  done(): void
  failed(): void
}

/** The ends of an account's sessions that stay signed in if the account is signed out now. */
export function leftBehind(accountId: string): OpenEnd[] {
  return [...useRevocations().openEnds(accountId).values()].filter(({ isLeftBehind }) => isLeftBehind)
}

/**
 * The choice to end the sessions of an account before it is signed out. What turns out to wait for the service, or for the person,
 * is asked about again.
 */
export function useEndFirst(accountId: string, { done, failed }: EndFirstOutcomes) {
  const revocations = useRevocations()
  const isEnding = shallowRef(false)
  const left = computed(() => leftBehind(accountId))
  /** The number of those that end without anybody doing anything, until it is known what came of them. */
  const going = computed(() => revocations.endingKeys(accountId).size)
  const own = computed(() => revocations.batches.filter((part) => part.accountId === accountId))

  async function endFirst(): Promise<void> {
    const stopped = own.value.filter(({ batch }) => ['paused', 'asking'].includes(batch.phase.kind))
    await controlEnds(stopped, 'resume')
    isEnding.value = true
  }

  watch([isEnding, going], () => {
    if (!isEnding.value || going.value > 0) return
    isEnding.value = false
    if (left.value.length > 0) return
    if (own.value.some(({ batch }) => hasFailures(batch.counts))) failed()
    else done()
  })

  return {
    isEnding,
    count: computed(() => (isEnding.value ? going.value : left.value.length)),
    canEndFirst: computed(() => left.value.some(({ place }) => place !== 'waiting')),
    endFirst,
  }
}
