import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { createSignOutEverywhere } from '../../../../electron/features/auth/sign-out-everywhere.ts'
import { setUpPassword, refused } from '../password/password-harness.ts'
import { later, type Answer } from '../../fake-service.ts'
import { logoutsOver } from './logout-harness.ts'

const ALL = 'POST /auth/logout-all'
const ME = 'GET /auth/me'
const lost: Answer = { kind: 'outcomeUnknown' }

async function setUp() {
  const harness = await setUpPassword()
  const { accounts, vault, gateway, clock, service } = harness
  const { logouts, work } = logoutsOver({ vault, clock, transportTo: service.transportTo })
  const gone: string[] = []
  const settling = later<undefined>()
  const signOut = createSignOutEverywhere({
    accounts,
    vault,
    gateway,
    logouts,
    work,
    settle: () => settling.promise,
    accountRemoved: (id) => void gone.push(id),
  })
  settling.resolve(undefined)
  const here = async () => [accounts.all().length, (await vault.get(harness.account.id)).state, gone.length]
  return { ...harness, signOut: () => signOut(harness.account.id), signOutOf: signOut, here }
}

describe('signing out everywhere', () => {
  it('removes the account once the service confirmed it, and asks once', async () => {
    const { service, signOut, here, countRequests } = await setUp()
    service.on(ALL, () => ({ status: 204 }))
    expect(await signOut()).toEqual(ok({ service: 'confirmed' }))
    expect([await here(), countRequests(ALL)]).toEqual([[0, 'none', 1], 1])
  })

  it('succeeds if the token is revoked after a lost answer', async () => {
    const { service, signOut, here, countRequests } = await setUp()
    service.on(ALL, () => (service.on(ME, () => refused), lost))
    expect(await signOut()).toEqual(ok({ service: 'confirmed' }))
    expect([await here(), countRequests(ALL)]).toEqual([[0, 'none', 1], 1])
  })

  it.each<[string, Answer]>([
    ['the answer was lost, and the token still works', lost],
    ['the service has a problem', { status: 500 }],
    ['it is not allowed', { status: 403, body: { message: 'No.' } }],
    ['there is no network', { kind: 'offline', reason: 'noNetwork' }],
    ['a portal answers', { status: 200, body: '<html>Sign in</html>' }],
  ])('changes nothing here if %s', async (_what, answer) => {
    const { service, signOut, here, countRequests } = await setUp()
    service.on(ALL, () => answer)
    expect(await signOut()).toMatchObject({ ok: false })
    expect([await here(), countRequests(ALL)]).toEqual([[1, 'readable', 0], 1])
  })

  it('refuses an unknown account', async () => {
    const { signOutOf, countRequests } = await setUp()
    expect([await signOutOf('unknown'), countRequests(ALL)]).toEqual([failed({ kind: 'notFound' }), 0])
  })
})
