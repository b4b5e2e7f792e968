import { describe, expect, it } from 'vitest'
import type { WholeList } from '../../electron/shared/last-known-list.ts'
import { later, type Answer } from './fake-service.ts'
import { fakeAccountFiles, settled } from './fakes.ts'
import { ANA, DAY, HOUR, identity, MINUTE, setUp, T0 } from './subscriptions-harness.ts'

/** All services with a last known list of sessions 1 and 2 on disk. */
async function setUpWithLastKnown() {
  const wholeLists = fakeAccountFiles<WholeList>()
  const sessions = [1, 2].map((id) => ({
    id,
    createdAt: identity(id).createdAt,
    name: `Device ${id}`,
    lastUsedAt: null,
    isCurrent: id === 1,
  }))
  wholeLists.write(ANA, { checkedAt: T0, skew: 0, sessions })
  const all = await setUp({ wholeLists })
  /** Checks the account as the poller does, which sends nothing without a network. */
  const poll = async () => {
    all.services.poller.checkNow(ANA)
    await all.clock.advance(0)
    all.services.poller.stop()
  }
  const shown = () => {
    const { sessions: rows, isLive, checkedAt } = all.services.publishedLists.get(ANA)
    return [rows?.map(({ id }) => id), isLive, checkedAt]
  }
  return { ...all, poll, shown }
}

describe('a check', () => {
  it('does not show the last known list while it runs', async () => {
    const { service, check, shown } = await setUpWithLastKnown()
    const reply = later<Answer>()
    service.on('GET /auth/sessions', () => reply.promise)
    const checking = check()
    await settled()
    expect(shown()).toEqual([undefined, false, null])
    reply.resolve({ status: 503, body: {} })
    expect(await checking).toMatchObject({ ok: false })
  })
})

describe('a failed check', () => {
  it('shows the last known list at once, and nothing as live', async () => {
    const { state, check, shown } = await setUpWithLastKnown()
    state.answer = { status: 503, body: {} }
    await check()
    await settled()
    expect(shown()).toEqual([[1, 2], false, T0])
  })

  it('reports queued ends that are too old as unsent', async () => {
    const { services, clock, state, check } = await setUp()
    await check()
    state.isOnline = false
    services.revocations.single.revoke(ANA, identity(2))
    await clock.advance(8 * DAY)
    state.answer = { status: 503, body: {} }
    await check()
    expect(services.publishedLists.get(ANA)).toMatchObject({
      queuedEnds: [],
      unsentEnds: [{ id: 2, reason: 'tooOld' }],
    })
  })
})

describe('a computer without a network', () => {
  it('shows the last known list at once, and sends nothing', async () => {
    const { service, state, poll, shown } = await setUpWithLastKnown()
    state.isOnline = false
    await poll()
    expect(shown()).toEqual([[1, 2], false, T0])
    expect(service.requests()).toEqual([])
  })

  it('warns of a token that expires before it can be renewed', async () => {
    const { services, clock, state, poll } = await setUpWithLastKnown()
    const endsAt = clock.now() + HOUR
    await services.vault.put(ANA, '1|token', { issuedAt: clock.now(), expiresAt: endsAt })
    await services.findTokens()
    state.isOnline = false
    await clock.advance(58 * MINUTE)
    expect(services.renewalWarnings.all()).toEqual([])
    await poll()
    expect(services.renewalWarnings.all()).toEqual([{ accountId: ANA, endsAt }])
  })
})
