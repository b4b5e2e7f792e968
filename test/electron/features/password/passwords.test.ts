import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { settled } from '../../fakes.ts'
import { accountOf, later, tokenAccountOf, type Answer } from '../../fake-service.ts'
import { probeName } from '../../../../electron/features/password/domain/password-verdict.ts'
import { row } from '../review/review-harness.ts'
import { LIST, LOGIN, LOGOUT, lost, ME, unauthenticated } from '../../core/core-harness.ts'
import { CHANGE, NEW, OLD, setUpPassword } from './password-harness.ts'

type Harness = Awaited<ReturnType<typeof setUpPassword>>

describe('changing a password', () => {
  it('checks first that the service answers, sends once, and then counts the sessions', async () => {
    const { passwords, typed, countRequests, files, service, window, done } = await setUpPassword()
    window.rows = [row(1), row(2)]
    expect(await passwords.change(typed)).toEqual(
      ok({ verdict: 'changed', failure: null, before: 2, after: 1 }),
    )
    expect(done).toEqual([typed.accountId])
    expect([countRequests(ME), countRequests(CHANGE), files.journal.read(), passwords.reports()]).toEqual([
      1,
      1,
      {},
      [],
    ])
    expect(service.calls.find(({ endpoint }) => endpoint === CHANGE)?.body).toEqual({
      current_password: OLD,
      password: NEW,
      password_confirmation: NEW,
    })
  })

  it('is not sent if the check fails', async () => {
    const { passwords, typed, countRequests, service, files, window } = await setUpPassword()
    window.rows = null
    const failure = { kind: 'offline', reason: 'noNetwork' } as const
    service.on(ME, () => failure)
    expect(await passwords.change(typed)).toEqual(
      ok({ verdict: 'notSent', failure, before: null, after: null }),
    )
    expect([countRequests(CHANGE), files.journal.writes]).toEqual([0, []])
  })

  it('is not sent if its token is removed after the check', async () => {
    const { passwords, typed, service, vault, countRequests } = await setUpPassword()
    const me = service.answerTo(ME)
    service.on(ME, async (call) => (await vault.remove(typed.accountId), me(call)))
    expect(await passwords.change(typed)).toMatchObject({ value: { verdict: 'notSent' } })
    expect([countRequests(CHANGE), passwords.reports()]).toEqual([0, []])
  })

  it('is refused for an unknown account, an API token, and during another', async () => {
    const { passwords, typed, service } = await setUpPassword()
    const notFound = failed({ kind: 'notFound' })
    expect(await passwords.change({ ...typed, accountId: 'unknown' })).toEqual(notFound)
    expect(await passwords.verifyOutcome('unknown')).toEqual(notFound)
    const instance = await setUpPassword(tokenAccountOf('sk_canary'))
    expect(await instance.passwords.change(instance.typed)).toEqual(failed({ kind: 'forbidden' }))
    const answer = later<Answer>()
    service.on(ME, () => answer.promise)
    const changing = passwords.change(typed)
    expect(passwords.isSending()).toBe(true)
    expect(await passwords.change(typed)).toEqual(failed({ kind: 'conflict' }))
    let isSettled = false
    const settling = passwords.settle().then(() => (isSettled = true))
    await settled()
    expect(isSettled).toBe(false)
    answer.resolve(unauthenticated)
    await Promise.all([changing, settling])
    expect(passwords.isSending()).toBe(false)
  })

  it('is recorded on disk before it is sent, without a secret', async () => {
    const { passwords, typed, service, files, account, clock, log, start } = await setUpPassword()
    const answer = later<Answer>()
    service.on(CHANGE, () => answer.promise)
    const changing = passwords.change(typed)
    await settled()
    expect(files.journal.read()).toEqual({
      [account.id]: { open: { at: clock.now(), phase: 'sent' }, probes: [] },
    })
    expect(passwords.reports()).toEqual([])
    // Killed here: the next start reports the time, and that the outcome cannot be verified.
    expect(start().passwords.reports()).toEqual([
      {
        accountId: account.id,
        at: clock.now(),
        verdict: 'unknown',
        canVerify: false,
        wasProbed: false,
        foundAt: null,
      },
    ])
    expect(await passwords.change(typed)).toMatchObject({ failure: { kind: 'conflict' } })
    answer.resolve(lost)
    await changing
    expect(JSON.stringify([files, log.lines])).not.toContain('canary')
  })

  it('is never sent again, not even after a 401, and an open change stays open', async () => {
    const { passwords, typed, service, countRequests, account, reportCounts } = await setUpPassword()
    service.on(CHANGE, () => unauthenticated)
    expect(await passwords.change(typed)).toMatchObject({ value: { verdict: 'unknown' } })
    expect([reportCounts.at(-1), countRequests(LIST)]).toEqual([1, 0])
    expect([countRequests(CHANGE), passwords.reports()]).toMatchObject([
      1,
      [{ verdict: 'unknown', canVerify: true }],
    ])
    passwords.dismiss(account.id)
    expect(passwords.reports()).toEqual([])
  })

  it('deletes the passwords after ten minutes', async () => {
    const { passwords, typed, service, clock, account, reportCounts } = await setUpPassword()
    service.on(CHANGE, () => lost)
    await passwords.change(typed)
    reportCounts.length = 0
    await clock.advance(600_000)
    expect(reportCounts).toEqual([1])
    expect(passwords.reports()).toMatchObject([{ canVerify: false }])
    expect(await passwords.verifyOutcome(account.id)).toMatchObject({ failure: { kind: 'cancelled' } })
  })

  it('works although the disk refuses', async () => {
    const { passwords, typed, files } = await setUpPassword()
    files.journal.broken = true
    expect(await passwords.change(typed)).toMatchObject({ value: { verdict: 'changed' } })
  })
})

