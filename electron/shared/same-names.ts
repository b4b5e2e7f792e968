import { groupBy } from './group-by.ts'
import type { DeviceSession } from './session.ts'

/** What a session is called, with the name that it shares with others. */
export type SharedName = Pick<DeviceSession, 'name' | 'commonName'>

/** The sessions of one name; `name` is the display name where it is one session. */
export interface SameName<S> {
  name: string
  sessions: S[]
}

/** Groups sessions by the name that they share, the most first, otherwise in their order. */
export function groupByName<S extends SharedName>(sessions: readonly S[]): SameName<S>[] {
  return [...groupBy(sessions, ({ name, commonName }) => commonName ?? name)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([name, own]) => {
      const only = own.length === 1 ? own[0] : undefined
      return { name: only?.name ?? name, sessions: own }
    })
}
