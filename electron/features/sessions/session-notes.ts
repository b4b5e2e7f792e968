import type { Annotation } from '../../shared/device.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { sanitize, sanitizeText } from '../../domain/sanitize.ts'
import type { AccountStore } from '../../core/account-store.ts'
import type { Clock } from '../../core/ports.ts'
import { MAX_ALIAS_CHARACTERS, MAX_NOTE_CHARACTERS, numberedName } from './domain/display-names.ts'
import type { RecordReader, SessionReference } from './domain/record.ts'
import { createReferences, followed } from './domain/references.ts'

/** A person's notes on one session, as stored. */
export interface StoredNote extends SessionReference, Annotation {
  /** Distinguishes equal aliases. */
  number: number
  /** When the session left the list, epoch ms by this computer's clock; null while it is listed. */
  goneAt: number | null
}

export type SessionNotesFile = Record<string, StoredNote[]>

/** Stores aliases and notes on sessions; they never go to a service. */
export interface SessionNotes {
  /** Returns the notes on a session, or null; `name` is the alias with its number. */
  of(accountId: string, session: SessionIdentity): (Annotation & { name: string | null }) | null
  /** The aliases of an account with their numbers. */
  names(accountId: string): string[]
  /**
   * Sanitizes, limits and stores the alias or the note, or both; an empty text deletes it. An alias that equals
   * another, or a name for which `isTaken` returns true, gets a number. Throws if the disk refuses.
   */
  write(
    accountId: string,
    session: SessionIdentity,
    part: Partial<Annotation>,
    isTaken?: (name: string) => boolean,
  ): void
  /** Lets the notes follow their sessions in the record, and deletes those on sessions that ended 30 days ago. */
  follow(accountId: string): void
  /** Deletes the notes of a removed account. */
  forget(accountId: string): void
}

/** Above it, notes on the sessions that left the list first are deleted. */
const MAX_NOTES = 2_000
const NONE: StoredNote[] = []

/** Creates the notes over their store. */
export function createSessionNotes(
  store: AccountStore<StoredNote[]>,
  record: RecordReader,
  clock: Pick<Clock, 'now'>,
): SessionNotes {
  const all = (accountId: string): StoredNote[] => store.get(accountId) ?? NONE
  const findIn = createReferences<StoredNote>(record)

  function pruned(notes: readonly StoredNote[]): StoredNote[] | null {
    const kept = notes.toSorted((a, b) => (b.goneAt ?? Infinity) - (a.goneAt ?? Infinity) || 0)
    return notes.length === 0 ? null : kept.slice(0, MAX_NOTES)
  }

  return {
    of(accountId, session) {
      const note = findIn(accountId, all(accountId), session)
      return note && { alias: note.alias, note: note.note, name: nameOf(note) }
    },

    names: (accountId) => all(accountId).flatMap((note) => nameOf(note) ?? []),

    write(accountId, session, { alias, note }, isTaken = () => false) {
      const before = findIn(accountId, all(accountId), session)
      const { id, createdAt } = session
      const next: StoredNote = {
        key: record.find(accountId, session)?.key ?? null,
        id,
        createdAt,
        alias:
          alias === undefined ? (before?.alias ?? null) : sanitize(alias ?? '', MAX_ALIAS_CHARACTERS) || null,
        note:
          note === undefined ? (before?.note ?? null) : sanitizeText(note ?? '', MAX_NOTE_CHARACTERS) || null,
        number: 1,
        goneAt: null,
      }
      const notes = all(accountId).filter((each) => each !== before)
      const others = new Set(notes.map(nameOf))
      if (before && next.alias === before.alias) next.number = before.number
      else
        while (next.alias !== null && (others.has(nameOf(next)) || isTaken(nameOf(next) ?? '')))
          next.number += 1
      if (next.alias !== null || next.note !== null) notes.push(next)
      store.set(accountId, pruned(notes))
    },

    follow(accountId) {
      const before = all(accountId)
      const notes = mergeOfOne(followed(before, (note) => record.resolve(accountId, note), clock.now()))
      // If this write fails, the next list repeats it.
      if (notes !== before) store.trySet(accountId, pruned(notes))
    },

    forget: (accountId) => void store.trySet(accountId, null),
  }
}

/**
 * Merges notes on one session, which it has if it was renewed and annotated before the record knew that: what was written
 * last counts. Returns the same array if there are none.
 */
function mergeOfOne(notes: StoredNote[]): StoredNote[] {
  const byKey = new Map<number, StoredNote>()
  for (const note of notes) {
    if (note.key === null) continue
    const before = byKey.get(note.key)
    const named = note.alias === null && before ? before : note
    const { alias, number } = named
    byKey.set(note.key, before ? { ...note, alias, number, note: note.note ?? before.note } : note)
  }
  const free = notes.filter(({ key }) => key === null)
  return byKey.size + free.length === notes.length ? notes : [...free, ...byKey.values()]
}

function nameOf({ alias, number }: StoredNote): string | null {
  return alias === null ? null : numberedName(alias, number)
}
