import type { Annotation } from '../../shared/device.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { sanitize, sanitizeText } from '../../core/domain/sanitize.ts'
import { MAX_ALIAS_CHARACTERS, MAX_NOTE_CHARACTERS, numberedName } from './domain/display-names.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import type { AccountStore } from '../../core/account-store.ts'
import type { Clock, OnAccountForgotten } from '../../core/ports.ts'

/** A person's notes on one session, as stored. */
export interface StoredNote extends Annotation {
  /** Distinguishes equal aliases. */
  number: number
  /** The session's creation time, epoch ms by the service's clock, because the service may reuse its id. */
  createdAt: number | null
  /** When the session left the list, epoch ms by this computer's clock; null while it is listed. */
  goneAt: number | null
}

/** The notes of one account, by session id. */
export type AccountNotes = Record<string, StoredNote>
/** The notes of all accounts. */
export type SessionNotesFile = Record<string, AccountNotes>

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
  /**
   * Updates the notes for a fresh list: moves this device's notes if a renewal changed its session's id, and deletes
   * notes on sessions that left the list 30 days ago or whose id was reused.
   */
  reconcile(accountId: string, fetched: readonly ApiSession[]): void
}

const DAY_MS = 86_400_000
/** How long notes on an unlisted session stay, because a service may omit a session by mistake. */
const RETENTION_MS = 30 * DAY_MS
/** Above it, notes on the sessions that left the list first are deleted. */
const MAX_NOTES = 2_000

/** Creates the notes over their store. */
export function createSessionNotes(
  store: AccountStore<AccountNotes>,
  clock: Clock,
  onAccountForgotten: OnAccountForgotten,
): SessionNotes {
  /** The current session of the previous list, by account. */
  const currents = new Map<string, number>()
  const all = (accountId: string): Map<number, StoredNote> =>
    new Map(Object.entries(store.get(accountId) ?? {}).map(([id, note]) => [Number(id), note]))

  function pruned(notes: Map<number, StoredNote>): AccountNotes | null {
    const kept = [...notes].toSorted(([, a], [, b]) => (b.goneAt ?? Infinity) - (a.goneAt ?? Infinity) || 0)
    return notes.size === 0 ? null : Object.fromEntries(kept.slice(0, MAX_NOTES))
  }

  onAccountForgotten((accountId) => void currents.delete(accountId))

  return {
    of(accountId, session) {
      const note = store.get(accountId)?.[session.id]
      if (!note || !isAbout(session.id, note, session)) return null
      return { alias: note.alias, note: note.note, name: nameOf(note) }
    },

    names: (accountId) => [...all(accountId).values()].flatMap((note) => nameOf(note) ?? []),

    write(accountId, session, { alias, note }, isTaken = () => false) {
      const notes = all(accountId)
      const known = notes.get(session.id)
      const before = known && isAbout(session.id, known, session) ? known : undefined
      const next = {
        alias:
          alias === undefined ? (before?.alias ?? null) : sanitize(alias ?? '', MAX_ALIAS_CHARACTERS) || null,
        note:
          note === undefined ? (before?.note ?? null) : sanitizeText(note ?? '', MAX_NOTE_CHARACTERS) || null,
        number: 1,
        createdAt: session.createdAt,
        goneAt: null,
      }
      notes.delete(session.id)
      const others = new Set([...notes.values()].map(nameOf))
      if (before && next.alias === before.alias) next.number = before.number
      else
        while (next.alias !== null && (others.has(nameOf(next)) || isTaken(nameOf(next) ?? '')))
          next.number += 1
      if (next.alias !== null || next.note !== null) notes.set(session.id, next)
      store.set(accountId, pruned(notes))
    },

    reconcile(accountId, fetched) {
      const listed = new Map(fetched.map((session) => [session.id, session]))
      const before = currents.get(accountId)
      const current = fetched.find(({ isCurrent }) => isCurrent)?.id
      if (current !== undefined) currents.set(accountId, current)
      const notes = all(accountId)
      if (notes.size === 0) return
      let needsWrite = false

      const own = before === undefined || listed.has(before) ? undefined : notes.get(before)
      if (before !== undefined && own && current !== undefined && !notes.has(current)) {
        notes.delete(before)
        notes.set(current, own)
        needsWrite = true
      }
      for (const [id, note] of notes) {
        const session = listed.get(id)
        // A renewal in place keeps this device's id but changes its creation time.
        const isOwn = session?.isCurrent === true && (before === id || note === own)
        const isAnother = session !== undefined && !isOwn && !isAbout(id, note, session)
        const goneAt = session ? null : (note.goneAt ?? clock.now())
        const createdAt = session?.createdAt ?? note.createdAt
        if (isAnother || (goneAt !== null && clock.now() - goneAt > RETENTION_MS)) notes.delete(id)
        else if (goneAt !== note.goneAt || createdAt !== note.createdAt)
          notes.set(id, { ...note, goneAt, createdAt })
        else continue
        needsWrite = true
      }
      // If this write fails, the next list repeats it.
      if (needsWrite) store.trySet(accountId, pruned(notes))
    },
  }
}

function nameOf({ alias, number }: StoredNote): string | null {
  return alias === null ? null : numberedName(alias, number)
}

function isAbout(id: number, { createdAt }: StoredNote, session: SessionIdentity): boolean {
  return isSameSession({ id, createdAt }, session)
}
