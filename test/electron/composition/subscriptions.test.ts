import { describe, expect, it } from 'vitest'
import { subscribeServices } from '../../../electron/composition/subscriptions.ts'
import { createServiceEvents } from '../../../electron/core/service-events.ts'
import type { History } from '../../../electron/features/activity/index.ts'
import type { RulesFile } from '../../../electron/features/rules/index.ts'
import { SECOND_LOOK_MS } from '../../../electron/features/sessions/session-lists.ts'
import { ok } from '../../../electron/shared/result.ts'
import { probeName } from '../../../electron/features/password/domain/password-verdict.ts'
import { later, type Answer } from '../fake-service.ts'
import { sessionOf } from '../features/revocation/lists-harness.ts'
import { beginRecord, factsAt } from '../features/sessions/record-harness.ts'
import { fakeAccountFiles, fakeStore, settled } from '../fakes.ts'
import {
  ANA,
  DAY,
  HOUR,
  identity,
  interruptedBulk,
  MINUTE,
  NOW,
  PUBLISH_MS,
  setUp,
  setUpChecked,
  T0,
} from './subscriptions-harness.ts'

it('each event has one listener, whose steps run in order', async () => {
  const { services } = await setUp()
  const events = createServiceEvents()
  subscribeServices(services, events)
  expect(events.eventNames().filter((name) => events.listenerCount(name) !== 1)).toEqual([])
})

describe('a list that arrives', () => {
  it('raises an alert about a new sign-in, before its rows are published', async () => {
    const { services, published, check, keyOf } = await setUpChecked()
    await check([1, 2, 3, 4])
    expect(services.alerts.open()).toMatchObject([{ accountId: ANA, newest: [{ key: keyOf(4) }] }])
    const first = published.find(({ sessions }) => sessions?.length === 4)
    expect(first?.sessions?.flatMap(({ id, isNew }) => (isNew ? [id] : []))).toEqual([4])
  })

  it('ends the sessions that password checks left', async () => {
    const probes = [{ at: T0, madeAt: T0 }]
    const { service, state, check } = await setUp({
      passwords: fakeStore({ [ANA]: { open: null, probes } }),
    })
    state.listed = [1, 2, 9]
    state.names.set(9, probeName(T0, 'new'))
    await check()
    await settled()
    expect(service.requests()).toContain('DELETE /auth/sessions/9 1|token')
    expect(state.listed).toEqual([1, 2])
  })
})

