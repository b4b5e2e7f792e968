import type { BatchPhase, BatchView, EndsUpdate, EndView, UnsentEnd } from '../../../electron/shared/ends.ts'

/** The ends of an account as last received from main. */
export interface ShownEnds {
  /** The oldest first. */
  batches: readonly BatchView[]
  /** By the keys of their sessions and by their batches: a session whose end failed can have another one. */
  ends: ReadonlyMap<string, EndView>
  unsent: readonly UnsentEnd[]
}

/**
 * An unfinished end. `queued`: it begins once its service can be reached. `undoable`: nothing is sent yet. `ending`: it is
 * sent, or will be without anybody doing anything. `stopped`: it is paused, or a person has to say whether it goes on; it
 * blocks no other end of the session.
 */
export interface OpenEnd {
  place: 'queued' | 'undoable' | 'ending' | 'stopped'
  /** Whether it can be taken back by itself. */
  canUndo: boolean
  /** Whether it stays signed in if the account is signed out now. */
  isLeftBehind: boolean
}

const keyOf = ({ key, batches }: EndView): string => `${key} ${batches.join()}`

/** Applies an update to what was shown; null if some of its ends are missing, so that all have to be asked for. */
export function applyEnds(
  known: ShownEnds | undefined,
  { batches, ends, unsent, isWhole }: EndsUpdate,
): ShownEnds | null {
  const kept = isWhole ? new Map<string, EndView>() : known?.ends
  if (!kept) return null
  const changed = ends.map((end): [string, EndView] => [keyOf(end), end])
  return { batches, unsent, ends: new Map([...kept, ...changed]) }
}

const isOpen = ({ state }: EndView): boolean => state === 'queued' || state === 'sent'

function placeOf(phases: readonly BatchPhase['kind'][], isUnsent: boolean): OpenEnd['place'] {
  if (phases.includes('running') || phases.includes('waiting')) return 'ending'
  if (phases.includes('undoable')) return 'undoable'
  if (phases.includes('queued')) return 'queued'
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
    if (!isOpen(end)) continue
    const own = end.batches.flatMap((number) => batches.get(number) ?? [])
    const isUnsent = end.state === 'queued'
    const isSentNow = ({ isAlone, phase }: BatchView): boolean => isAlone && phase.kind !== 'queued'
    const isIts = ({ isAlone, phase }: BatchView): boolean =>
      isAlone || phase.kind === 'undoable' || phase.kind === 'queued'
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
