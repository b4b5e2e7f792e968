import type { EndCause, EndsView } from '../../../electron/shared/ends.ts'
import type { DeviceSession, SessionIdentity } from '../../../electron/shared/session.ts'
import { isOpen } from '../oracle/batches.ts'
import type { Oracle } from '../oracle/oracle.ts'
import type { Intent, IntentSource } from '../oracle/intents.ts'
import type { AppProcess } from '../world/app-process.ts'
import type { Computer } from '../world/computer.ts'
import type { TrueSession, Truth } from '../world/truth.ts'

/** A session by its key. */
type Keyed = Pick<DeviceSession, 'key'>

/** What a person needs to act: the app, what it shows, and somebody who keeps in mind what they asked for. */
export interface Desk {
  readonly app: AppProcess
  readonly computer: Computer
  readonly truth: Truth
  readonly oracle: Oracle
  /** Adds a line to the story. */
  tell(text: string): void
}

/** The account in this place of the list; null without accounts. */
export function accountAt({ app }: Desk, at: number): string | null {
  const all = app.services.accounts.all()
  return all[at % Math.max(1, all.length)]?.id ?? null
}

/** The rows that the window shows. */
export function rowsOf({ app }: Desk, accountId: string): readonly DeviceSession[] {
  return app.services.publishedLists.get(accountId).sessions ?? []
}

/** One of the rows, the newest first; null if there is none. Without `evenCurrent` one that can be ended. */
export function chosenRow(
  desk: Desk,
  accountId: string,
  which: number,
  evenCurrent = false,
): DeviceSession | null {
  const rows = rowsOf(desk, accountId)
    .filter(({ isCurrent }) => evenCurrent || !isCurrent)
    .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0) || b.id - a.id)
  return rows[which % Math.max(1, rows.length)] ?? null
}

/** The session that a row truly is; undefined if there never was such a one. */
export function trueSession(desk: Desk, accountId: string, row: SessionIdentity): TrueSession | undefined {
  const userId = desk.app.services.accounts.get(accountId)?.user.id ?? 0
  return desk.truth.named(userId, row)
}

/** What the window shows of an account's ends. */
export const endsOf = ({ app }: Desk, accountId: string): EndsView => app.services.revocations.view(accountId)

/** Tells the intents of these ends by some of their batches. */
export function intentsOf(
  { truth, oracle }: Desk,
  { accountId, ends }: Pick<EndsView, 'accountId' | 'ends'>,
  isIts: (batch: number) => boolean,
): (intent: Intent) => boolean {
  return ({ accountId: its, session, batch, key: own }) => {
    const about = truth.withHeirs(session)
    return (
      its === accountId &&
      ends
        // The person names what is shown, also if its id was given again since.
        .filter(({ key }) => key === own || about.some((each) => each === oracle.sessionOf(accountId, key)))
        .some(({ batches }) =>
          batch === null ? batches.every(isIts) : batches.includes(batch) && isIts(batch),
        )
    )
  }
}

/** What a batch was asked for by. */
const CAUSES: Readonly<Record<IntentSource, EndCause>> = {
  window: 'one',
  tray: 'one',
  bulk: 'many',
  trayMany: 'many',
  review: 'review',
  rule: 'rule',
}

/** The batch that answers for the end of a session that was asked for just now; null if there is none. */
export function batchFor({ batches, ends }: EndsView, { key }: Keyed, source: IntentSource): number | null {
  const end = ends.find((each) => isOpen(each) && each.key === key)
  const own = batches.filter(({ number }) => end?.batches.includes(number))
  const its = own.findLast(({ cause }) => cause === CAUSES[source])
  // Who asks once more gets no other batch.
  return (its ?? own.findLast(({ cause }) => cause === 'one') ?? own.at(-1))?.number ?? null
}

const PATIENCE_MS = 40_000
const GLANCE_MS = 50

/** Waits for an answer as long as a person would; null if none came, as from a process that was killed. */
export async function answered<T>({ app, computer }: Desk, asking: Promise<T>): Promise<T | null> {
  const { kernel } = computer
  const answers: T[] = []
  asking.then(
    (value) => void answers.push(value),
    () => undefined,
  )
  await kernel.settle()
  for (let waited = 0; waited < PATIENCE_MS && answers.length === 0 && app.isAlive(); waited += GLANCE_MS)
    await kernel.advance(GLANCE_MS)
  return app.isAlive() ? (answers[0] ?? null) : null
}

/** How a story tells an answer. */
export function resultOf(reply: { ok: boolean; failure?: { kind: string } } | null): string {
  if (reply === null) return 'no answer'
  return reply.ok ? 'ok' : (reply.failure?.kind ?? 'refused')
}

/** The time to undo, ms: somewhat less than the app gives, because the app's began before its answer. */
export const UNDO_MS = 4_900

/**
 * Keeps in mind that these ends were asked for. `isSure`: the app said that it will; otherwise it was killed before it
 * answered, and both is right.
 */
export function remember(
  desk: Desk,
  accountId: string,
  rows: readonly Keyed[],
  { source, undoMs = UNDO_MS, isSure = true, batch, isAgain = true }: Remembered,
): void {
  const { oracle, computer } = desk
  const view = endsOf(desk, accountId)
  for (const row of rows) {
    if (isAgain) oracle.batches.doneWith(accountId, row.key)
    const session = oracle.sessionOf(accountId, row.key)
    const undoableUntil = computer.kernel.now() + undoMs
    const its = isSure ? (batch ?? batchFor(view, row, source)) : null
    if (session)
      oracle.intents.add({ session, key: row.key, accountId, source, undoableUntil, batch: its }, isSure)
  }
}

/** How ends were asked for; `batch` if it is known. `isAgain`: what failed before is done with. */
interface Remembered {
  source: IntentSource
  undoMs?: number
  isSure?: boolean
  batch?: number
  isAgain?: boolean
}

/** A rule may end a session no more: whatever it had asked for is taken back, unless it was sent. */
export function takeBackOfRule({ oracle }: Desk, accountId: string, session: TrueSession): void {
  oracle.intents.takeBack(
    (intent) => intent.accountId === accountId && intent.source === 'rule' && intent.session === session,
    false,
  )
}