describe('a stored list', () => {
  it('is kept for the next start, with the difference of the clocks', async () => {
    const { services, files, state, check } = await setUpChecked()
    state.skew = 3 * HOUR
    await check()
    services.history.save()
    const { history } = files
    const next = await setUp({ history })
    const { sessions, skew, checkedAt } = services.publishedLists.get(ANA)
    expect(skew).toBeGreaterThan(HOUR)
    expect(await next.services.publishedLists.open(ANA)).toMatchObject({ sessions, skew, checkedAt })
  })

  it('summarizes what changed while the person was away', async () => {
    const { services, clock, check } = await setUpChecked()
    await clock.advance(9 * HOUR)
    await check([1, 2, 3, 4])
    expect(services.awaySummaries.all()).toMatchObject([{ accountId: ANA, signedIn: 1, ended: 0 }])
  })

  it('tells which session a renewal replaces, so that a lost renewal names its orphan', async () => {
    const { services, service, state, files, check, acceptLogin, signIn, keyOf } = await setUpChecked()
    service.on('POST /auth/refresh', () => ({ kind: 'outcomeUnknown' }))
    service.on('GET /auth/me', () => ({ status: 401, body: { message: 'Unauthenticated.' } }))
    expect(await services.renewals.renew(ANA)).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect(files.orphans.read()[ANA]).toMatchObject([{ session: { id: 1, name: 'Device 1' } }])

    acceptLogin('user7@example.com')
    Object.assign(state, { listed: [1, 2, 3, 5], current: 5 })
    await signIn('user7@example.com')
    await check()
    expect(services.publishedLists.get(ANA).orphanKey).toBe(keyOf(1))
  })

  it('runs the rule that ends unused sessions, which ends nothing if it is turned off in time', async () => {
    const { services, service, clock, check, runs, ends, batches, setRule, keyOf } = await setUp()
    await check()
    await clock.advance(MINUTE)
    await check()
    setRule(30)
    await check()
    expect(runs).toEqual([{ accountId: ANA, afterDays: 30, count: 2 }])
    expect(ends().ends).toHaveLength(2)
    services.rules.exempt(ANA, keyOf(2), true)
    expect(batches()).toMatchObject([{ cause: 'rule', total: 1 }])
    setRule(null)
    expect(batches()).toEqual([])
    await clock.advance(MINUTE)
    expect(service.countRequests('DELETE')).toBe(0)
  })

  it.each([
    ['off with a record that was lost', fakeAccountFiles<History>(), null],
    ['off with one of which a part was lost', recordedAt(null), null],
    ['not off with a whole one', recordedAt(T0), 30],
  ])('turns the rule %s, with which it was lost what was exempt', async (_which, history, afterDays) => {
    const rules = fakeStore({ [ANA]: { afterDays: 30 as const, lastRun: null } })
    const { services, clock, check, runs } = await setUp({ rules, history })
    await check()
    await clock.advance(MINUTE)
    await check()
    expect([services.rules.get(ANA).afterDays, runs.length]).toEqual([afterDays, afterDays ? 1 : 0])
  })

  it.each<[string, (all: Awaited<ReturnType<typeof setUp>>) => unknown]>([
    ['a review', ({ decide }) => decide([3, 9])],
    ['the answer to an alert', ({ services, keyOf }) => services.alerts.acknowledge(ANA, keyOf(9))],
  ])('takes out of the run of the rule what %s calls mine', async (_what, answer) => {
    const all = await setUp()
    const { clock, check, batches, setRule } = all
    await check()
    await clock.advance(MINUTE)
    await check([1, 2, 3, 9])
    setRule(30)
    await check()
    answer(all)
    await clock.advance(PUBLISH_MS)
    expect(batches()).toMatchObject([{ counts: { waiting: 2 }, total: 2 }])
  })

  it('runs no rule that could not be turned off when what is exempt was lost', async () => {
    const rules = fakeStore<RulesFile>({ [ANA]: { afterDays: 30, lastRun: null } })
    const { services, clock, check, runs } = await setUp({ rules })
    rules.broken = true
    await check()
    rules.broken = false
    for (let lists = 0; lists < 2; lists++) {
      await clock.advance(MINUTE)
      await check()
    }
    expect([services.rules.get(ANA).afterDays, runs]).toEqual([null, []])
  })

  it('judges an interrupted bulk revocation', async () => {
    const { ends } = await setUpChecked({ ledgers: interruptedBulk(9) })
    expect(ends().ends).toMatchObject([{ key: -9, state: 'dropped' }])
  })

  it('begins no end that waits for the network when only names change', async () => {
    const { annotate, clock, told, queueEnd, queued, keyOf } = await setUpChecked()
    queueEnd(2)
    annotate(2, { alias: 'Old phone' })
    expect(queued()).toMatchObject([{ key: keyOf(2), name: 'Old phone' }])
    await clock.advance(PUBLISH_MS)
    expect(told.at(-1)).toMatchObject({ ends: [{ key: keyOf(2), name: 'Old phone', state: 'waiting' }] })
  })

  it('reports a due review', async () => {
    const { services, events, clock, check, review, control } = await setUp()
    const due: string[] = []
    events.on('reviewDue', (accountId) => void due.push(accountId))
    await check()
    services.reviews.schedule(ANA, 90)
    review()
    control('cancel')
    await check()
    expect(due).toEqual([])
    await clock.advance(90 * DAY)
    await check()
    expect(due).toEqual([ANA])
  })
})

