import { describe, expect, it } from 'vitest'
import { createOrphans, type LostRenewals } from '../../../../electron/features/renewal/orphans.ts'
import { accountStoreOver, fakeStore, fakeLog } from '../../fakes.ts'
import { apiSession } from '../../../support/builders.ts'

const rows = [9, 4, 5].map((id) => apiSession({ id, name: 'Desk', createdAt: 0, isCurrent: id === 9 }))
const lost = (id: number) => ({ at: 1e12, session: { id, name: 'Desk' } })

describe('lost renewals', () => {
  it('are stored across a restart, by account, the oldest session first', () => {
    const file = fakeStore<LostRenewals>({})
    const first = createOrphans(accountStoreOver(file))
    first.lost('a', lost(5))
    first.lost('a', lost(4))
    const second = createOrphans(accountStoreOver(file))
    expect([second.findId('a', rows), second.findId('b', rows)]).toEqual([5, null])
    expect(second.findId('a', rows.slice(0, 2))).toBe(4)
    second.forget('a')
    expect([second.findId('a', rows), file.read()]).toEqual([null, {}])
  })

  it('are limited, and work although the disk refuses', () => {
    const file = fakeStore<LostRenewals>({})
    const log = fakeLog()
    const orphans = createOrphans(accountStoreOver(file, log))
    for (let id = 1; id <= 8; id++) orphans.lost('a', lost(id))
    expect(file.read()['a']).toHaveLength(5)
    file.broken = true
    orphans.lost('a', lost(4))
    expect(log.lines).toEqual(['notSaved {"account":"a"}'])
  })
})
