import type { AppProcess } from '../world/app-process.ts'
import { nameOf, type Intent, type Intents } from './intents.ts'
import type { Violations } from './violations.ts'

/** Looks for what was asked for: it is settled and told, or stays to be seen. */
export interface Promises {
  /** Looks for every open end of accounts that are signed in. */
  check(process: AppProcess, hasLeft: (accountId: string) => boolean): void
  /** Once the world has healed and had time: nothing waits but for the person. */
  checkSettled(process: AppProcess): void
}

/** Where an asked end is to be seen; null if nowhere. */
function placeOf(
  { services }: AppProcess,
  intents: Intents,
  { accountId, first, session }: Intent,
): string | null {
  const { revocations } = services
  const about = [first, session].flatMap(intents.withHeirs)
  const isIt = (id: number, createdAt: number | null): boolean =>
    about.some((each) => id === each.id && (createdAt === null || createdAt === each.createdAt))
  if (revocations.single.pending(accountId).some(({ sessionId }) => isIt(sessionId, null))) return 'alone'
  if (revocations.queue.of(accountId).queued.some((end) => isIt(end.id, end.createdAt))) return 'queue'
  const bulk = revocations.bulk.get(accountId)
  const row = bulk.rows.find(({ sessionId, createdAt }) => isIt(sessionId, createdAt))
  if (row?.state === 'queued' || row?.state === 'sent') return `bulk ${bulk.revocation?.phase.is}`
  return row ? 'settled' : null
}

/** These wait for the person. */
const ASKING = new Set(['bulk paused', 'bulk interrupted'])

/** Creates the checks of what was asked for. */
export function createPromises(intents: Intents, violations: Violations): Promises {
  return {
    check(process, hasLeft) {
      for (const intent of intents.all) {
        const { accountId, session, state, source } = intent
        if (state !== 'open' || hasLeft(accountId) || !process.services.accounts.get(accountId)) continue
        const place = placeOf(process, intents, intent)
        if (place !== null && place !== 'settled') continue
        intent.state = 'settled'
        // Nobody needs to be told of a session that was gone before.
        const wasOver = session.until !== null && session.until < intent.askedAt
        if (place === null && !wasOver)
          violations.add('asked and forgotten', session.uid, `${nameOf(session)}, by ${source}.`)
      }
    },
    checkSettled(process) {
      for (const intent of intents.all) {
        const { accountId, session, source, state } = intent
        const isSignedIn = process.services.accounts.get(accountId)?.status === 'signedIn'
        const place = state === 'open' && isSignedIn ? placeOf(process, intents, intent) : null
        if (place !== null && place !== 'settled' && !ASKING.has(place))
          violations.add(`not settled: ${place}`, session.uid, `${nameOf(session)}, asked for by ${source}.`)
      }
      for (const { id } of process.services.accounts.all()) {
        const { review, items } = process.services.reviews.get(id)
        const isIdle = process.services.revocations.bulk.get(id).revocation === null
        const pending = items.find(({ outcome }) => outcome === 'pending')
        if (review?.finishedAt && isIdle && pending)
          violations.add('review waits for ever', null, `${pending.name} is not confirmed yet.`)
      }
    },
  }
}