it('an acknowledged alert announces a change of the state, and its session is published as known', async () => {
  const { services, events, published, check, keyOf } = await setUpChecked()
  await check([1, 2, 3, 4])
  const isNew = () => published.at(-1)?.sessions?.find(({ id }) => id === 4)?.isNew
  expect(isNew()).toBe(true)
  let changes = 0
  events.on('stateChanged', () => (changes += 1))
  services.alerts.acknowledge(ANA, keyOf(4))
  expect(changes).toBe(1)
  await settled()
  expect(isNew()).toBe(false)
})

describe('a single revocation', () => {
  it('is published when it begins and when it is undone', async () => {
    const { services, told, revoke, keyOf } = await setUpChecked()
    revoke(2)
    const batches = [{ number: 1, cause: 'one', phase: { kind: 'undoable' } }]
    expect(told.at(-1)).toMatchObject({ batches, ends: [{ key: keyOf(2), batches: [1] }], isWhole: true })
    services.revocations.undo(ANA, keyOf(2))
    expect(told.at(-1)).toEqual({ accountId: ANA, batches: [], ends: [], isWhole: true })
  })

  it('is recorded in the review that planned its session', async () => {
    const { service, passUndo, review, outcome, revoke } = await setUpChecked()
    service.on('DELETE /auth/sessions/2', () => ({ status: 403, body: { message: 'Forbidden' } }))
    revoke(2)
    expect(review()).toEqual(ok(null))
    expect(outcome()).toBe('waiting')
    await passUndo()
    expect(outcome()).toBe('stillListed')
  })
})

it('a single revocation of a session that a finished review left open counts there as ended, and not as gone already', async () => {
  const { service, passUndo, review, outcome, revoke, control } = await setUpChecked()
  const endsIt = service.answerTo('DELETE /auth/sessions/2')
  service.on('DELETE /auth/sessions/2', () => ({ status: 403, body: { message: 'Forbidden' } }))
  review()
  await passUndo()
  expect(outcome()).toBe('stillListed')
  service.on('DELETE /auth/sessions/2', endsIt)
  expect(control('dismiss')).toEqual(ok(null))
  expect(revoke(2)).toEqual(ok(null))
  await passUndo()
  expect(outcome()).toBe('ended')
})

describe('a review', () => {
  it.each<[string, Answer, left: number[], outcome: string]>([
    ['ended it', { status: 200, body: { success: true } }, [1, 3], 'ended'],
    ['found it gone', { status: 404, body: { message: 'Not found' } }, [1, 3], 'gone'],
    ['refused', { status: 403, body: { message: 'Forbidden' } }, [1, 2, 3], 'stillListed'],
  ])(
    'tells the window what became of its session when the service %s',
    async (_what, answer, left, expected) => {
      const { service, events, state, clock, passUndo, review, outcome } = await setUpChecked()
      service.on('DELETE /auth/sessions/2', () => ((state.listed = left), answer))
      const told: unknown[] = []
      events.on('reviewChanged', ({ items }) => void told.push(items.find(({ id }) => id === 2)?.outcome))
      review()
      await passUndo()
      // What this app did not end is looked for in a second list.
      await clock.advance(SECOND_LOOK_MS)
      expect([outcome(), told.at(-1)]).toEqual([expected, expected])
    },
  )

  it('says what no list could tell of its session', async () => {
    const { service, state, clock, passUndo, review, ends, outcome } = await setUpChecked()
    review()
    service.on('DELETE /auth/sessions/2', () => ({ status: 204 }))
    state.answer = { status: 403 }
    await passUndo()
    await clock.advance(MINUTE)
    expect([ends().ends[0]?.state, outcome()]).toEqual(['unclear', 'unclear'])
  })

  it('says of no session that it arrived because the history was cleared', async () => {
    const { services, clock, check, decide } = await setUpChecked()
    decide([])
    await clock.advance(MINUTE)
    services.history.clear(ANA)
    await check()
    expect(services.reviews.get(ANA).items.filter(({ hasArrived }) => hasArrived)).toEqual([])
  })

  it('takes the answer to an alert for a decision, and a decision for the answer', async () => {
    const { services, events, clock, check, keyOf } = await setUpChecked()
    services.reviews.start(ANA)
    await clock.advance(1_000)
    await check([1, 2, 3, 4, 5])
    const told: unknown[] = []
    events.on('reviewChanged', ({ items }) => {
      for (const { id, decided, hasArrived } of items) told.push([id, hasArrived, decided?.decision])
    })
    services.alerts.acknowledge(ANA, keyOf(4))
    await settled()
    expect(told).toEqual([[4, true, 'mine']])
    services.reviews.decide(ANA, services.reviews.get(ANA).review?.startedAt ?? 0, [keyOf(5)], 'mine')
    expect(told.slice(1)).toEqual([[5, true, 'mine']])
    expect(services.alerts.open()).toEqual([])
  })
})

