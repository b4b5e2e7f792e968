import type { Annotation } from '../contract/device.ts'
import { failed, ok, type Result } from '../contract/result.ts'
import type { PublishedLists } from './published-lists.ts'
import type { SessionNotes } from './session-notes.ts'

/** Keeps what a person wrote about a listed session, and shows it at once; throws when the disk does not take it. */
export type Annotate = (accountId: string, sessionId: number, part: Partial<Annotation>) => Result<null>

/** Makes it. */
export function createAnnotate(
  lists: Pick<PublishedLists, 'get' | 'refreshPresentation'>,
  notes: Pick<SessionNotes, 'write'>,
): Annotate {
  return (accountId, sessionId, part) => {
    const { sessions } = lists.get(accountId)
    const session = sessions?.find(({ id }) => id === sessionId)
    if (!session) return failed({ kind: 'notFound' })
    const others = new Set(sessions?.flatMap(({ id, name }) => (id === sessionId ? [] : [name])))
    notes.write(accountId, session, part, (name) => others.has(name))
    lists.refreshPresentation(accountId)
    return ok(null)
  }
}
