import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BatchCommand, BatchView, EndsUpdate, EndView } from '../../../../electron/shared/ends.ts'
import type { Events } from '../../../../electron/shared/events.ts'
import { failed } from '../../../../electron/shared/result.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import { fakeClock, settled } from '../../fakes.ts'
import { ledgerFilesWith, recordLists, revocationsOver } from './revocations-harness.ts'
import { fakeService, type Answer } from '../../fake-service.ts'
import { idOf, keyFor, listsOver } from './lists-harness.ts'

/** Whether a DELETE was carried out, and its answer. */
const outcome = fc.constantFrom(
  'done',
  'lostAfter',
  'lostBefore',
  'brokenAfter',
  'brokenBefore',
  'refused',
  'wait',
)
/** What happens in between. */
const event = fc.constantFrom(
  'nothing',
  'kill',
  'elsewhere',
  'renewal',
  'forth',
  'back',
  'pause',
  'noList',
  'offline',
  'single',
  'review',
  'undo',
  'hold',
)
const sequence = fc.record({
  others: fc.integer({ min: 1, max: 30 }),
  outcomes: fc.array(fc.tuple(outcome, fc.nat(400)), { maxLength: 60 }),
  events: fc.array(fc.tuple(event, fc.nat(3_000), fc.nat(29)), { maxLength: 14 }),
})

type Sequence = typeof sequence extends fc.Arbitrary<infer S> ? S : never

