import { expect, it } from 'vitest'
import {
  followRenewal,
  type Renewed,
} from '../../../../../electron/features/revocation/domain/follow-renewal.ts'
import { createLedger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import { EMPTY_LEDGER } from '../../../../../electron/features/revocation/ledger-file.ts'
import type { EndCause } from '../../../../../electron/shared/ends.ts'
import { undoMs } from '../lists-harness.ts'

const renewed: Renewed = { session: { id: 9, createdAt: 500 }, isUnsure: false }
const CONFLICT = { is: 'failed', failure: { kind: 'conflict' } }
const sessionOf = (id: number, createdAt: number | null = null) => ({ id, createdAt, key: null, name: null })

/** A ledger with the answered end of session 2, asked for at 0. */
function withEnd(...causes: readonly EndCause[]) {
  const ledger = createLedger(0, undoMs, EMPTY_LEDGER)
  for (const cause of causes)
    ledger.ask({ cause, sessions: [sessionOf(2)], isWaiting: false, isAtOnce: true, askedAt: 0, since: 0 }, 0)
  const [end] = ledger.withId(2)
  ledger.setState(end!, { is: 'sent', answer: { is: 'gone' } })
  return { ledger, end: end! }
}

it.each([
  [0, true],
  [60_000, true],
  [60_001, false],
])('an end that waited %s ms follows its session: %s', (now, follows) => {
  const { ledger, end } = withEnd('one')
  expect(followRenewal(ledger, end, renewed, now)).toEqual(follows ? null : CONFLICT)
  expect([end.id, end.state]).toEqual(
    follows ? [9, { is: 'queued' }] : [2, { is: 'sent', answer: { is: 'gone' } }],
  )
})

it('follows once', () => {
  const { ledger, end } = withEnd('many')
  followRenewal(ledger, end, renewed, 0)
  expect(followRenewal(ledger, end, { session: { id: 10, createdAt: 600 }, isUnsure: false }, 0)).toEqual(
    CONFLICT,
  )
  expect(end.id).toBe(9)
})

it('follows if a person asked for it too, and never for a rule alone', () => {
  const byRule = withEnd('rule')
  expect(followRenewal(byRule.ledger, byRule.end, renewed, 0)).toEqual(CONFLICT)
  const byBoth = withEnd('rule', 'one')
  expect(followRenewal(byBoth.ledger, byBoth.end, renewed, 0)).toBeNull()
})

it.each<[string, Renewed | null, object]>([
  ['was not renewed is gone', null, { is: 'alreadyGone' }],
  ['may be another one asks', { ...renewed, isUnsure: true }, CONFLICT],
])('a session that %s', (_what, found, state) => {
  const { ledger, end } = withEnd('one')
  expect(followRenewal(ledger, end, found, 0)).toEqual(state)
  expect(end.id).toBe(2)
})

it('joins the end of the renewed session, and leaves the state of that one', () => {
  const { ledger, end } = withEnd('one')
  const many = { cause: 'many' as const, sessions: [sessionOf(9, 500)], isWaiting: false, isAtOnce: true }
  ledger.ask({ ...many, askedAt: 0, since: 0 }, 0)
  const [other] = ledger.withId(9)
  ledger.setState(other!, { is: 'sent', answer: null })
  expect(followRenewal(ledger, end, renewed, 0)).toBeNull()
  expect([...ledger.withId(9)]).toEqual([other])
  expect([other!.state, other!.intents.size]).toEqual([{ is: 'sent', answer: null }, 2])
})