describe('verifying the outcome', () => {
  it.each([
    [true, 'changed'],
    [false, 'unchanged'],
  ])('finds that the service had changed it: %s', async (wasDone, verdict) => {
    const { passwords, typed, service, change, countRequests, serviceState, account, done, clock } =
      await setUpPassword()
    service.on(CHANGE, () => (wasDone && change(), lost))
    await passwords.change(typed)
    expect(done).toEqual([])
    expect(await passwords.verifyOutcome(account.id)).toEqual(ok(verdict))
    expect(service.calls.flatMap(({ endpoint, body }) => (endpoint === LOGIN ? [body] : []))).toMatchObject([
      { password: NEW, device_name: probeName(clock.now(), 'new') },
      { password: OLD, device_name: probeName(clock.now(), 'old') },
    ])
    expect(done).toEqual(wasDone ? [account.id] : [])
    expect([countRequests(LOGIN), countRequests(LOGOUT), [...serviceState.sessions.keys()]]).toEqual([
      2,
      1,
      [1],
    ])
    expect(passwords.reports()).toMatchObject([{ verdict, wasProbed: true, canVerify: false }])
    expect(await passwords.verifyOutcome(account.id)).toMatchObject({ failure: { kind: 'cancelled' } })
  })

  it('needs no token if a code is requested', async () => {
    const { passwords, typed, service, change, serviceState, countRequests, account } = await setUpPassword()
    serviceState.twoFactor = true
    service.on(CHANGE, () => (change(), lost))
    await passwords.change(typed)
    expect(await passwords.verifyOutcome(account.id)).toEqual(ok('changed'))
    expect(countRequests(LOGOUT)).toBe(0)
  })

  it('ends the session of a probe whose logout was lost', async () => {
    const { passwords, typed, service, change, serviceState, account, countRequests } = await setUpPassword()
    service.on(CHANGE, () => (change(), lost))
    service.on(LOGOUT, () => lost)
    await passwords.change(typed)
    expect(await passwords.verifyOutcome(account.id)).toEqual(ok('changed'))
    expect([[...serviceState.sessions.keys()], countRequests('DELETE')]).toEqual([[1], 1])
  })

  it('finds a probe with a lost answer in the list', async () => {
    const { passwords, typed, service, change, serviceState, account } = await setUpPassword()
    service.on(CHANGE, () => (change(), lost))
    service.on(LOGIN, ({ body }) => {
      const sent = body as { password: string; device_name: string }
      if (sent.password !== serviceState.password) return unauthenticated
      serviceState.sessions.set(2, `${sent.device_name} (as the service names it)`)
      return lost
    })
    await passwords.change(typed)
    expect(await passwords.verifyOutcome(account.id)).toEqual(ok('changed'))
    expect([...serviceState.sessions.keys()]).toEqual([1])
  })

  it('stays unknown if nothing was proved, and cleans up with each list', async () => {
    const { passwords, typed, service, serviceState, account, check, clock, files } = await setUpPassword()
    serviceState.sessions.set(3, 'Phone')
    service.on(CHANGE, () => lost)
    service.on(LOGIN, ({ body }) => {
      serviceState.sessions.set(2, (body as { device_name: string }).device_name)
      return lost
    })
    const listing = service.answerTo(LIST)
    service.on(LIST, () => ({ kind: 'offline', reason: 'noNetwork' }))
    await passwords.change(typed)
    expect(await passwords.verifyOutcome(account.id)).toEqual(ok('unknown'))
    expect(passwords.reports()).toMatchObject([{ verdict: 'unknown', wasProbed: true, canVerify: false }])
    expect(files.journal.read()).toMatchObject({ [account.id]: { open: { phase: 'probed' } } })
    passwords.dismiss(account.id)
    service.on(LIST, listing)
    await check(account.id)
    expect([...serviceState.sessions.keys()]).toEqual([1, 3])
    await clock.advance(600_000)
    await check(account.id)
    expect(Object.keys(files.journal.read())).toEqual([account.id])
    await clock.advance(1)
    await check(account.id)
    expect(files.journal.read()).toEqual({})
  })
})

