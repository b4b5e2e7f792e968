import {
  isUnfinished,
  type BatchPhase,
  type BatchView,
  type EndsUpdate,
  type EndView,
} from '../../../electron/shared/ends.ts'

/** The ends of an account as last received from main. */
export interface ShownEnds {
  /** The oldest first. */
  batches: readonly BatchView[]
  /** By the keys of their sessions and by their batches: a session whose end failed can have another one. */
  ends: ReadonlyMap<string, EndView>
}

/**
 * An unfinished end. `waiting`: it begins once its service can be reached. `undoable`: nothing is sent yet. `ending`: it is
 * sent, or will be without anybody doing anything. `stopped`: it is paused, or a person has to say whether it goes on; it
 * blocks no other end of the session.
 */
export interface OpenEnd {
  place: 'waiting' | 'undoable' | 'ending' | 'stopped'
  /** Whether it can be taken back by itself. */
  canUndo: boolean
  /** Whether it stays signed in if the account is signed out now. */
  isLeftBehind: boolean
}

/** The keys of the texts that a session says of its open end. */
export const PLACE_TEXTS: Record<OpenEnd['place'], string> = {
  waiting: 'waitingEnds.row',
  ...{ undoable: 'revocation.short', ending: 'revocation.short' },
  stopped: 'revocation.stopped',
}

const keyOf = ({ key, batches }: EndView): string => `${key} ${batches.join()}`

/** Applies an update to what was shown; null if some of its ends are missing, so that all have to be asked for. */
export function applyEnds(
  known: ShownEnds | undefined,
  { batches, ends, isWhole }: EndsUpdate,
): ShownEnds | null {
  const kept = isWhole ? new Map<string, EndView>() : known?.ends
  if (!kept) return null
  const changed = ends.map((end): [string, EndView] => [keyOf(end), end])
  return { batches, ends: new Map([...kept, ...changed]) }
}

function placeOf(phases: readonly BatchPhase['kind'][], isUnsent: boolean): OpenEnd['place'] {
  if (phases.includes('going')) return 'ending'
  if (phases.includes('undoable')) return 'undoable'
  if (phases.includes('waiting')) return 'waiting'
  return phases.includes('paused') && !isUnsent ? 'ending' : 'stopped'
}

const cache = new WeakMap<ShownEnds, ReadonlyMap<number, OpenEnd>>()

/** The unfinished ends by the keys of their sessions. */
export function openEndsOf(shown: ShownEnds): ReadonlyMap<number, OpenEnd> {
  const known = cache.get(shown)
  if (known) return known
  const batches = new Map(shown.batches.map((batch) => [batch.number, batch]))
  const open = new Map<number, OpenEnd>()
  for (const end of shown.ends.values()) {
    if (!isUnfinished(end.state)) continue
    const own = end.batches.flatMap((number) => batches.get(number) ?? [])
    const isUnsent = end.state === 'waiting'
    const isSentNow = ({ cause, phase: { kind } }: BatchView): boolean =>
      cause === 'one' && (kind === 'undoable' || kind === 'going')
    const isIts = (batch: BatchView): boolean =>
      ['undoable', 'waiting'].includes(batch.phase.kind) || isSentNow(batch)
    open.set(end.key, {
      place: placeOf(
        own.map(({ phase }) => phase.kind),
        isUnsent,
      ),
      canUndo: isUnsent && own.every(isIts),
      isLeftBehind: isUnsent && !own.some(isSentNow),
    })
  }
  cache.set(shown, open)
  return open
}
