import { Check, CircleDashed, CircleSlash, TriangleAlert, type LucideIcon } from '@lucide/vue'
import { END_STATES, type BatchPhase, type BatchView, type EndView } from '../../../electron/shared/ends.ts'
import type { Failure } from '../../../electron/shared/failure.ts'
import type { ShownEnds } from './open-ends.ts'

/** A batch and its account. */
export interface AccountBatch {
  accountId: string
  batch: BatchView
}

/** What a line is about: what can be undone, is sent, is paused, asks, waits for its service, or is over. */
export type LineKind = BatchPhase['kind']

/** A line of the dock: batches that are in the same phase, or what came of one plan. */
export interface EndsLine {
  kind: LineKind
  /** The same while the line is about the same thing. */
  key: string
  parts: readonly [AccountBatch, ...AccountBatch[]]
  /** The number of sessions in older batches that can be undone too. */
  older: number
}

/** The figures of a line. */
export interface LineSum {
  counts: BatchView['counts']
  answered: number
  total: number
  /** Estimated ms until all of it is done; null without an estimate. */
  msLeft: number | null
  /** When it begins or goes on, epoch ms by this computer's clock; null if nothing is planned. */
  until: number | null
  /** Why it waits. */
  waitsFor: Failure | null
}

/** The icon of each state of an end, failures first. */
export const END_ICONS: Record<EndView['state'], LucideIcon> = {
  ...{ refused: TriangleAlert, stillListed: TriangleAlert, unclear: TriangleAlert },
  ...{ waiting: CircleDashed, sending: CircleDashed, sent: CircleDashed },
  dropped: CircleSlash,
  ...{ gone: Check, ended: Check },
}

const ORDER: readonly LineKind[] = ['undoable', 'going', 'paused', 'asking', 'waiting', 'done']

/** The plan of a batch: many of several accounts that were asked for at once are one. */
function planOf({ accountId, batch }: AccountBatch): string {
  const { cause, number, askedAt } = batch
  return cause !== 'many' ? `${accountId} ${number}` : `${askedAt}`
}

/** What one line shows of these batches. */
function keyOf(part: AccountBatch): string {
  const { phase } = part.batch
  if (phase.kind === 'done') return `done ${planOf(part)}`
  return phase.kind === 'asking' ? `asking ${phase.why}` : phase.kind
}

/** The newest plan that can be undone; empty if there is none. */
export function newestUndoable(all: readonly AccountBatch[]): readonly AccountBatch[] {
  const undoable = all.filter(({ batch }) => batch.phase.kind === 'undoable')
  const until = (part: AccountBatch): number =>
    part.batch.phase.kind === 'undoable' ? part.batch.phase.until : 0
  const newest = undoable.reduce<AccountBatch | null>(
    (last, part) => (last === null || until(part) >= until(last) ? part : last),
    null,
  )
  return newest ? undoable.filter((part) => planOf(part) === planOf(newest)) : []
}

/** The lines of the dock, of the batches of all accounts: what needs the person soonest is first. */
export function endsLines(all: readonly AccountBatch[]): EndsLine[] {
  const newest = newestUndoable(all)
  const older = all.filter((part) => part.batch.phase.kind === 'undoable' && !newest.includes(part))
  const grouped = new Map<string, [AccountBatch, ...AccountBatch[]]>()
  for (const part of all) {
    if (older.includes(part)) continue
    const key = keyOf(part)
    const others = grouped.get(key)
    if (others) others.push(part)
    else grouped.set(key, [part])
  }
  return [...grouped]
    .map(([key, parts]): EndsLine => {
      const { kind } = parts[0].batch.phase
      return { kind, key, parts, older: kind === 'undoable' ? sumOf(older).total : 0 }
    })
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map((line, at, lines) => (at === lines.findIndex(isUnderWay) ? { ...line, key: 'under way' } : line))
}

/** Paused and resumed, a line stays the same one, and its button keeps the focus. */
const isUnderWay = ({ kind }: EndsLine): boolean => kind === 'going' || kind === 'paused' || kind === 'asking'

/** Adds up the batches of a line. */
export function sumOf(parts: readonly AccountBatch[]): LineSum {
  const batches = parts.map(({ batch }) => batch)
  const add = (value: (batch: BatchView) => number): number =>
    batches.reduce((sum, each) => sum + value(each), 0)
  const counts = Object.fromEntries(END_STATES.map((state) => [state, add(({ counts }) => counts[state])]))
  const lefts = batches.map(({ msLeft }) => msLeft)
  const going = batches.flatMap(({ phase }) => (phase.kind === 'going' ? phase : []))
  const waits = going.flatMap(({ wait }) => wait ?? [])
  const ends = batches.flatMap(({ phase }) => (phase.kind === 'undoable' ? phase.until : []))
  // While one account goes on, the wait of another one is not what keeps the person waiting.
  const wait = waits.length < going.length ? undefined : waits.toSorted((a, b) => a.until - b.until)[0]
  return {
    counts: counts as LineSum['counts'],
    answered: add(({ answered }) => answered),
    total: add(({ total }) => total),
    msLeft: lefts.every((left) => left !== null) ? Math.max(...lefts) : null,
    until: ends.length > 0 ? Math.min(...ends) : (wait?.until ?? null),
    waitsFor: wait?.reason ?? null,
  }
}

/** The ends of a batch. */
export function endsIn(shown: ReadonlyMap<string, ShownEnds>, { accountId, batch }: AccountBatch): EndView[] {
  const ends = shown.get(accountId)?.ends.values() ?? []
  return [...ends].filter((end) => end.batches.includes(batch.number))
}

/** The end of one session, which is shown by its name; null for more, and for one that stopped. */
export function onlyOf([part, ...others]: readonly AccountBatch[]): AccountBatch | null {
  if (!part || others.length > 0 || part.batch.cause !== 'one') return null
  return ['paused', 'asking'].includes(part.batch.phase.kind) ? null : part
}
