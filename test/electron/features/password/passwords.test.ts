import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { probeName } from '../../../../electron/features/password/domain/password-verdict.ts'
import { LIST, LOGIN, LOGOUT, lost, ME, noNetwork, unauthenticated } from '../../core/core-harness.ts'
import { accountOf, later, tokenAccountOf, type Answer } from '../../fake-service.ts'
import { settled } from '../../fakes.ts'
import { row } from '../review/review-harness.ts'
import { CHANGE, NEW, OLD, setUpOpenChange, setUpPassword as setUp } from './password-harness.ts'

/** What the sign-in of a probe sends. */
const sentBy = (call: { body?: unknown }) => call.body as { password: string; device_name: string }
const cancelled = failed({ kind: 'cancelled' })
const conflict = failed({ kind: 'conflict' })

/** A change whose answer has not arrived. */
async function setUpSending() {
  const harness = await setUp()
  const answer = later<Answer>()
  harness.service.on(CHANGE, () => answer.promise)
  const changing = harness.change()
  await settled()
  return { ...harness, changing, answer }
}

describe('changing a password', () => {
  it('checks first that the service answers, sends once, and then counts the sessions', async () => {
    const { change, countRequests, files, service, window, done, account, reports } = await setUp()
    window.rows = [row(1), row(2)]
    expect(await change()).toEqual(ok({ verdict: 'changed', failure: null, before: 2, after: 1 }))
    expect([countRequests(ME), countRequests(CHANGE)]).toEqual([1, 1])
    expect([done, files.journal.read(), reports()]).toEqual([[account.id], {}, []])
    const body = { current_password: OLD, password: NEW, password_confirmation: NEW }
    expect(service.calls.find(({ endpoint }) => endpoint === CHANGE)?.body).toEqual(body)
  })

  it('is not sent if the check fails, which is published', async () => {
    const { change, countRequests, service, files, window, events } = await setUp()
    window.rows = null
    service.on(ME, () => noNetwork)
    expect(await change()).toMatchObject(
      ok({ verdict: 'notSent', failure: noNetwork, before: null, after: null }),
    )
    expect([countRequests(CHANGE), files.journal.writes]).toEqual([0, []])
    expect(events).toMatchObject([{ verdict: 'notSent', canVerify: false }])
  })

  it('is not sent if its token is removed after the check', async () => {
    const { change, service, answerTo, vault, account, countRequests, reports } = await setUp()
    const me = answerTo(ME)
    service.on(ME, async (call) => (await vault.remove(account.id), me(call)))
    expect(await change()).toMatchObject({ value: { verdict: 'notSent' } })
    expect([countRequests(CHANGE), reports()]).toEqual([0, []])
  })

  it('is refused for an unknown account, and for an API token', async () => {
    const { change, passwords } = await setUp(tokenAccountOf('sk_canary'))
    const notFound = failed({ kind: 'notFound' })
    expect(await change({ accountId: 'unknown' })).toEqual(notFound)
    expect(await passwords.verifyOutcome('unknown')).toEqual(notFound)
    expect(await change()).toEqual(failed({ kind: 'forbidden' }))
  })

  it('is refused during another, which others can wait for', async () => {
    const { change, passwords, service } = await setUp()
    const answer = later<Answer>()
    service.on(ME, () => answer.promise)
    const changing = change()
    expect([passwords.isSending(), await change()]).toEqual([true, conflict])
    let isSettled = false
    const settling = passwords.settle().then(() => (isSettled = true))
    await settled()
    expect(isSettled).toBe(false)
    answer.resolve(unauthenticated)
    await Promise.all([changing, settling])
    expect(passwords.isSending()).toBe(false)
  })

  it('is recorded on disk before it is sent, without a secret', async () => {
    const { change, changing, answer, files, account, clock, log, start, reports } = await setUpSending()
    const { id: accountId } = account
    const at = clock.now()
    expect(files.journal.read()).toEqual({ [accountId]: { open: { at, phase: 'sent' }, probes: [] } })
    expect(reports()).toEqual([])
    // Killed here: the next start reports the time, and that the outcome cannot be verified.
    const report = { accountId, at, verdict: 'unknown', canVerify: false, wasProbed: false, foundAt: null }
    expect(start().reports()).toEqual([report])
    expect(await change()).toEqual(conflict)
    answer.resolve(lost)
    await changing
    expect(JSON.stringify([files, log.lines])).not.toContain('canary')
  })

  it('is never sent again, not even after a 401', async () => {
    const { change, service, countRequests, reportCounts, reports, dismiss } = await setUp()
    service.on(CHANGE, () => unauthenticated)
    expect(await change()).toMatchObject({ value: { verdict: 'unknown' } })
    expect([reportCounts.at(-1), countRequests(LIST), countRequests(CHANGE)]).toEqual([1, 0, 1])
    expect(reports()).toMatchObject([{ verdict: 'unknown', canVerify: true }])
    dismiss()
    expect(reports()).toEqual([])
  })

  it('works although the disk refuses', async () => {
    const { change, files } = await setUp()
    files.journal.broken = true
    expect(await change()).toMatchObject({ value: { verdict: 'changed' } })
  })
})

