import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QueuedEnd } from '../../../../../electron/shared/queued-end.ts'
import type { ApiSession } from '../../../../../electron/core/domain/api-session.ts'
import {
  decideQueuedEnds,
  MAX_QUEUED_MS,
} from '../../../../../electron/features/revocation/domain/queued-ends.ts'
import { sessionOf } from '../lists-harness.ts'

const NOW = 1_800_000_000_000
const end = (over: Partial<QueuedEnd> = {}): QueuedEnd => {
  return { id: 2, createdAt: 5, name: 'Phone', queuedAt: NOW, ...over }
}
const row = (over: Partial<ApiSession> = {}): ApiSession => sessionOf(2, { createdAt: 5, ...over })

describe('a queued end', () => {
  it('is sent when a fresh list shows the same session', () => {
    expect(decideQueuedEnds([end()], [row()], NOW)).toEqual({ send: [end()], unsent: [], keep: [] })
  })

  it.each([
    ['gone', [], end()],
    ['replaced', [row({ createdAt: 6 })], end()],
    ['unclear', [row({ createdAt: null })], end()],
    ['unclear', [row()], end({ createdAt: null })],
    ['thisDevice', [row({ isCurrent: true })], end()],
    ['tooOld', [row()], end({ queuedAt: NOW - MAX_QUEUED_MS - 1 })],
  ] as const)('is reported as %s, and not sent', (reason, sessions, queued) => {
    const { id, createdAt, name } = queued
    expect(decideQueuedEnds([queued], sessions, NOW)).toEqual({
      send: [],
      unsent: [{ id, createdAt, name, reason }],
      keep: [],
    })
  })

  it.each([
    ['which is listed no more', []],
    ['whose id another session has', [row({ createdAt: 6 })]],
  ])('of a session with another identity now, %s, is unclear', (_what, sessions) => {
    const { unsent } = decideQueuedEnds([end()], sessions, NOW, ({ id }) => id === 2)
    expect(unsent).toMatchObject([{ id: 2, reason: 'unclear' }])
  })

  it('is sent after exactly seven days', () => {
    expect(decideQueuedEnds([end({ queuedAt: NOW - MAX_QUEUED_MS })], [row()], NOW).send).toHaveLength(1)
  })

  it('stays without a fresh list, until it is too old', () => {
    const queued = [end(), end({ id: 3, queuedAt: NOW - MAX_QUEUED_MS - 1 })]
    expect(decideQueuedEnds(queued, null, NOW)).toMatchObject({
      send: [],
      unsent: [{ id: 3, reason: 'tooOld' }],
      keep: [{ id: 2 }],
    })
  })

  it('from the future keeps its time, which is right again once the clock is', () => {
    const queued = [end({ queuedAt: NOW + 86_400_000 })]
    expect(decideQueuedEnds(queued, null, NOW).keep).toEqual(queued)
    expect(decideQueuedEnds(queued, [row()], NOW).send).toEqual(queued)
  })

  it('from the far future counts from now on, so that a clock that went back does not keep it for longer', () => {
    const [kept] = decideQueuedEnds([end({ queuedAt: NOW + 400 * 86_400_000 })], null, NOW).keep
    expect(kept?.queuedAt).toBe(NOW)
    expect(decideQueuedEnds([kept!], [row()], NOW + MAX_QUEUED_MS + 1).unsent).toMatchObject([
      { reason: 'tooOld' },
    ])
  })

  it('is in exactly one list, and sent only to the listed session with its id and time that is not this device', () => {
    const time = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null })
    const ids = fc.integer({ min: 1, max: 4 })
    const queuedAt = fc.integer({ min: NOW - 2 * MAX_QUEUED_MS, max: NOW + MAX_QUEUED_MS })
    const ends = fc.uniqueArray(fc.record({ id: ids, createdAt: time, name: fc.constant('x'), queuedAt }), {
      selector: ({ id }) => id,
    })
    const rows = fc.uniqueArray(
      fc.record({ id: ids, createdAt: time, isCurrent: fc.boolean() }).map((part) => row(part)),
      { selector: ({ id }) => id },
    )
    fc.assert(
      fc.property(ends, fc.option(rows, { nil: null }), (queued, sessions) => {
        const { send, unsent, keep } = decideQueuedEnds(queued, sessions, NOW)
        const all = [...send, ...unsent, ...keep].map(({ id }) => id)
        expect(all.toSorted()).toEqual(queued.map(({ id }) => id).toSorted())
        expect(sessions === null ? send : keep).toEqual([])
        for (const { id, createdAt, queuedAt: at } of send) {
          expect(createdAt).not.toBeNull()
          expect(sessions).toContainEqual(row({ id, createdAt }))
          expect(NOW - at).toBeLessThanOrEqual(MAX_QUEUED_MS)
        }
      }),
    )
  })
})
