import type { Annotation } from '../../shared/device.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { sanitize, sanitizeText } from '../../core/domain/sanitize.ts'
import { MAX_ALIAS_CHARACTERS, MAX_NOTE_CHARACTERS, numberedName } from './domain/display-names.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import type { AccountStore } from '../../core/account-store.ts'
import type { Clock, OnAccountForgotten } from '../../core/ports.ts'

/** One note on the disk. */
export interface StoredNote extends Annotation {
  /** The number of its alias among equal ones. */
  number: number
  /** That of its session, epoch ms by the service's clock: another session may get its id. */
  createdAt: number | null
  /** Since when its session is not listed, epoch ms by this computer's clock. */
  goneAt: number | null
}

/** What people wrote about the sessions of one account, by session id. */
export type KeptNotes = Record<string, StoredNote>
/** The same, by account. */
export type SessionNotesFile = Record<string, KeptNotes>

/** The aliases and notes of sessions, which no service ever hears of. */
export interface SessionNotes {
  /** `name` is the alias with its number. */
  of(accountId: string, session: SessionIdentity): (Annotation & { name: string | null }) | null
  /** The aliases of an account with their numbers. */
  names(accountId: string): string[]
  /**
   * Keeps what was written, made harmless and bounded; blank is nothing. An alias gets a number where it would be like
   * another one, or `isTaken`. Throws when the disk does not take it.
   */
  write(
    accountId: string,
    session: SessionIdentity,
    part: Partial<Annotation>,
    isTaken?: (name: string) => boolean,
  ): void
  /**
   * Goes with a fresh list: a renewal of this device's own may give its session a new id, and what is long gone, or was
   * written about another session of the same id, is dropped.
   */
  reconcile(accountId: string, told: readonly ApiSession[]): void
}

const DAY = 86_400_000
/** A session that is not listed may come back when the service had a bad day; ms. */
const KEPT_FOR_MS = 30 * DAY
/** More than anybody will write; the longest gone give way. */
const MAX_NOTES = 2_000

/** Makes them over their store. */
export function createSessionNotes(
  store: AccountStore<KeptNotes>,
  clock: Clock,
  onAccountForgotten: OnAccountForgotten,
): SessionNotes {
  /** The session that was this device in the list before, by account. */
  const currents = new Map<string, number>()
  const all = (accountId: string): Map<number, StoredNote> =>
    new Map(Object.entries(store.get(accountId) ?? {}).map(([id, note]) => [Number(id), note]))

  function pruned(notes: Map<number, StoredNote>): KeptNotes | null {
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

    reconcile(accountId, told) {
      const listed = new Map(told.map((session) => [session.id, session]))
      const before = currents.get(accountId)
      const current = told.find(({ isCurrent }) => isCurrent)?.id
      if (current !== undefined) currents.set(accountId, current)
      const notes = all(accountId)
      if (notes.size === 0) return
      let isChanged = false

      const own = before === undefined || listed.has(before) ? undefined : notes.get(before)
      if (before !== undefined && own && current !== undefined && !notes.has(current)) {
        notes.delete(before)
        notes.set(current, own)
        isChanged = true
      }
      for (const [id, note] of notes) {
        const session = listed.get(id)
        // A renewal in place leaves this device's id, and gives it another time of creation.
        const isOwn = session?.isCurrent === true && (before === id || note === own)
        const isAnother = session !== undefined && !isOwn && !isAbout(id, note, session)
        const goneAt = session ? null : (note.goneAt ?? clock.now())
        const createdAt = session?.createdAt ?? note.createdAt
        if (isAnother || (goneAt !== null && clock.now() - goneAt > KEPT_FOR_MS)) notes.delete(id)
        else if (goneAt !== note.goneAt || createdAt !== note.createdAt)
          notes.set(id, { ...note, goneAt, createdAt })
        else continue
        isChanged = true
      }
      // What cannot be written now is true at the next list too.
      if (isChanged) store.trySet(accountId, pruned(notes))
    },
  }
}

function nameOf({ alias, number }: StoredNote): string | null {
  return alias === null ? null : numberedName(alias, number)
}

function isAbout(id: number, { createdAt }: StoredNote, session: SessionIdentity): boolean {
  return isSameSession({ id, createdAt }, session)
}
