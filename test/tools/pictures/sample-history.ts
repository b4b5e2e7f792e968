import type { History } from '../../../electron/features/activity/domain/history.ts'
import { createRecordedSession } from '../../../electron/features/sessions/domain/record.ts'
import { apiSession } from '../../support/builders.ts'

const DAY = 86_400_000
const NAMES = [
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  'Reception tablet',
]

/** A history of two months of sessions, as the app stores it; the same for the same `now`. */
export function sampleHistory(history: History, now: number): History {
  const firstKey = history.nextKey
  const past = Array.from({ length: 26 }, (_, index) => {
    const firstSeenAt = now - (58 - index * 2.1) * DAY - (index % 5) * 3_600_000
    const endedAt = Math.min(now - DAY, firstSeenAt + (2 + ((index * 7) % 17)) * DAY)
    const actor = (['rule', 'elsewhere', 'thisApp', 'review'] as const)[index % 4] ?? 'unknown'
    const id = 90_000 + index
    const name = NAMES[index % NAMES.length] ?? ''
    return { key: firstKey + index, id, name, firstSeenAt, endedAt, actor } as const
  })
  const sessions = past.map(({ key, id, name, firstSeenAt, endedAt, actor }) => {
    const listed = apiSession({ id, name, lastUsedAt: endedAt - DAY / 2, createdAt: firstSeenAt })
    return { ...createRecordedSession(listed, key, firstSeenAt), endedAt, endedBy: actor }
  })
  const lines = past.flatMap(({ id: sessionId, firstSeenAt, endedAt, actor, ...named }) => [
    { at: firstSeenAt, type: 'newSignIn' as const, actor: 'elsewhere' as const, sessionId, ...named },
    { at: endedAt, type: 'ended' as const, actor, sessionId, ...named },
  ])
  const entries = [...lines, ...history.entries].sort((a, b) => a.at - b.at)
  const known = history.sessions.map((session) => ({
    ...session,
    firstSeenAt: session.createdAt ?? session.firstSeenAt,
  }))
  const since = now - 60 * DAY
  const nextKey = firstKey + past.length
  const { owner } = history
  return {
    owner,
    since,
    checkedAt: null,
    viewedAt: null,
    nextKey,
    sessions: [...sessions, ...known],
    entries,
  }
}
