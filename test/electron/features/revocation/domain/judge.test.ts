import { describe, expect, it } from 'vitest'
import { ACTORS, OWN_ACTORS } from '../../../../../electron/shared/activity.ts'
import { END_STATES, type EndState } from '../../../../../electron/shared/ends.ts'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import type { End, State } from '../../../../../electron/features/revocation/domain/end.ts'
import {
  judge,
  sessionNow,
  type SessionNow,
} from '../../../../../electron/features/revocation/domain/judge.ts'
import {
  createRecordedSession,
  type RecordedSession,
} from '../../../../../electron/features/sessions/domain/record.ts'
import { apiSession } from '../../../../support/builders.ts'
import { keyFor, sessionToEnd, STATES } from './ledger-harness.ts'

describe('the session of an end', () => {
  const END: End = { ...sessionToEnd(2, { createdAt: 5 }), state: STATES.waiting, intents: new Set() }
  const row = (part: Partial<ApiSession> = {}) => apiSession({ id: 2, createdAt: 5, ...part })
  const recorded = (part: Partial<RecordedSession> = {}) => {
    return { ...createRecordedSession(row(), keyFor(2), 0), ...part }
  }
  const [gone, another] = [{ endedAt: 9, endedBy: 'elsewhere' } as const, row({ createdAt: 6 })]

  it.each<[SessionNow, string, RecordedSession | null, ApiSession | undefined]>([
    ['listed', 'it is in the list', recorded(), row()],
    ['listed', 'it is in the list again', recorded(gone), row()],
    ['listed', 'the list does not say since when it is signed in', null, row({ createdAt: null })],
    ['listed', 'the record has it', recorded(), undefined],
    ['thisDevice', 'it is marked', recorded(), row({ isCurrent: true })],
    ['renewed', 'the record has it with another id', recorded({ id: 3 }), undefined],
    ['renewed', 'the record has it with another time', recorded({ createdAt: 6 }), another],
    ['unrecorded', 'neither has it', null, undefined],
    ['unrecorded', 'the list gives its id to another one', null, { ...another, isCurrent: true }],
    ['unnamed', 'it went', recorded({ endedAt: 9 }), undefined],
    ['gone', 'it went, and its id is another one’s', recorded(gone), another],
    ...ACTORS.map((endedBy): [SessionNow, string, RecordedSession, undefined] => [
      OWN_ACTORS.some((own) => own === endedBy) ? 'ended' : 'gone',
      `it was ended by ${endedBy}`,
      recorded({ endedAt: 9, endedBy }),
      undefined,
    ]),
  ])('is %s if %s', (now, _what, session, listed) => {
    expect(sessionNow(END, session, listed)).toBe(now)
  })
})

describe('what becomes of an end', () => {
  const STILL: State = { is: 'stillListed', failure: null }
  const all = (state: State) => Object.fromEntries(END_STATES.map((is) => [is, state]))
  const UNANSWERED = { sending: STATES.sending }

  /** By what is known of its session; the others stay as they are. */
  const TABLE: Record<SessionNow, Partial<Record<EndState, State>>> = {
    listed: { ended: STILL, gone: STILL },
    thisDevice: { waiting: { is: 'dropped', why: 'thisDevice' }, ended: STILL, gone: STILL },
    renewed: { waiting: STILL, sent: STILL, ended: STILL, gone: STILL },
    ended: { ...all(STATES.ended), ...UNANSWERED },
    gone: { ...all(STATES.gone), ...UNANSWERED },
    unrecorded: { waiting: { is: 'dropped', why: 'unclear' }, sent: STATES.ended },
    unnamed: {},
  }
  const CASES = (Object.keys(TABLE) as SessionNow[]).flatMap((now) =>
    END_STATES.map((is) => [is, now] as const),
  )

  it.each(CASES)('that is %s, when its session is %s', (is, now) => {
    expect(judge(STATES[is], now)).toEqual(TABLE[now][is] ?? STATES[is])
  })

  it('is what the service answered, if it was a failure', () => {
    const sent: State = { is: 'sent', failure: { kind: 'notFound' } }
    expect(judge(sent, 'renewed')).toEqual(STILL)
    expect(judge(sent, 'unrecorded')).toEqual(STATES.gone)
    const timeout: State = { is: 'sent', failure: { kind: 'timeout' } }
    expect(judge(timeout, 'unrecorded')).toEqual({ is: 'unclear', failure: { kind: 'timeout' } })
  })

  it('is no change if it is as it was', () => {
    for (const now of ['ended', 'gone'] as const) expect(judge(STATES[now], now)).toBe(STATES[now])
  })
})