describe('while a change is open', () => {
  it('refuses a second one, and keeps the state of the first', async () => {
    const { passwords, typed, service, change, countRequests, account } = await setUpPassword()
    service.on(CHANGE, () => (change(), lost))
    await passwords.change(typed)
    service.on(CHANGE, () => ({
      status: 422,
      body: { errors: { current_password: ['The current password is incorrect.'] } },
    }))
    expect(await passwords.change(typed)).toEqual(failed({ kind: 'conflict' }))
    expect([countRequests(CHANGE), passwords.reports()]).toMatchObject([
      1,
      [{ verdict: 'unknown', canVerify: true }],
    ])
    expect(await passwords.verifyOutcome(account.id)).toEqual(ok('changed'))
  })

  it('refuses another after a restart too, until it is dismissed', async () => {
    const { passwords, typed, service, start, countRequests, account } = await setUpPassword()
    service.on(CHANGE, () => lost)
    await passwords.change(typed)
    const next = start().passwords
    expect(await next.change(typed)).toEqual(failed({ kind: 'conflict' }))
    next.dismiss(account.id)
    expect(await next.change(typed)).toMatchObject({ ok: true })
    expect(countRequests(CHANGE)).toBe(2)
  })
})

describe('verifying on a bad network', () => {
  const offline: Answer = { kind: 'offline', reason: 'noNetwork' }
  const open = async () => {
    const harness = await setUpPassword()
    harness.service.on(CHANGE, () => (harness.change(), lost))
    await harness.passwords.change(harness.typed)
    return harness
  }

  it.each<[string, Answer]>([
    ['no network', offline],
    ['a server that is down', { status: 503, body: 'down' }],
    ['a portal', { status: 200, body: '<!doctype html>' }],
    ['a pause', { status: 429, body: { message: 'Slow down.' } }],
  ])(
    'tries nothing while the service does not answer, and keeps the passwords: %s',
    async (_what, answer) => {
      const { passwords, service, countRequests, account } = await open()
      const me = service.answerTo(ME)
      service.on(ME, () => answer)
      expect(await passwords.verifyOutcome(account.id)).toMatchObject({ ok: false })
      expect([countRequests(LOGIN), countRequests(ME), passwords.reports()]).toMatchObject([
        0,
        2,
        [{ verdict: 'unknown', canVerify: true, wasProbed: false }],
      ])
      service.on(ME, me)
      if ('status' in answer && answer.status === 429) return
      expect(await passwords.verifyOutcome(account.id)).toEqual(ok('changed'))
    },
  )

  it('is reported as open meanwhile', async () => {
    const { passwords, service, account } = await open()
    const answer = later<Answer>()
    service.on(ME, () => answer.promise)
    const finding = passwords.verifyOutcome(account.id)
    await settled()
    expect(passwords.reports()).toMatchObject([{ verdict: 'unknown', canVerify: true }])
    answer.resolve(offline)
    await finding
  })

  it('checks without a token that the service answers, if the token is revoked', async () => {
    const { passwords, service, countRequests, account, vault } = await open()
    await vault.remove(account.id)
    service.on(ME, () => offline)
    expect(await passwords.verifyOutcome(account.id)).toEqual(failed(offline))
    expect(countRequests(LOGIN)).toBe(0)
    service.on(ME, () => unauthenticated)
    expect(await passwords.verifyOutcome(account.id)).toEqual(ok('changed'))
  })

  it('accepts a 403 as a sign that the service answers', async () => {
    const { passwords, service, account } = await open()
    service.on(ME, () => ({ status: 403, body: {} }))
    expect(await passwords.verifyOutcome(account.id)).toEqual(ok('changed'))
  })

  it.each<[string, Answer]>([
    ['was not sent', offline],
    ['met a limit', { status: 429, body: { message: 'Too many attempts.' } }],
  ])('keeps both passwords if the first sign-in %s', async (_what, answer) => {
    const { passwords, service, account, files, clock } = await open()
    const login = service.answerTo(LOGIN)
    service.on(LOGIN, () => answer)
    expect(await passwords.verifyOutcome(account.id)).toMatchObject({ ok: false })
    expect(passwords.reports()).toMatchObject([{ canVerify: true, wasProbed: false }])
    expect(files.journal.read()).toEqual({
      [account.id]: { open: { at: clock.now(), phase: 'sent' }, probes: [] },
    })
    service.on(LOGIN, login)
    expect(await passwords.verifyOutcome(account.id)).toEqual(ok('changed'))
  })

  it('repeats only the second probe if only that was not sent', async () => {
    const { passwords, service, account, countRequests } = await open()
    const login = service.answerTo(LOGIN)
    service.on(LOGIN, (call) =>
      (call.body as { password: string }).password === OLD ? offline : login(call),
    )
    expect(await passwords.verifyOutcome(account.id)).toEqual(failed(offline))
    expect(passwords.reports()).toMatchObject([{ canVerify: true, wasProbed: true }])
    service.on(LOGIN, login)
    const before = countRequests(LOGIN)
    expect(await passwords.verifyOutcome(account.id)).toEqual(ok('changed'))
    expect(countRequests(LOGIN) - before).toBe(1)
  })

  it('reports when the old password worked', async () => {
    const { passwords, typed, service, account, clock, events } = await setUpPassword()
    service.on(CHANGE, () => lost)
    await passwords.change(typed)
    const at = clock.now()
    await clock.advance(60_000)
    await passwords.verifyOutcome(account.id)
    const foundAt = at + 60_000
    expect(passwords.reports()).toMatchObject([{ verdict: 'unchanged', at, foundAt }])
    expect(events.at(-1)).toMatchObject({ verdict: 'unchanged', foundAt })
  })
})