it.each<[string, number[], (all: Awaited<ReturnType<typeof setUp>>) => unknown]>([
  ['a single revocation', [2], ({ revoke }) => revoke(2)],
  ['a bulk revocation', [2, 3], ({ startBulk }) => startBulk()],
])('%s is recorded in the history as an end by this app', async (_what, ids, revoke) => {
  const all = await setUpChecked()
  revoke(all)
  await all.passUndo()
  expect(all.rowIds()).toEqual([1, 2, 3].filter((id) => !ids.includes(id)))
  expect(all.entries()).toEqual(ids.map((id) => ['ended', 'thisApp', id]))
})

it.each<[string, Answer, actor: string]>([
  ['ended it', { status: 200, body: { success: true } }, 'thisApp'],
  ['found it gone', { status: 404, body: { message: 'Not found' } }, 'unknown'],
])(
  'what lists lack while a DELETE of it is out is in the history by the first one after it %s',
  async (_what, answer, actor) => {
    const { service, clock, check, entries, passUndo, revoke } = await setUpChecked()
    const reply = later<Answer>()
    service.on('DELETE /auth/sessions/2', () => reply.promise)
    revoke(2)
    await passUndo()
    await check([1, 3])
    await check()
    expect(entries()).toEqual([])
    const before = service.countRequests('GET /auth/sessions')
    reply.resolve(answer)
    await clock.advance(1_000)
    expect(service.countRequests('GET /auth/sessions')).toBe(before + 1)
    expect(entries()).toEqual([['ended', actor, 2]])
  },
)

describe('a bulk revocation', () => {
  it('names its rows as the list does, after a person named one too', async () => {
    const { annotate, startBulk, ends } = await setUpChecked()
    startBulk()
    annotate(2, { alias: 'Old phone' })
    expect(ends().ends.map(({ name }) => name)).toEqual(['Device 3', 'Old phone'])
  })

  it('opens the review again when it is undone', async () => {
    const { services, clock, review, control } = await setUpChecked()
    review()
    expect(services.reviews.get(ANA).review?.finishedAt).toBe(clock.now())
    expect(control('undo')).toEqual(ok(null))
    await clock.advance(PUBLISH_MS)
    expect(services.reviews.get(ANA).review).toMatchObject({ finishedAt: null })
  })
})

/** All services after a check, with data of the account in every file. */
async function setUpWithData() {
  const at = NOW
  const session = { id: 1, name: 'Device 1' }
  const all = await setUp({
    passwords: fakeStore({ [ANA]: { open: null, probes: [{ at, madeAt: at }] } }),
    renewals: fakeStore({ [ANA]: { at, session, sequence: 1 } }),
    orphans: fakeStore({ [ANA]: [{ at, session }] }),
    ledgers: interruptedBulk(3),
    rules: fakeStore({ [ANA]: { afterDays: 30, lastRun: null } }),
  })
  const { services, files, queueEnd, annotate } = all
  await all.check()
  services.reviews.start(ANA)
  const { review, items } = services.reviews.get(ANA)
  services.reviews.decide(
    ANA,
    review?.startedAt ?? 0,
    items.map(({ key }) => key),
    'notSure',
  )
  annotate(2, { note: 'The old phone' })
  queueEnd(2)
  /** The names of the files with data of the account. */
  const stored = () => Object.entries(files).flatMap(([name, file]) => (ANA in file.read() ? [name] : []))
  return { ...all, stored }
}

