import type { BatchPhase, EndsView } from '../../../electron/shared/ends.ts'
import type { AppProcess } from '../world/app-process.ts'
import { isOpen } from './batches.ts'
import type { TrueSession } from '../world/truth.ts'
import type { Intent, Intents } from './intents.ts'
import type { AccountAddress, Known } from './record.ts'

/** Where an asked end is to be seen: in a batch, as a result, or in another batch only. */
type PlaceOfEnd = BatchPhase['kind'] | 'settled' | 'elsewhere'

/** The phases of batches, those first that go on by themselves. */
const BY_THEMSELVES: readonly BatchPhase['kind'][] = ['going', 'undoable', 'waiting', 'done']
/** These wait for the person. */
const ASKING: readonly BatchPhase['kind'][] = ['paused', 'asking']

/** Where an asked end is to be seen, on the sessions that `isIt` accepts; null if nowhere. */
function placeOf(
  view: EndsView,
  isIt: (named: { key: number }) => boolean,
  { batch }: Intent,
): PlaceOfEnd | null {
  const { batches, ends } = view
  const found = ends.filter(isIt)
  const own = found.filter((end) => batch === null || end.batches.includes(batch))
  const open = own.find(isOpen)
  if (open) {
    const phases = batches.flatMap(({ number, phase }) => (open.batches.includes(number) ? phase.kind : []))
    return [...BY_THEMSELVES, ...ASKING].find((phase) => phases.includes(phase)) ?? null
  }
  if (own.length > 0) return 'settled'
  return found.length > 0 ? 'elsewhere' : null
}

/** Looks for what was asked for: it is settled and told, or stays to be seen. */
export function createPromises(
  { computer, truth, evidence, record, violations, sessionOf }: Known,
  intents: Intents,
  addressOf: (accountId: string) => AccountAddress,
) {
  /** When the app last told what became of a session, true ms, by account, batch and session, which its key or its number names. */
  const toldAt = new Map<string, number>()
  const nameOf = (accountId: string, batch: number | null, session: string): string =>
    `${accountId} ${batch} ${session}`

  /** The sessions that an end may be shown on: its own, and those that it was renewed as, truly or as it seems. */
  const lineOf = ({ accountId, session }: Intent): TrueSession[] =>
    truth.sessions.filter((each) => record.mayBeOne(session, each, addressOf(accountId)))

  /** Tells whether a key names a session that an end may be shown on. */
  function isItOf(intent: Intent): (named: { key: number }) => boolean {
    const about = lineOf(intent)
    return ({ key }) => key === intent.key || about.some((each) => each === sessionOf(intent.accountId, key))
  }

  function isTold(intent: Intent): boolean {
    const { accountId, batch, askedAt, key } = intent
    const wasTold = (by: number | null, session: string): boolean =>
      (toldAt.get(nameOf(accountId, by, session)) ?? -Infinity) >= askedAt
    const names = [`key ${key}`, ...lineOf(intent).map(({ uid }) => `${uid}`)]
    return names.some((session) => [null, batch].some((by) => wasTold(by, session)))
  }

  return {
    /** The app told what became of the end of the session with a key; `batch`: in this one, null: by itself. */
    told(accountId: string, batch: number | null, key: number) {
      for (const session of [`key ${key}`, `${sessionOf(accountId, key)?.uid}`])
        toldAt.set(nameOf(accountId, batch, session), computer.kernel.now())
    },
    /** Tells whether a key names the session of an intent. */
    isItOf,
    /** Looks for every open end of accounts that are signed in. */
    check(views: ReadonlyMap<string, EndsView>, hasLeft: (accountId: string) => boolean) {
      for (const intent of intents.all) {
        const { accountId, session, state, source } = intent
        const view = views.get(accountId)
        if (state !== 'open' || hasLeft(accountId) || !view) continue
        const place = placeOf(view, isItOf(intent), intent)
        if (place !== null && place !== 'settled' && place !== 'elsewhere') continue
        intent.state = 'settled'
        // Nobody needs to be told of a session that was gone before. A rule takes back what it wants no more, also what a person
        // tried again in its batch.
        const wasOver = session.until !== null && session.until < intent.askedAt
        // Nor is it told by that session's key where no list that has it is certainly stored.
        const its = evidence.good(addressOf(accountId).key).filter(({ uids }) => uids.has(session.uid))
        const isUnknown = its.length > 0 && its.every(evidence.mayBeUnstored)
        const sent = evidence.endsOf(session).filter(({ sentAt }) => sentAt >= intent.askedAt)
        const wasSent = sent.some(({ isForgotten }) => !isForgotten)
        const isTakenBack =
          (place === 'elsewhere' || !wasSent) &&
          (source === 'rule' || intents.isOfRule(accountId, intent.batch))
        if (place !== 'settled' && !wasOver && !isUnknown && !isTakenBack && !isTold(intent))
          violations.add('asked and forgotten', session, `By ${source}.`)
      }
    },
    /** Once the world has healed and had time: nothing waits but for the person. */
    checkSettled({ services }: AppProcess) {
      for (const intent of intents.all) {
        const { accountId, session, source, state, undoableUntil } = intent
        const isSignedIn = services.accounts.get(accountId)?.status === 'signedIn'
        // Behind lists that stay unclear, as an API token's empty ones, an end waits until the person takes it back.
        const isUnclear = evidence.lists(addressOf(accountId).key).at(-1)?.unclear
        if (state !== 'open' || !isSignedIn || isUnclear || computer.kernel.now() < undoableUntil) continue
        const place = placeOf(services.revocations.view(accountId), isItOf(intent), intent)
        if (BY_THEMSELVES.some((phase) => phase === place))
          violations.add(`not settled: ${place}`, session, `Asked for by ${source}.`)
      }
      for (const { id, status } of services.accounts.all()) {
        const review = services.reviews.shown(id)
        const { batches, ends } = services.revocations.view(id)
        const isIdle = !batches.some(({ cause }) => cause === 'review') && !ends.some(isOpen)
        const pending = review?.items.find(({ outcome }) => outcome === 'waiting')
        if (status === 'signedIn' && review?.finishedAt && isIdle && pending)
          violations.add('review waits for ever', null, `${pending.name} is not confirmed yet.`)
      }
    },
  }
}
