import { describe, expect, it } from 'vitest'
import type { Events } from '../../../../electron/shared/events.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { RevocationsFile } from '../../../../electron/features/revocation/revocation-file.ts'
import { revocationsSchema } from '../../../../electron/core/file-schemas.ts'
import { fakeStore, fakeClock, settled } from '../../fakes.ts'
import { revocationsOver } from './revocations-harness.ts'
import { fakeService } from '../../fake-service.ts'
import { listsOver } from './lists-harness.ts'

const [FIRST, SECOND] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)]

/** A service with this device and two other sessions, whose creation times a test can change. */
async function setUp(file = fakeStore<RevocationsFile>({})) {
  const clock = fakeClock()
  clock.jump(SECOND)
  const service = fakeService(clock)
  const createdAt = new Map<number, number | null>([1, 2, 3].map((id) => [id, FIRST]))
  service.on('GET /auth/sessions', () => {
    const sessions = [...createdAt].map(([id, at]) => ({
      id,
      name: `D${id}`,
      created_at: at,
      is_current: id === 1,
    }))
    return { status: 200, body: { data: { sessions } } }
  })
  for (const id of [2, 3]) {
    service.on(`DELETE /auth/sessions/${id}`, () => {
      createdAt.delete(id)
      return { status: 204 }
    })
  }
  const gateway = service.gateway()
  const outcomes: Events['session:revoked'][] = []
  const lists = listsOver(gateway, clock, (accountId) => revocations.applyList(accountId))
  const { revocations } = revocationsOver({
    lists,
    gateway,
    clock,
    file,
    settled: (event) => void outcomes.push(event),
  })
  await lists.refresh('a')
  const deletes = (): string[] =>
    service.requests().flatMap((endpoint) => /^DELETE \S+/.exec(endpoint)?.[0] ?? [])
  return { clock, createdAt, lists, revocations, outcomes, deletes, file }
}

describe('the revocation of a session whose id was reused', () => {
  it('is refused if the requested one is no longer listed', async () => {
    const { revocations, lists, createdAt } = await setUp()
    createdAt.set(2, SECOND)
    await lists.refresh('a')
    expect(revocations.single.revoke('a', { id: 2, createdAt: FIRST })).toEqual(failed({ kind: 'notFound' }))
    const these = { kind: 'these' as const, sessions: [{ id: 2, createdAt: FIRST }] }
    expect(revocations.bulk.start('a', these)).toEqual(failed({ kind: 'notFound' }))
    expect(revocations.single.revoke('a', { id: 2, createdAt: null })).toEqual(ok(null))
  })

  it('is already gone at once, and the other session can be revoked', async () => {
    const { revocations, lists, createdAt, outcomes, deletes, clock } = await setUp()
    revocations.single.revoke('a', { id: 2, createdAt: FIRST })
    createdAt.set(2, SECOND)
    await lists.refresh('a')
    expect(outcomes).toMatchObject([{ sessionId: 2, createdAt: FIRST, outcome: { kind: 'alreadyGone' } }])
    expect(revocations.single.pending('a')).toEqual([])
    await clock.advance(6_000)
    expect(deletes()).toEqual([])
    revocations.single.revoke('a', { id: 2, createdAt: SECOND })
    await clock.advance(6_000)
    expect(deletes()).toEqual(['DELETE /auth/sessions/2'])
  })

  it('is not sent in a bulk, up to the last moment', async () => {
    const { revocations, lists, createdAt, deletes, clock } = await setUp()
    revocations.bulk.start('a', { kind: 'others' })
    createdAt.set(2, SECOND)
    await lists.refresh('a')
    await clock.advance(10_000)
    expect(deletes()).toEqual(['DELETE /auth/sessions/3'])
    const states = revocations.bulk.get('a').rows.map(({ sessionId, state }) => [sessionId, state])
    expect(states.sort()).toEqual([
      [2, 'alreadyGone'],
      [3, 'confirmed'],
    ])
  })

  it('is not sent after a restart, which remembers the right one', async () => {
    const file = fakeStore<RevocationsFile>({})
    const before = await setUp(file)
    before.revocations.bulk.start('a', { kind: 'others' })
    expect(revocationsSchema.parse(file.read())).toEqual(file.read())
    expect(file.read()['a']?.queued).toEqual([
      [3, FIRST],
      [2, FIRST],
    ])
    const after = await setUp(file)
    after.createdAt.set(2, SECOND)
    await after.lists.refresh('a')
    after.revocations.bulk.control('a', 'resume')
    await settled()
    await after.clock.advance(10_000)
    expect(after.deletes()).toEqual(['DELETE /auth/sessions/3'])
    expect(after.revocations.bulk.get('a').revocation?.counts).toMatchObject({ alreadyGone: 1, confirmed: 1 })
  })

  it.each([
    [null, SECOND],
    [FIRST, null],
  ])('is sent if a creation time is unknown: %j, then %j', async (requestedAt, listed) => {
    const { revocations, lists, createdAt, deletes, clock } = await setUp()
    createdAt.set(2, requestedAt)
    await lists.refresh('a')
    revocations.single.revoke('a', { id: 2, createdAt: requestedAt })
    createdAt.set(2, listed)
    await lists.refresh('a')
    await clock.advance(6_000)
    expect(deletes()).toEqual(['DELETE /auth/sessions/2'])
  })
})