describe('verifying the outcome', () => {
  it.each([
    [true, 'changed'],
    [false, 'unchanged'],
  ])('finds that the service had changed it: %s', async (isDone, verdict) => {
    const { verify, countRequests, sessionIds, account, done, clock, service, events, reports } =
      await setUpOpenChange(isDone)
    const { id: accountId } = account
    const at = clock.now()
    await clock.advance(60_000)
    expect(done).toEqual([])
    expect(await verify()).toEqual(ok(verdict))
    const probes = service.calls.filter(({ endpoint }) => endpoint === LOGIN).map(sentBy)
    expect(probes).toMatchObject([
      { password: NEW, device_name: probeName(at, 'new') },
      { password: OLD, device_name: probeName(at, 'old') },
    ])
    expect(done).toEqual(isDone ? [accountId] : [])
    expect([countRequests(LOGIN), countRequests(LOGOUT), sessionIds()]).toEqual([2, 1, [1]])
    const foundAt = at + 60_000
    expect(reports()).toEqual([{ accountId, at, verdict, wasProbed: true, canVerify: false, foundAt }])
    expect(events).toEqual([
      { accountId, verdict: 'unknown', canVerify: true, foundAt: null },
      { accountId, verdict, canVerify: false, foundAt },
    ])
    expect(await verify()).toEqual(cancelled)
  })

  it('needs no token if a code is requested', async () => {
    const { verify, serviceState, countRequests } = await setUpOpenChange()
    serviceState.twoFactor = true
    expect([await verify(), countRequests(LOGOUT)]).toEqual([ok('changed'), 0])
  })

  it('ends the session of a probe whose logout was lost', async () => {
    const { verify, service, sessionIds, countRequests, log } = await setUpOpenChange()
    service.on(LOGOUT, () => lost)
    expect([await verify(), sessionIds(), countRequests('DELETE')]).toEqual([ok('changed'), [1], 1])
    const lines = log.lines.map((line) => line.split(' ')[0])
    expect(lines.slice(1)).toEqual(['password.probeNotLoggedOut', 'password.probed'])
  })

  it.each<[string, Answer, string]>([
    ['an answer that was lost and no session', lost, 'Phone'],
    ['a refusal and a session of its name', { status: 422, body: {} }, 'new'],
  ])('proves nothing by %s', async (_case, answer, name) => {
    const { verify, service, serviceState, clock } = await setUpOpenChange(false)
    serviceState.sessions.set(2, name === 'new' ? probeName(clock.now(), name) : name)
    service.on(LOGIN, (call) => (sentBy(call).password === NEW ? answer : { status: 422, body: {} }))
    expect(await verify()).toEqual(ok('unknown'))
  })

  it('finds a probe with a lost answer in the list', async () => {
    const { verify, service, serviceState, sessionIds } = await setUpOpenChange()
    service.on(LOGIN, (call) => {
      const sent = sentBy(call)
      if (sent.password !== serviceState.password) return unauthenticated
      serviceState.sessions.set(2, `${sent.device_name} (as the service names it)`)
      return lost
    })
    expect([await verify(), sessionIds()]).toEqual([ok('changed'), [1]])
  })

  it('stays unknown if nothing was proved, and cleans up with each list', async () => {
    const harness = await setUpOpenChange(false)
    const { verify, dismiss, check, reports, service, answerTo, serviceState, clock, files } = harness
    const { countRequests, sessionIds, account } = harness
    serviceState.sessions.set(3, 'Phone')
    service.on(LOGIN, (call) => (serviceState.sessions.set(2, sentBy(call).device_name), lost))
    const listing = answerTo(LIST)
    service.on(LIST, () => noNetwork)
    expect(await verify()).toEqual(ok('unknown'))
    expect(reports()).toMatchObject([{ verdict: 'unknown', wasProbed: true, canVerify: false }])
    expect(files.journal.read()).toMatchObject({ [account.id]: { open: { phase: 'probed' } } })
    dismiss()
    service.on(LIST, listing)
    const end = answerTo('DELETE /auth/sessions/2')
    service.on('DELETE /auth/sessions/2', () => ({ status: 500 }))
    await clock.advance(600_001)
    await check(account.id)
    expect(Object.keys(files.journal.read())).toEqual([account.id])
    clock.jump(-600_001)
    service.on('DELETE /auth/sessions/2', end)
    await Promise.all([check(account.id), check(account.id)])
    expect([sessionIds(), countRequests('DELETE')]).toEqual([[1, 3], 2])
    await clock.advance(600_000)
    await check(account.id)
    expect(Object.keys(files.journal.read())).toEqual([account.id])
    await clock.advance(1)
    await check(account.id)
    expect(files.journal.read()).toEqual({})
  })
})

