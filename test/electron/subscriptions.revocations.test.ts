import { describe, expect, it } from 'vitest'
import { ok } from '../../electron/shared/result.ts'
import { ANA, identity, PUBLISH_MS, setUp } from './subscriptions-harness.ts'

describe('a single revocation', () => {
  it('is published when it begins and when it is undone', async () => {
    const { services, published, check } = await setUp()
    await check()
    const pending = () => published.at(-1)?.pendingRevocations.map(({ sessionId }) => sessionId)
    services.revocations.single.revoke(ANA, identity(2))
    expect(pending()).toEqual([2])
    services.revocations.single.undo(ANA, 2)
    expect(pending()).toEqual([])
  })

  it('is recorded in the history as an end by this app', async () => {
    const { services, passUndo, check, entries } = await setUp()
    await check()
    services.revocations.single.revoke(ANA, identity(2))
    await passUndo()
    expect(services.publishedLists.get(ANA).sessions?.map(({ id }) => id)).toEqual([1, 3])
    expect(entries()).toEqual([['ended', 'thisApp', 2]])
  })

  it('is recorded in the review that planned its session', async () => {
    const { services, service, passUndo, check, review, outcome } = await setUp()
    await check()
    service.on('DELETE /auth/sessions/2', () => ({ status: 403, body: { message: 'Forbidden' } }))
    services.revocations.single.revoke(ANA, identity(2))
    expect(review()).toEqual(ok(null))
    expect(outcome()).toBe('pending')
    await passUndo()
    expect(outcome()).toBe('failed')
  })
})

describe('a single revocation of a session that a finished review left open', () => {
  it('counts there as ended, and not as gone already', async () => {
    const { services, service, passUndo, check, review, outcome } = await setUp()
    await check()
    const endsIt = service.answerTo('DELETE /auth/sessions/2')
    service.on('DELETE /auth/sessions/2', () => ({ status: 403, body: { message: 'Forbidden' } }))
    review()
    await passUndo()
    expect(outcome()).toBe('failed')
    service.on('DELETE /auth/sessions/2', endsIt)
    services.revocations.bulk.control(ANA, 'dismiss')
    expect(services.revocations.single.revoke(ANA, identity(2))).toEqual(ok(null))
    await passUndo()
    expect(outcome()).toBe('ended')
  })
})

describe('a bulk revocation', () => {
  it('names its rows as the list does, after a person named one too', async () => {
    const { services, check } = await setUp()
    await check()
    services.revocations.bulk.start(ANA, { kind: 'others' })
    services.publishedLists.annotate(ANA, 2, { alias: 'Old phone' })
    const { rows } = services.revocations.bulk.get(ANA)
    expect(rows.map(({ name }) => name)).toEqual(['Device 3', 'Old phone'])
  })

  it('is recorded in the history as ends by this app', async () => {
    const { services, passUndo, check, entries } = await setUp()
    await check()
    services.revocations.bulk.start(ANA, { kind: 'others' })
    await passUndo()
    expect(services.revocations.bulk.get(ANA).revocation?.phase).toEqual({ is: 'done' })
    expect(entries()).toEqual([
      ['ended', 'thisApp', 3],
      ['ended', 'thisApp', 2],
    ])
  })

  it('is recorded in the review that started it', async () => {
    const { passUndo, check, review, outcome } = await setUp()
    await check()
    expect(review()).toEqual(ok(null))
    expect(outcome()).toBe('pending')
    await passUndo()
    expect(outcome()).toBe('ended')
  })

  it('opens the review again when it is undone', async () => {
    const { services, clock, check, review } = await setUp()
    await check()
    review()
    expect(services.reviews.get(ANA).review?.finishedAt).toBe(clock.now())
    services.revocations.bulk.control(ANA, 'undo')
    await clock.advance(PUBLISH_MS)
    expect(services.reviews.get(ANA).review).toMatchObject({ finishedAt: null, canFinish: true })
  })
})
