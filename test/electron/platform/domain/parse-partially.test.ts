import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parsePartially } from '../../../../electron/platform/domain/parse-partially.ts'
import { ledgerSchema } from '../../../../electron/core/end-schemas.ts'
import {
  accountsFileSchema,
  ciphertextsSchema,
  historySchema,
  rulesSchema,
} from '../../../../electron/core/file-schemas.ts'
import { createRecordedSession } from '../../../../electron/features/sessions/domain/record.ts'
import { historyOf, row } from '../../features/activity/activity-harness.ts'
import { accountOf } from '../../fake-service.ts'

describe('parsing a file partially', () => {
  it('keeps all of a valid one', () => {
    const value = { a: 'x', b: 'y' }
    expect(parsePartially(ciphertextsSchema, value)).toEqual({ value, dropped: 0 })
  })

  const noted = { ...createRecordedSession(row(2), 7, 5), note: 'By the window' }
  const history = historyOf({ sessions: [noted] })
  const oddHistory = {
    ...history,
    sessions: [
      { ...noted, alias: 7, isKept: false },
      { ...noted, key: 0 },
    ],
  }
  const asked = { number: 1, cause: 'many', askedAt: 1, since: 1, phase: 'going', asks: null }
  const end = { id: 1, createdAt: null, key: 7, name: 'Phone', intents: [1] }
  const sending = { ...end, state: { is: 'sending' } }
  const ledger = { nextNumber: 2, batches: [asked], ends: [sending] }
  // Were only its failure dropped, or its batch, it could be taken for one that is not answered.
  const oddLedger = {
    ...{ ...ledger, batches: [asked, { ...asked, phase: 'flying' }] },
    ends: [sending, { ...end, state: { is: 'sent', failure: { kind: 'x' } } }, { ...end, state: 5 }],
  }
  const rule = { afterDays: 30, lastRun: null }
  it.each<[string, z.ZodType<object>, unknown, unknown]>([
    ['a ciphertext', ciphertextsSchema, { a: 'x', b: 5 }, { a: 'x' }],
    ['an alias, and a session without a key', historySchema, oddHistory, history],
    ['an end and a batch of a ledger', ledgerSchema, oddLedger, ledger],
    ['a rule without its last run', rulesSchema, { a: rule, b: { afterDays: 60 } }, { a: rule }],
  ])('drops only %s that is invalid', (_what, shape, raw, left) => {
    const found = parsePartially(shape, raw)
    expect(found?.value).toEqual(left)
    expect(found?.dropped).toBeGreaterThan(0)
  })

  const [ana, bruno] = [accountOf(7), accountOf(8)]
  it.each([
    { user: { ...bruno.user, email: 5 } },
    { credential: { kind: 'passkey' } },
    { credential: undefined },
    { status: 'frozen' },
    { id: null },
  ])('drops an account of another version, which is never taken for one of another kind: %o', (part) => {
    const raw = { accounts: [ana, { ...bruno, ...part }], activeAccountId: ana.id }
    expect(parsePartially(accountsFileSchema, raw)?.value).toEqual({ ...raw, accounts: [ana] })
  })

  it.each([[null], [5], ['x'], [[1, 2]], [{ accounts: 'none' }], [{}]])('returns null for %j', (raw) => {
    expect(parsePartially(accountsFileSchema, raw)).toBeNull()
  })

  it('does not change its input, and returns a valid value for any input', () => {
    const shape = z.record(z.string(), z.object({ rows: z.array(z.object({ id: z.number() })) }))
    const row = fc.oneof(fc.record({ id: fc.integer() }), fc.anything())
    const account = fc.oneof(fc.record({ rows: fc.array(row) }), fc.anything())
    fc.assert(
      fc.property(fc.dictionary(fc.string(), account), (dictionary) => {
        const raw: unknown = JSON.parse(JSON.stringify(dictionary))
        const before = JSON.stringify(raw)
        const found = parsePartially(shape, raw)
        expect(JSON.stringify(raw)).toBe(before)
        if (found) expect(shape.parse(found.value)).toEqual(found.value)
      }),
    )
  })
})
