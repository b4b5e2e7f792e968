import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import { findOrphan } from '../../../../../electron/features/renewal/domain/orphan.ts'
import { apiSession } from '../../../../support/builders.ts'

const AT = 1_700_000_000_000
const lost = { at: AT, session: { id: 4, name: 'Desk' } }
const row = (id: number, part: Partial<ApiSession> = {}): ApiSession =>
  apiSession({ id, name: 'Desk', createdAt: AT - 86_400_000, ...part })
const current = row(9, { isCurrent: true, createdAt: AT + 60_000 })

describe('the orphan of a lost renewal', () => {
  it.each<[string, ApiSession[], number | null]>([
    ['the session of the old token, where the service keeps sessions', [current, row(4)], 4],
    ['a session of that name, made at that moment', [current, row(5, { createdAt: AT + 120_000 })], 5],
    ['nothing of another name', [current, row(5, { name: 'Phone', createdAt: AT })], null],
    ['nothing from another time', [current, row(5, { createdAt: AT - 120_001 })], null],
    ['nothing when two can be meant', [current, row(5, { createdAt: AT }), row(6, { createdAt: AT })], null],
    ['nothing when it is this device', [row(4, { isCurrent: true })], null],
    ['nothing when it is unclear which session is this device', [row(4)], null],
  ])('is %s', (_what, sessions, id) => {
    expect(findOrphan(sessions, lost)?.id ?? null).toBe(id)
  })

  it('is not guessed from an unknown session, or an unknown time', () => {
    expect(findOrphan([current, row(5, { createdAt: AT })], { at: AT, session: null })).toBeNull()
    expect(findOrphan([current, row(5, { createdAt: null })], { ...lost, at: 1 })).toBeNull()
  })

  it('is never the current session', () => {
    const times = fc.constantFrom(AT, AT - 1, null)
    const part = fc.record({ id: fc.integer({ min: 1, max: 9 }), isCurrent: fc.boolean(), createdAt: times })
    fc.assert(
      fc.property(fc.array(part.map((parts) => row(parts.id, parts))), (rows) => {
        expect(findOrphan(rows, lost)?.isCurrent ?? false).toBe(false)
      }),
    )
  })
})