describe('while a change is open', () => {
  it('a second one is refused, and the state of the first is kept', async () => {
    const { change, verify, service, countRequests, reports } = await setUpOpenChange()
    const errors = { current_password: ['The current password is incorrect.'] }
    service.on(CHANGE, () => ({ status: 422, body: { errors } }))
    expect([await change(), countRequests(CHANGE)]).toEqual([conflict, 1])
    expect(reports()).toMatchObject([{ verdict: 'unknown', canVerify: true }])
    expect(await verify()).toEqual(ok('changed'))
  })

  it('a second one is refused after a restart too, until the first is dismissed', async () => {
    const { start, countRequests } = await setUpOpenChange(false)
    const next = start()
    expect(await next.change()).toEqual(conflict)
    next.dismiss()
    expect([(await next.change()).ok, countRequests(CHANGE)]).toEqual([true, 2])
  })
})

describe('verifying on a bad network', () => {
  it.each<[string, Answer]>([
    ['no network', noNetwork],
    ['a server that is down', { status: 503, body: 'down' }],
    ['a portal', { status: 200, body: '<!doctype html>' }],
    ['a pause', { status: 429, body: { message: 'Slow down.' }, retryAfter: '5' }],
  ])(
    'tries nothing while the service does not answer, and keeps the passwords: %s',
    async (_case, answer) => {
      const { verify, service, answerTo, countRequests, reports, clock } = await setUpOpenChange()
      const me = answerTo(ME)
      service.on(ME, () => answer)
      expect(await verify()).toMatchObject({ ok: false })
      expect([countRequests(LOGIN), countRequests(ME)]).toEqual([0, 2])
      expect(reports()).toMatchObject([{ verdict: 'unknown', canVerify: true, wasProbed: false }])
      service.on(ME, me)
      await clock.advance(5_000)
      expect(await verify()).toEqual(ok('changed'))
    },
  )

  it('is reported as open meanwhile', async () => {
    const { verify, service, reports } = await setUpOpenChange()
    const answer = later<Answer>()
    service.on(ME, () => answer.promise)
    const finding = verify()
    await settled()
    expect(reports()).toMatchObject([{ verdict: 'unknown', canVerify: true }])
    answer.resolve(noNetwork)
    await finding
  })

  it('checks without a token that the service answers, if the token is revoked', async () => {
    const { verify, service, countRequests, account, vault } = await setUpOpenChange()
    await vault.remove(account.id)
    service.on(ME, () => noNetwork)
    expect([await verify(), countRequests(LOGIN)]).toMatchObject([{ failure: noNetwork }, 0])
    service.on(ME, () => unauthenticated)
    expect(await verify()).toEqual(ok('changed'))
  })

  it('accepts a 403 as a sign that the service answers', async () => {
    const { verify, service } = await setUpOpenChange()
    service.on(ME, () => ({ status: 403, body: {} }))
    expect(await verify()).toEqual(ok('changed'))
  })

  it.each<[string, Answer]>([
    ['was not sent', noNetwork],
    ['met a limit', { status: 429, body: { message: 'Too many attempts.' } }],
  ])('keeps both passwords if the first sign-in %s', async (_case, answer) => {
    const { verify, service, answerTo, account, files, clock, reports } = await setUpOpenChange()
    const login = answerTo(LOGIN)
    service.on(LOGIN, () => answer)
    expect(await verify()).toMatchObject({ ok: false })
    expect(reports()).toMatchObject([{ canVerify: true, wasProbed: false }])
    const open = { at: clock.now(), phase: 'sent' }
    expect(files.journal.read()).toEqual({ [account.id]: { open, probes: [] } })
    service.on(LOGIN, login)
    expect(await verify()).toEqual(ok('changed'))
  })

  it('repeats only the second probe if only that was not sent', async () => {
    const { verify, service, answerTo, countRequests, reports } = await setUpOpenChange()
    const login = answerTo(LOGIN)
    service.on(LOGIN, (call) => (sentBy(call).password === OLD ? noNetwork : login(call)))
    expect(await verify()).toMatchObject({ failure: noNetwork })
    expect(reports()).toMatchObject([{ canVerify: true, wasProbed: true }])
    service.on(LOGIN, login)
    const before = countRequests(LOGIN)
    expect([await verify(), countRequests(LOGIN) - before]).toEqual([ok('changed'), 1])
  })
})

