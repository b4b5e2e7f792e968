import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import type { Account, User } from '../../../../electron/shared/account.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { createProfiles } from '../../../../electron/features/profile/profiles.ts'
import { lost, ME, PORTAL, setUpCore } from '../../core/core-harness.ts'
import { accountOf, later, tokenAccountOf, userOf, type Answer } from '../../fake-service.ts'
import { settled } from '../../fakes.ts'

const CHANGE = 'PATCH /auth/me'
const known = userOf(7, { name: 'Ana', locale: 'en', timezone: 'UTC', emailVerified: true, role: 'admin' })
const asSent = ({ emailVerified, twoFactorEnabled, ...user }: User): object => ({
  ...user,
  email_verified: emailVerified,
  two_factor_enabled: twoFactorEnabled,
})
const userAnswer = (user: User): Answer => ({
  status: 200,
  body: { success: true, data: { user: asSent(user) } },
})

async function setUp(account: Account = { ...accountOf(7), user: known }) {
  const core = await setUpCore({ all: [account] })
  const { id } = account
  const profiles = createProfiles(core)
  return { ...core, profiles, id, user: () => core.accounts.get(id)?.user }
}

describe('refreshing a profile', () => {
  it('stores the fetched user, and announces only changes', async () => {
    const { service, profiles, id, user, changes } = await setUp()
    const newer = { ...known, name: 'Ana Maria', timezone: 'America/Sao_Paulo' }
    service.on(ME, () => userAnswer(newer))
    expect(await profiles.refresh(id)).toEqual(ok(newer))
    expect([user(), changes()]).toEqual([newer, 1])
    await profiles.refresh(id)
    expect(changes()).toBe(1)
  })

  it('changes nothing if it fails', async () => {
    const { service, profiles, id, user } = await setUp()
    service.on(ME, () => ({ status: 403, body: { message: 'No.' } }))
    expect(await profiles.refresh(id)).toEqual(failed({ kind: 'forbidden', message: 'No.' }))
    expect(user()).toEqual(known)
  })

  it('refuses another user', async () => {
    const { service, profiles, id, user, log } = await setUp()
    service.on(ME, () => userAnswer({ ...known, id: 8, name: 'Eve' }))
    expect(await profiles.refresh(id)).toEqual(failed({ kind: 'unexpectedAnswer', reason: 'shape' }))
    expect(user()).toEqual(known)
    expect(log.lines).toEqual([expect.stringContaining('profile.otherUser')])
    expect(log.lines.join()).not.toContain('Eve')
  })

  it('stores the user of an API token once', async () => {
    const { service, profiles, id, user } = await setUp(tokenAccountOf('sk_abc', { user: userOf(0) }))
    service.on(ME, () => userAnswer(known))
    expect(await profiles.refresh(id)).toEqual(ok(known))
    service.on(ME, () => userAnswer({ ...known, id: 8 }))
    expect(await profiles.refresh(id)).toMatchObject({ ok: false })
    expect(user()).toEqual(known)
  })

  it('does not overwrite a change with an older answer', async () => {
    const { service, profiles, id, user } = await setUp()
    const old = later<Answer>()
    service.on(ME, () => old.promise)
    service.on(CHANGE, () => userAnswer({ ...known, name: 'New' }))
    const refreshing = profiles.refresh(id)
    await profiles.update(id, { name: 'New' })
    old.resolve(userAnswer(known))
    expect(await refreshing).toMatchObject({ value: { name: 'New' } })
    expect(user()?.name).toBe('New')
  })

  it('refuses an unknown account, and one that is removed meanwhile', async () => {
    const { service, profiles, accounts, id } = await setUp()
    expect(await profiles.refresh('other')).toEqual(failed({ kind: 'notFound' }))
    const answer = later<Answer>()
    service.on(ME, () => answer.promise)
    const refreshing = profiles.refresh(id)
    await settled()
    accounts.remove(id)
    answer.resolve(userAnswer(known))
    expect(await refreshing).toEqual(failed({ kind: 'cancelled' }))
    expect(accounts.all()).toEqual([])
  })
})

