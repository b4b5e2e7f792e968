import { foldText } from '../../../electron/shared/same-names.ts'
import { keyOf, type ListedSession } from './listed-session.ts'

/** The pause after which a letter begins another name. */
const PAUSE_MS = 700

/** Takes a typed character; returns the key of the row that the typed text leads to from the active row, or null. */
export type TypeAhead = (
  character: string,
  sessions: readonly ListedSession[],
  active: string | null,
) => string | null

/**
 * Finds rows by the first letters of their names, in the order of the list and from its start again. The same letter again goes on to
 * the next such row. `now` is ms of any clock.
 */
export function createTypeAhead(now = () => performance.now()): TypeAhead {
  let typed = ''
  let typedAt = -Infinity
  return (character, sessions, active) => {
    if (now() - typedAt > PAUSE_MS) typed = ''
    typedAt = now()
    typed += foldText(character)
    const [first = ''] = typed
    const isRepeated = typed === first.repeat(typed.length / first.length)
    const start = isRepeated ? first : typed
    // More letters of a name stay on its row.
    const from = sessions.findIndex((session) => keyOf(session) === active) + Number(isRepeated)
    const candidates = [...sessions.slice(from), ...sessions.slice(0, from)]
    const found = candidates.find(({ name }) => foldText(name).startsWith(start))
    return found ? keyOf(found) : null
  }
}