describe('the sessions of probes', () => {
  it('are known by the names of the last probes', async () => {
    const { journal, probes, account } = await setUpPassword()
    const { id } = account
    journal.open(id, { at: 2, phase: 'sent' })
    for (const [at, madeAt] of [
      [1, 1],
      [2, 2],
      [1, 3],
    ] as const)
      journal.recordProbe(id, { at, madeAt })
    expect(journal.of(id)).toEqual({ at: 2, phase: 'probed' })
    expect(journal.probesOf(id)).toEqual([
      { at: 2, madeAt: 2 },
      { at: 1, madeAt: 3 },
    ])
    journal.removeProbes(id, 2)
    const names = [probeName(1, 'new'), `My ${probeName(1, 'old')}`, probeName(2, 'new'), 'Phone']
    expect(names.map((name) => probes.isProbe(id, name))).toEqual([true, true, false, false])
    journal.close(id)
    for (let at = 3; at < 40; at++) journal.recordProbe(id, { at, madeAt: at })
    expect([journal.of(id), journal.probesOf(id).length]).toEqual([null, 20])
  })

  it('are ended although another change follows at once, and after a restart', async () => {
    const { passwords, typed, service, serviceState, account, check, files, start, clock } =
      await setUpPassword()
    service.on(CHANGE, () => lost)
    service.on(LOGIN, ({ body }) => {
      serviceState.sessions.set(2, (body as { device_name: string }).device_name)
      return lost
    })
    const listing = service.answerTo(LIST)
    service.on(LIST, () => lost)
    await passwords.change(typed)
    await passwords.verifyOutcome(account.id)
    passwords.dismiss(account.id)
    await clock.advance(1_000)
    service.on(CHANGE, () => ({ status: 200, body: { success: true } }))
    expect(await passwords.change({ ...typed, password: 'another-canary' })).toMatchObject({
      value: { verdict: 'changed' },
    })
    expect(files.journal.read()).toMatchObject({ [account.id]: { open: null, probes: [{}] } })
    service.on(LIST, listing)
    await start().check(account.id)
    expect([...serviceState.sessions.keys()]).toEqual([1])
    await check(account.id)
    expect(JSON.stringify(files.journal.read())).not.toContain('canary')
  })
})