describe('changing a profile', () => {
  it('sends only the changed values, and stores the answer', async () => {
    const { service, profiles, id, user } = await setUp()
    const after = { ...known, locale: 'es' as const }
    service.on(CHANGE, () => userAnswer(after))
    expect(await profiles.update(id, { locale: 'es' })).toEqual(ok({ saved: true, user: after }))
    expect(service.calls.map(({ endpoint, body }) => [endpoint, body])).toEqual([[CHANGE, { locale: 'es' }]])
    expect(user()).toEqual(after)
  })

  it('keeps values that a brief answer omits', async () => {
    const { service, profiles, id, user } = await setUp()
    service.on(CHANGE, () => userAnswer(userOf(7, { name: 'New' })))
    await profiles.update(id, { name: 'New', timezone: 'Asia/Tokyo' })
    expect(user()).toMatchObject({ name: 'New', timezone: 'Asia/Tokyo', emailVerified: true, role: 'admin' })
  })

  it('fetches the user after an answer without one', async () => {
    const { service, profiles, id } = await setUp()
    const user = { ...known, name: 'As kept' }
    service.on(CHANGE, () => ({ status: 204 }))
    service.on(ME, () => userAnswer(user))
    expect(await profiles.update(id, { name: 'as kept' })).toEqual(ok({ saved: true, user }))
  })

  it('is saved although the user cannot be fetched afterwards', async () => {
    const { service, profiles, id, user } = await setUp()
    service.on(CHANGE, () => ({ status: 204 }))
    service.on(ME, () => ({ kind: 'timeout' }))
    expect(await profiles.update(id, { name: 'New' })).toEqual(
      ok({ saved: true, user: { ...known, name: 'New' } }),
    )
    expect(user()?.name).toBe('New')
  })

  const shape: Failure = { kind: 'unexpectedAnswer', reason: 'shape' }
  const late: Failure = { kind: 'outcomeUnknown', reason: 'timeout' }
  it.each<[string, Answer, Failure]>([
    ['a lost reply', lost, { kind: 'outcomeUnknown' }],
    ['a reply that took too long', late, late],
    ['an error of the service', { status: 500, body: {} }, { kind: 'server', status: 500 }],
    ['a 408', { status: 408 }, { kind: 'timeout' }],
    ['a portal’s page', { status: 200, body: PORTAL }, { kind: 'unexpectedAnswer', reason: 'html' }],
    ['no clear success', { status: 200, body: { success: 'false' } }, shape],
  ])('checks after %s, and reports the current user or why it is unknown', async (_case, answer, failure) => {
    const { service, profiles, id, user } = await setUp()
    service.on(CHANGE, () => answer)
    service.on(ME, () => userAnswer({ ...known, name: 'New' }))
    expect(await profiles.update(id, { name: 'New' })).toMatchObject({ value: { saved: true } })
    expect(user()?.name).toBe('New')
    service.on(ME, () => userAnswer(known))
    expect(await profiles.update(id, { name: 'Newer' })).toEqual(ok({ saved: false, user: known, failure }))
    service.on(ME, () => ({ kind: 'offline', reason: 'refused' }))
    expect(await profiles.update(id, { name: 'Newer' })).toEqual(failed(failure))
    expect(service.countRequests('PATCH')).toBe(3)
  })

  it('passes a refusal on without a check', async () => {
    const { service, profiles, id, user } = await setUp()
    const errors = { name: ['Too long.'] }
    service.on(CHANGE, () => ({ status: 422, body: { message: 'Invalid.', errors } }))
    expect(await profiles.update(id, { name: 'x' })).toMatchObject({
      failure: { kind: 'invalid', fields: errors },
    })
    expect([service.requests(), user()]).toEqual([[`${CHANGE} 7|token`], known])
  })

  it('refuses an answer about another user', async () => {
    const { service, profiles, id, user } = await setUp()
    service.on(CHANGE, () => userAnswer({ ...known, id: 8 }))
    expect(await profiles.update(id, { name: 'New' })).toMatchObject({
      failure: { kind: 'unexpectedAnswer' },
    })
    expect(user()).toEqual(known)
  })

  it('does one at a time, and again after it', async () => {
    const { service, profiles, id } = await setUp()
    const answer = later<Answer>()
    service.on(CHANGE, () => answer.promise)
    const first = profiles.update(id, { name: 'One' })
    await settled()
    expect(await profiles.update(id, { name: 'Two' })).toEqual(failed({ kind: 'conflict' }))
    answer.resolve(userAnswer({ ...known, name: 'One' }))
    expect(await first).toMatchObject({ value: { saved: true } })
    expect(await profiles.update(id, { name: 'Two' })).toMatchObject({ ok: true })
    expect(await profiles.update('other', { name: 'Two' })).toEqual(failed({ kind: 'notFound' }))
  })
})