describe('the sessions of probes', () => {
  it('are known by the names of the last probes', async () => {
    const { journal, probes, account } = await setUp()
    const { id } = account
    journal.open(id, { at: 2, phase: 'sent' })
    const made = [1, 2, 1].map((at, index) => ({ at, madeAt: index + 1 }))
    for (const probe of made) journal.recordProbe(id, probe)
    expect(journal.of(id)).toEqual({ at: 2, phase: 'probed' })
    expect(journal.probesOf(id)).toEqual(made.slice(1))
    journal.removeProbes(id, 2)
    const names = [probeName(1, 'new'), `My ${probeName(1, 'old')}`, probeName(2, 'new'), 'Phone']
    expect(names.map((name) => probes.isProbe(id, name))).toEqual([true, true, false, false])
    journal.close(id)
    for (let at = 3; at < 40; at++) journal.recordProbe(id, { at, madeAt: at })
    expect([journal.of(id), journal.probesOf(id).length]).toEqual([null, 20])
  })

  it('are ended although another change follows at once, and after a restart', async () => {
    const harness = await setUpOpenChange(false)
    const { change, verify, dismiss, service, answerTo, serviceState, clock, start, files } = harness
    const { sessionIds, account } = harness
    service.on(LOGIN, (call) => (serviceState.sessions.set(2, sentBy(call).device_name), lost))
    const listing = answerTo(LIST)
    service.on(LIST, () => lost)
    await verify()
    dismiss()
    await clock.advance(1_000)
    service.on(CHANGE, () => ({ status: 200, body: { success: true } }))
    expect(await change({ password: 'another-canary' })).toMatchObject({ value: { verdict: 'changed' } })
    expect(files.journal.read()).toMatchObject({ [account.id]: { open: null, probes: [{}] } })
    service.on(LIST, listing)
    await start().check(account.id)
    expect(sessionIds()).toEqual([1])
    expect(JSON.stringify(files.journal.read())).not.toContain('canary')
  })
})

it.each<[string, jump: number, awake: number, asleep: number]>([
  ['after ten minutes', 0, 600_000, 0],
  ['after ten minutes, although the clock is set back', -7_200_000, 600_000, 0],
  ['during a sleep, although timers stopped', 0, 0, 600_000],
])('passwords in memory are deleted %s', async (_case, jump, awake, asleep) => {
  const { passwords, verify, clock, reportCounts, reports } = await setUpOpenChange(false)
  reportCounts.length = 0
  passwords.wokeUp()
  expect(reportCounts).toEqual([])
  clock.jump(jump)
  await clock.advance(awake)
  clock.sleep(asleep)
  if (asleep > 0) passwords.wokeUp()
  expect(reportCounts).toEqual([1])
  expect(reports()).toMatchObject([{ canVerify: false }])
  expect(await verify()).toEqual(cancelled)
})

describe('the outcome for other parts of the app', () => {
  it.each([
    ['the window was closed', (window: { page: number | null }) => (window.page = null)],
    ['another window was opened', (window: { page: number | null }) => (window.page = 2)],
    ['another account was selected', null],
  ])('is stored for the next window if %s meanwhile', async (_case, leave) => {
    const { changing, answer, account, accounts, window, clock, carryOut, reports, dismiss } =
      await setUpSending()
    const { id: accountId } = account
    if (leave) leave(window)
    else accounts.add(accountOf(8))
    answer.resolve(carryOut())
    await changing
    const at = clock.now()
    expect(reports()).toEqual([
      { accountId, at, verdict: 'changed', canVerify: false, wasProbed: true, foundAt: null },
    ])
    dismiss()
    expect(reports()).toEqual([])
  })

  it('is reported once if it is unknown, although the window was closed', async () => {
    const { change, service, window, reports, events, dismiss } = await setUp()
    service.on(CHANGE, () => ((window.page = null), lost))
    await change()
    expect(reports()).toMatchObject([{ verdict: 'unknown' }])
    dismiss()
    expect(events.at(-1)).toBe('closed')
  })

  it('is not published for an account that was removed meanwhile', async () => {
    const { changing, answer, accounts, account, carryOut, events, forget, reports } = await setUpSending()
    accounts.remove(account.id)
    forget(account.id)
    answer.resolve(carryOut())
    await changing
    expect([events, reports()]).toEqual([['closed'], []])
  })

  it('is not opened again by a check that could not be sent for an account that was removed meanwhile', async () => {
    const { verify, service, accounts, account, forget, files } = await setUpOpenChange()
    const answer = later<Answer>()
    service.on(LOGIN, () => answer.promise)
    const checking = verify()
    await settled()
    accounts.remove(account.id)
    forget(account.id)
    answer.resolve(noNetwork)
    await checking
    expect(files.journal.read()).toEqual({})
  })
})
