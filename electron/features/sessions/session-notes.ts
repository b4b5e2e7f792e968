import type { Annotation } from '../../shared/device.ts'
import { sanitize, sanitizeText } from '../../domain/sanitize.ts'
import type { AccountStore } from '../../core/account-store.ts'
import { MAX_ALIAS_CHARACTERS, MAX_NOTE_CHARACTERS, numberedName } from './domain/display-names.ts'
import { isRemembered, type DatedRecord } from './domain/record.ts'

/** A person's notes on one session, as stored. */
export interface StoredNote extends Annotation {
  /** Distinguishes equal aliases. */
  number: number
}

/** The notes of an account, by the keys of their sessions. */
export type StoredNotes = Record<number, StoredNote>

export type SessionNotesFile = Record<string, StoredNotes>

/** Stores aliases and notes on sessions of the record; they never go to a service. */
export interface SessionNotes {
  /** Returns the notes on a session, or null; `name` is the alias with its number. */
  of(accountId: string, key: number): (Annotation & { name: string | null }) | null
  /** The aliases of an account with their numbers. */
  names(accountId: string): string[]
  /**
   * Sanitizes, limits and stores the alias or the note, or both; an empty text deletes it. An alias that equals
   * another, or a name for which `isTaken` returns true, gets a number. Throws if the disk refuses.
   */
  write(accountId: string, key: number, part: Partial<Annotation>, isTaken?: (name: string) => boolean): void
  /** Deletes the notes on sessions that ended 30 days ago, or that the record does not have for so long. */
  prune(accountId: string): void
  /** Deletes the notes of a removed account. */
  forget(accountId: string): void
}

const NONE: StoredNotes = {}

/** Creates the notes over their store; `now` is the service's time, epoch ms. */
export function createSessionNotes(
  store: AccountStore<StoredNotes>,
  record: DatedRecord,
  now: (accountId: string) => number,
): SessionNotes {
  const all = (accountId: string): StoredNotes => store.get(accountId) ?? NONE
  const orNull = (notes: StoredNotes): StoredNotes | null => (Object.keys(notes).length > 0 ? notes : null)

  return {
    of(accountId, key) {
      const note = all(accountId)[key]
      return note ? { alias: note.alias, note: note.note, name: nameOf(note) } : null
    },

    names: (accountId) => Object.values(all(accountId)).flatMap((note) => nameOf(note) ?? []),

    write(accountId, key, { alias, note }, isTaken = () => false) {
      const { [key]: before, ...others } = all(accountId)
      const next: StoredNote = {
        alias:
          alias === undefined ? (before?.alias ?? null) : sanitize(alias ?? '', MAX_ALIAS_CHARACTERS) || null,
        note:
          note === undefined ? (before?.note ?? null) : sanitizeText(note ?? '', MAX_NOTE_CHARACTERS) || null,
        number: 1,
      }
      const names = new Set(Object.values(others).map(nameOf))
      if (before && next.alias === before.alias) next.number = before.number
      else
        while (next.alias !== null && (names.has(nameOf(next)) || isTaken(nameOf(next) ?? '')))
          next.number += 1
      const isEmpty = next.alias === null && next.note === null
      store.set(accountId, orNull(isEmpty ? others : { ...others, [key]: next }))
    },

    prune(accountId) {
      const before = Object.entries(all(accountId))
      const kept = before.filter(([key]) => isRemembered(record, accountId, Number(key), now(accountId)))
      // If this write fails, the next list repeats it.
      if (kept.length < before.length) store.trySet(accountId, orNull(Object.fromEntries(kept)))
    },

    forget: (accountId) => void store.trySet(accountId, null),
  }
}

function nameOf({ alias, number }: StoredNote): string | null {
  return alias === null ? null : numberedName(alias, number)
}
