import { useI18n } from 'vue-i18n'
import { hasFailed, type EndView } from '../../../electron/shared/ends.ts'
import { useAppStore } from '../../lib/app-state.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { openEndsOf, type ShownEnds } from './open-ends.ts'
import { useRevocations } from './revocations.ts'

const cache = new WeakMap<ShownEnds, ReadonlyMap<number, EndView>>()

/** The ends that failed, by the keys of their sessions, until their results are dismissed or the session is ended again. */
export function failedEndsOf(shown: ShownEnds): ReadonlyMap<number, EndView> {
  const known = cache.get(shown)
  if (known) return known
  const batches = new Set(shown.batches.map(({ number }) => number))
  const open = openEndsOf(shown)
  const failed = [...shown.ends.values()].filter(
    (end) => hasFailed(end.state) && !open.has(end.key) && end.batches.some((number) => batches.has(number)),
  )
  const ends = new Map(failed.map((end) => [end.key, end]))
  cache.set(shown, ends)
  return ends
}

/** Returns a function that says why the end of a session failed, for its row; empty if none did, or the person has seen it. */
export function useRefusedEnds(): (accountId: string, key: number) => string {
  const { t } = useI18n()
  const app = useAppStore()
  const say = useFailureText()
  const revocations = useRevocations()
  return (accountId, key) => {
    const shown = revocations.shown.get(accountId)
    const end = shown && failedEndsOf(shown).get(key)
    if (!end) return ''
    const state = t(`endState.${end.state}`)
    // What was answered to the end of one that is listed still does not tell more.
    if (end.failure === null || end.state === 'stillListed') return state
    return `${state}. ${say(end.failure, app.serverOf(accountId))}`
  }
}