describe('passwords in memory', () => {
  it('expire during a sleep, although timers stopped', async () => {
    const { passwords, typed, service, clock, account, reportCounts } = await setUpPassword()
    service.on(CHANGE, () => lost)
    await passwords.change(typed)
    const before = reportCounts.length
    passwords.wokeUp()
    expect(reportCounts.length).toBe(before)
    clock.sleep(600_000)
    passwords.wokeUp()
    expect(reportCounts.length).toBe(before + 1)
    expect(passwords.reports()).toMatchObject([{ canVerify: false }])
    expect(await passwords.verifyOutcome(account.id)).toMatchObject({ failure: { kind: 'cancelled' } })
  })

  it('expire in time although the clock is set back', async () => {
    const { passwords, typed, service, clock } = await setUpPassword()
    service.on(CHANGE, () => lost)
    await passwords.change(typed)
    clock.jump(-7_200_000)
    await clock.advance(600_000)
    expect(passwords.reports()).toMatchObject([{ canVerify: false }])
  })
})

describe('the outcome for other parts of the app', () => {
  it('is published once, again when it is verified, and closed when it is dismissed', async () => {
    const { passwords, typed, service, change, account, events, clock } = await setUpPassword()
    const { id: accountId } = account
    service.on(CHANGE, () => (change(), lost))
    await passwords.change(typed)
    await passwords.verifyOutcome(accountId)
    passwords.dismiss(accountId)
    expect(events).toEqual([
      { accountId, verdict: 'unknown', canVerify: true, foundAt: null },
      { accountId, verdict: 'changed', canVerify: false, foundAt: clock.now() },
      'closed',
    ])
  })

  it('is published also if nothing was sent', async () => {
    const { passwords, typed, service, events } = await setUpPassword()
    service.on(ME, () => ({ kind: 'offline', reason: 'noNetwork' }))
    await passwords.change(typed)
    expect(events).toMatchObject([{ verdict: 'notSent', canVerify: false }])
  })

  it.each([
    ['the window was closed', ({ window }: Harness) => void (window.page = null)],
    ['another window was opened', ({ window }: Harness) => void (window.page = 2)],
    ['another account was selected', ({ accounts }: Harness) => accounts.add(accountOf(8))],
  ])('is stored for the next window if %s meanwhile', async (_what, leave) => {
    const harness = await setUpPassword()
    const { passwords, typed, service, change, account, clock } = harness
    const answer = later<Answer>()
    service.on(CHANGE, () => answer.promise)
    const changing = passwords.change(typed)
    await settled()
    const at = clock.now()
    leave(harness)
    answer.resolve(change())
    await changing
    expect(passwords.reports()).toEqual([
      { accountId: account.id, at, verdict: 'changed', canVerify: false, wasProbed: true, foundAt: null },
    ])
    passwords.dismiss(account.id)
    expect(passwords.reports()).toEqual([])
  })

  it('is reported once if it is unknown, although the window was closed', async () => {
    const { passwords, typed, service, window } = await setUpPassword()
    service.on(CHANGE, () => ((window.page = null), lost))
    await passwords.change(typed)
    expect(passwords.reports()).toMatchObject([{ verdict: 'unknown' }])
  })

  it('is not published for an account that was removed meanwhile', async () => {
    const { passwords, typed, service, accounts, account, change, events, forget } = await setUpPassword()
    const answer = later<Answer>()
    service.on(CHANGE, () => answer.promise)
    const changing = passwords.change(typed)
    await settled()
    accounts.remove(account.id)
    forget(account.id)
    answer.resolve(change())
    await changing
    expect([events, passwords.reports()]).toEqual([['closed'], []])
  })
})
