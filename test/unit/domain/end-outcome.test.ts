import { describe, expect, it } from 'vitest'
import { failed, ok, type Result } from '../../../electron/contract/result.ts'
import { needsFreshList, outcomeOf } from '../../../electron/domain/end-outcome.ts'

const row = (id: number) => ({ id, name: 'x', lastUsedAt: null, createdAt: null, isCurrent: false })
const without = ok([row(1)])
const withIt = ok([row(1), row(7)])
const noList: Result<never> = failed({ kind: 'offline', reason: 'interrupted' })
const gone: Result<never> = failed({ kind: 'notFound' })
const lost: Result<never> = failed({ kind: 'outcomeUnknown' })
const refused: Result<never> = failed({ kind: 'forbidden' })

describe('outcomeOf', () => {
  it.each([
    ['accepted, and the list agrees', ok(null), without, 'ended'],
    ['accepted, but the list still has it', ok(null), withIt, 'notConfirmed'],
    ['accepted, and no list can be had', ok(null), noList, 'notConfirmed'],
    ['not found, and the list agrees', gone, without, 'alreadyGone'],
    ['not found, but the list has it', gone, withIt, 'failed'],
    ['no answer, and the list no longer has it', lost, without, 'ended'],
    ['no answer, and the list still has it', lost, withIt, 'failed'],
    ['no answer, and no list', lost, noList, 'notConfirmed'],
    ['refused: the list does not matter', refused, without, 'failed'],
  ] as const)('%s', (_case, deleted, fresh, kind) => {
    expect(outcomeOf(7, deleted, fresh).kind).toBe(kind)
  })

  it('asks for a list only where the answer leaves something open', () => {
    expect([ok(null), gone, lost, refused].map(needsFreshList)).toEqual([true, true, true, false])
  })
})
