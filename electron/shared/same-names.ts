import { groupBy } from './group-by.ts'
import type { DeviceSession } from './session.ts'

/** What a session is called, with the name that it shares with others. */
export type SharedName = Pick<DeviceSession, 'name' | 'commonName'>

/** The sessions of one name; `name` is the display name where it is one session. */
export interface SameName<S> {
  name: string
  sessions: S[]
}

/** What two names that look alike have in common: what cannot be seen counts for nothing. */
export function seenName(name: string): string {
  return name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFC')
}

/** A text as a search reads it: case, accents, width and what cannot be seen make no difference. */
export function foldText(text: string): string {
  const fold = (raw: string): string =>
    raw.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
  return fold(fold(text).toLowerCase())
}

/** Groups sessions by the name that they share, the most first, otherwise in their order. */
export function groupByName<S extends SharedName>(sessions: readonly S[]): SameName<S>[] {
  return [...groupBy(sessions, ({ name, commonName }) => seenName(commonName ?? name)).values()]
    .toSorted((a, b) => b.length - a.length)
    .map((own) => {
      const [{ name = '', commonName } = {}] = own as Partial<S>[]
      return { name: own.length === 1 ? name : (commonName ?? name), sessions: own }
    })
}
