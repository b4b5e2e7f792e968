import { describe, expect, it } from 'vitest'
import {
  planRevocations,
  type PlanContext,
} from '../../../../renderer/features/revocation/revocation-plan.ts'
import type { RowAccount } from '../../../../renderer/features/session-list/list-account.ts'
import type { ListedSession } from '../../../../renderer/features/session-list/listed-session.ts'
import { session } from '../../fake-bridge.ts'
import { keyOf } from '../../../support/builders.ts'

const account = (id: string, locked = false): [string, RowAccount] => [
  id,
  { id, name: `Name of ${id}`, place: 'Acme', skew: 0, zone: 'UTC', renewable: true, locked },
]
const listed = (accountId: string, id: number, isCurrent = false): ListedSession => ({
  ...session(id, `Device ${id}`, { isCurrent }),
  accountId,
})
const NOTHING_ENDS: PlanContext = { begunKeys: () => new Set(), ownDevice: (id) => `Own of ${id}` }

describe('a plan over several accounts', () => {
  const accounts = new Map([account('a'), account('b')])

  it('divides the sessions by account, though their ids are equal, and names what stays', () => {
    const [a, b] = [listed('a', 7), listed('b', 7)]
    const parts = planRevocations([b, a], accounts, NOTHING_ENDS)
    expect(parts.map(({ accountId, sessions, stays }) => [accountId, sessions, stays])).toEqual([
      ['a', [a], 'Own of a'],
      ['b', [b], 'Own of b'],
    ])
  })

  it('never has the own device of an account, nor what is being ended', () => {
    const parts = planRevocations([listed('a', 1, true), listed('a', 2), listed('b', 2)], accounts, {
      ...NOTHING_ENDS,
      begunKeys: (id) => new Set(id === 'b' ? [keyOf({ id: 2 })] : []),
    })
    expect(parts.map(({ accountId, sessions }) => [accountId, sessions.map(({ id }) => id)])).toEqual([
      ['a', [2]],
    ])
  })

  it('leaves out accounts whose sessions cannot be selected any more, and those that are gone', () => {
    const some = [listed('a', 2), listed('b', 2), listed('gone', 2)]
    const parts = planRevocations(some, new Map([account('a', true), account('b')]), NOTHING_ENDS)
    expect(parts.map(({ accountId }) => accountId)).toEqual(['b'])
  })
})