/** Runs a sequence, and returns the service's and the app's records. */
async function runSequence({ others, outcomes, events }: Sequence) {
  const clock = fakeClock()
  const service = fakeService(clock)
  const files = ledgerFilesWith()
  const { answered, ...record } = recordLists()
  const ids = Array.from({ length: others + 1 }, (_, index) => index + 1)
  const serviceState = { listed: new Set(ids), current: 1, token: 't1', lists: true, online: true, quiet: 0 }
  /** The ends as the window has them: all when it opens, and then by updates. */
  const reported = new Map<string, EndView>()
  let reportedBatches: readonly BatchView[] = []
  const keyOf = (end: EndView): string => `${idOf(end)} of ${end.batches.join()}`
  /** The sessions that were said to be gone, in any run. */
  const over = new Set<number>()
  function report({ batches, ends }: Pick<EndsUpdate, 'batches' | 'ends'>): void {
    reportedBatches = batches
    for (const end of ends) {
      reported.set(keyOf(end), end)
      if (end.state === 'confirmed' || end.state === 'alreadyGone') over.add(idOf(end))
    }
  }
  const inFlight = new Set<number>()
  const wrong: string[] = []
  /** Until then, or until it is killed, the app holds everything back. */
  let isHeld = false
  let run = 0

  service.on('GET /auth/sessions', () => {
    const isCurrent = (id: number): boolean => id === serviceState.current
    const sessions = [...serviceState.listed].map((id) => ({ id, name: `D${id}`, is_current: isCurrent(id) }))
    return serviceState.lists ? { status: 200, body: { data: { sessions } } } : { status: 503 }
  })
  for (const id of ids) {
    service.on(`DELETE /auth/sessions/${id}`, async (): Promise<Answer> => {
      if (id === serviceState.current) wrong.push(`${id} is this device`)
      if (over.has(id)) wrong.push(`${id} was over already`)
      if (clock.now() < serviceState.quiet) wrong.push(`${id} was sent while it was asked to wait`)
      if (inFlight.has(id)) wrong.push(`${id} was sent twice at once`)
      if (isHeld) wrong.push(`${id} was sent while it was held back`)
      inFlight.add(id)
      const [outcome, takes] = outcomes.shift() ?? ['done', 20]
      await new Promise<void>((resolve) => clock.after(takes, () => resolve()))
      inFlight.delete(id)
      const carriedOut = outcome === 'done' || outcome.endsWith('After')
      const wasThere = serviceState.listed.has(id)
      if (carriedOut) serviceState.listed.delete(id)
      if (outcome === 'wait') serviceState.quiet = Math.max(serviceState.quiet, clock.now() + 2_000)
      if (outcome === 'wait') return { status: 429, retryAfter: '2' }
      if (outcome.startsWith('lost')) return { kind: 'outcomeUnknown' }
      if (outcome.startsWith('broken')) return { status: 500 }
      if (outcome === 'refused') return { status: 403 }
      return { status: wasThere ? 204 : 404 }
    })
  }

  /** One process over the file; once the next one starts, it sends and reports nothing more. */
  function start() {
    const own = ++run
    const isAlive = (): boolean => own === run
    const ownClock = {
      ...clock,
      after: (ms: number, callback: () => void) => clock.after(ms, () => isAlive() && callback()),
    }
    const gateway: Gateway = {
      callAsOnce: () => Promise.reject(new Error('not used')),
      rateLimitedUntil: () => (serviceState.quiet > clock.now() ? serviceState.quiet : null),
      async callAs(_id, call) {
        const until = gateway.rateLimitedUntil('a')
        if (until !== null) return failed({ kind: 'rateLimited', retryAt: until })
        const answer = await call(service.transportTo('https://x/api/v1'), serviceState.token)
        return isAlive() ? answer : new Promise(() => undefined)
      },
    }
    const lists = listsOver(gateway, ownClock, { ...record, changed: (id) => app.revocations.applyList(id) })
    function receive(update: EndsUpdate): void {
      if (update.isWhole) reported.clear()
      report(update)
    }
    const isOnline = (): boolean => serviceState.online
    const settle = ({ key, outcome }: Events['session:revoked']): void => {
      if (outcome.kind === 'ended' || outcome.kind === 'alreadyGone') over.add(idOf({ key }))
    }
    const dependencies = {
      lists,
      answered,
      gateway,
      clock: ownClock,
      files,
      published: receive,
      settled: settle,
      isOnline,
    }
    const app = revocationsOver(dependencies)
    reported.clear()
    report(app.revocations.view('a'))
    return { ...app, lists }
  }
  function controlAll(command: BatchCommand): void {
    for (const { number } of app.revocations.view('a').batches)
      app.revocations.bulk.control('a', number, command)
  }

  let app = start()
  await app.lists.refresh('a')
  expect(app.revocations.bulk.start('a', { kind: 'others' }).ok).toBe(true)
  await clock.advance(4_900)

  for (const [event, ms, which] of events) {
    await clock.advance(ms)
    serviceState.lists = event !== 'noList'
    serviceState.online = event !== 'offline'
    if (event === 'kill') {
      isHeld = false
      // What it sent arrives, or does not, before the next one starts.
      inFlight.clear()
      app = start()
      void app.lists.refresh('a')
      await clock.advance(500)
      controlAll('resume')
    }
    if (event === 'elsewhere' && which + 1 !== serviceState.current) serviceState.listed.delete(which + 1)
    // A session that is being revoked stops being this device's.
    if (event === 'renewal' && serviceState.listed.has(which + 1) && !inFlight.has(which + 1)) {
      serviceState.current = which + 1
      serviceState.token += 'x'
    }
    if (event === 'forth') clock.jump(ms)
    if (event === 'back') clock.jump(-ms)
    if (event === 'pause') controlAll(ms % 2 ? 'pause' : 'resume')
    // Asking again for what ended proves nothing here: that would be another end.
    const isOver = over.has(which + 1)
    if (event === 'single' && !isOver) app.revocations.single.revoke('a', keyFor(which + 1))
    if (event === 'review' && !isOver)
      app.revocations.bulk.start('a', { kind: 'these', keys: [keyFor(which + 1)] }, 'review')
    if (event === 'undo') app.revocations.single.undo('a', which + 1)
    if (event === 'hold') {
      const releases: (() => void)[] = []
      void app.revocations.holdBack('a').then((release) => {
        isHeld = true
        releases.push(release)
      })
      for (let turn = 0; turn < 100 && releases.length === 0; turn++) await clock.advance(100)
      if (releases.length === 0) wrong.push('holding back never began')
      await clock.advance(ms)
      isHeld = false
      releases.forEach((release) => release())
    }
    app.revocations.wake()
  }
  Object.assign(serviceState, { lists: true, online: true })
  for (let turn = 0; turn < 40; turn++) {
    controlAll('resume')
    await clock.advance(5_000)
    await settled()
  }
  return {
    app,
    serviceState,
    wrong,
    files,
    reported: { batches: reportedBatches, ends: [...reported.values()] },
  }
}

describe('a bulk revocation in any sequence of events', () => {
  it('never sends for this device nor twice after a confirmation, and every end has its true state', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (input) => {
        const { app, serviceState, wrong, files, reported } = await runSequence(structuredClone(input))
        expect(wrong).toEqual([])
        const { batches, ends } = app.revocations.view('a')
        expect(batches.filter(({ phase }) => phase.kind !== 'done')).toEqual([])
        expect(reported).toEqual({ batches, ends })
        for (const { key, state } of ends) {
          const sessionId = idOf({ key })
          expect(['confirmed', 'alreadyGone', 'failed', 'notConfirmed', 'cancelled']).toContain(state)
          const isGone = !serviceState.listed.has(sessionId)
          if (state === 'confirmed' || state === 'alreadyGone')
            expect([sessionId, isGone]).toEqual([sessionId, true])
          if (state === 'cancelled') expect(sessionId).toBeGreaterThan(1)
        }
        expect(serviceState.listed.has(serviceState.current)).toBe(true)
        for (const { number } of batches)
          expect(app.revocations.bulk.control('a', number, 'dismiss').ok).toBe(true)
        app.revocations.dismissUnsent('a')
        expect(files.read()).toEqual({})
      }),
      { numRuns: 300 },
    )
  }, 120_000)
})