describe('an account that is signed out', () => {
  it('leaves for the next sign-in what is known of its sessions, whose that is, and a rule that is off', async () => {
    const { services, files, stored } = await setUpWithData()
    const withoutAccounts = ['logouts', 'unconfirmed']
    expect(stored()).toEqual(Object.keys(files).filter((name) => !withoutAccounts.includes(name)))
    expect(await services.signOut.signOut(ANA)).toEqual(ok({ service: 'confirmed' }))
    expect(stored()).toEqual(['history', 'reviews', 'rules'])
    expect(files.rules.read()[ANA]?.afterDays).toBeNull()
  })

  it('gets an entry in its history, and its own session counts as ended', async () => {
    const { services, entries } = await setUpChecked()
    await services.signOut.signOut(ANA)
    expect(entries()).toEqual([['signedOut', 'thisApp', null]])
    const ended = services.history.of(ANA)?.sessions.filter(({ endedAt }) => endedAt !== null)
    expect(ended?.map(({ id }) => id)).toEqual([1])
  })

  it('gets another entry when it is signed out everywhere, and all sessions count as ended', async () => {
    const { services, service, entries } = await setUpChecked()
    service.on('POST /auth/logout-all', () => ({ status: 200, body: { success: true } }))
    await services.signOutEverywhere(ANA)
    expect(entries()).toEqual([['signedOutEverywhere', 'thisApp', null]])
    expect(services.history.of(ANA)?.sessions.every(({ endedAt }) => endedAt !== null)).toBe(true)
  })
})

it('an account without a token that the person removes leaves nothing', async () => {
  const { services, stored } = await setUpWithData()
  await services.vault.remove(ANA)
  services.accounts.setStatus(ANA, 'signedOut')
  expect(await services.signOut.signOut(ANA)).toEqual(ok({ service: 'notAsked' }))
  expect(stored()).toEqual([])
  expect(services.history.of(ANA)).toBeNull()
  expect(services.reviews.shown(ANA)).toBeNull()
})

it('an account that the person removes closes the alerts about its sign-ins before its list is forgotten', async () => {
  const { services, events, check, keyOf } = await setUp()
  await check()
  await check([1, 2, 3, 4])
  const key = keyOf(4)
  const closed: unknown[] = []
  const count = () => services.lists.get(ANA).sessions?.length
  events.on('alertClosed', (...alert) => void closed.push([...alert, count()]))
  await services.vault.remove(ANA)
  services.accounts.setStatus(ANA, 'signedOut')
  await services.signOut.signOut(ANA)
  expect([closed, count()]).toEqual([[[ANA, key, 4]], undefined])
})

/** The file of a record with the sessions 1 and 2, whose list arrived last at `checkedAt`. */
function recordedAt(checkedAt: number | null) {
  const history = fakeAccountFiles<History>()
  const rows = [1, 2].map((id) => sessionOf(id, { ...identity(id), isCurrent: id === 1 }))
  const { nextKey, sessions } = beginRecord(rows, factsAt(T0))
  history.write(ANA, { owner: '', since: T0, checkedAt, viewedAt: null, nextKey, sessions, entries: [] })
  return history
}

/** All services with a last known list of sessions 1 and 2 on disk. */
async function setUpWithLastKnown() {
  const all = await setUp({ history: recordedAt(T0) })
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

it('a check does not show the last known list while it runs', async () => {
  const { service, check, shown } = await setUpWithLastKnown()
  const reply = later<Answer>()
  service.on('GET /auth/sessions', () => reply.promise)
  const checking = check()
  await settled()
  expect(shown()).toEqual([undefined, false, null])
  reply.resolve({ status: 503, body: {} })
  expect(await checking).toMatchObject({ ok: false })
})

it('a failed check shows the last known list at once, and nothing as live', async () => {
  const { state, check, shown } = await setUpWithLastKnown()
  state.answer = { status: 503, body: {} }
  await check()
  await settled()
  expect(shown()).toEqual([[1, 2], false, T0])
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
