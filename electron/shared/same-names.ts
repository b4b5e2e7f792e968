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
  const groups = new Map<string, SameName<S>>()
  for (const session of sessions) {
    const name = session.commonName ?? session.name
    const group = groups.get(name)
    if (group) group.sessions.push(session)
    else groups.set(name, { name, sessions: [session] })
  }
  return [...groups.values()]
    .toSorted((a, b) => b.sessions.length - a.sessions.length)
    .map(({ name, sessions: own }) => {
      const only = own.length === 1 ? own[0] : undefined
      return { name: only?.name ?? name, sessions: own }
    })
}
