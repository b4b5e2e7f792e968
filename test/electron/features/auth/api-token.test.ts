import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { idMatchesAddress } from '../../../../electron/domain/account-id.ts'
import { EVIL_URL, LIST, ME } from '../../core/core-harness.ts'
import { BASE_URL, userOf, type Answer } from '../../fake-service.ts'
import { setUpAuth } from './auth-harness.ts'

const TOKEN = 'sk_canary-token-9b31'
const TYPED = { server: 'chat.example', token: TOKEN }
const user = { id: 7, name: 'Ana', email: 'ana@example.com' }
const ana: Answer = { status: 200, body: { data: { user } } }
const list: Answer = { status: 200, body: { data: { sessions: [] } } }
const no: Answer = { status: 403, body: { message: 'No.' } }
const unknown: Answer = { status: 404, body: { message: 'No.' } }
const refused: Answer = { status: 401, body: { message: 'No.' } }

async function setUp(me = ana, sessions = list) {
  const harness = await setUpAuth({ all: [] })
  harness.service.on(ME, () => me)
  harness.service.on(LIST, () => sessions)
  return harness
}

describe('adding an API token', () => {
  it('fetches the user, stores the token, and shows only its end', async () => {
    const { addApiToken, accounts, vault, files, events, service } = await setUp()
    const added = await addApiToken(TYPED)
    const account = accounts.active()!
    expect(added).toEqual(ok({ accountId: account.id }))
    const credential = { kind: 'instance', maskedToken: 'sk_…9b31', acceptedBy: 'me' }
    expect(account).toMatchObject({ status: 'signedIn', user: { name: 'Ana' }, credential })
    expect(await vault.get(account.id)).toMatchObject({ token: TOKEN, expiresAt: null })
    const matches = [BASE_URL, EVIL_URL].map((baseUrl) => idMatchesAddress({ ...account, baseUrl }))
    expect(matches).toEqual([true, false])
    expect(JSON.stringify(files.accounts.read())).not.toContain('canary')
    expect(events).toEqual([`server ${BASE_URL}`, `signedIn ${account.id}`])
    expect(service.requests()).toEqual([`${ME} ${TOKEN}`])
  })

  it.each<[string, me: Answer, sessions: Answer, 'me' | 'sessions']>([
    ['does not contain the user', no, list, 'sessions'],
    ['has no profile for it', unknown, list, 'sessions'],
    ['refuses it at the profile alone', refused, list, 'sessions'],
    ['allows it neither, but knows it', no, no, 'me'],
    ['has no profile, and allows it no list', unknown, no, 'sessions'],
  ])('works with a service that %s', async (_case, me, sessions, acceptedBy) => {
    const { addApiToken, accounts } = await setUp(me, sessions)
    expect(await addApiToken(TYPED)).toMatchObject({ ok: true })
    const user = userOf(0, { name: 'sk_…9b31', email: '' })
    expect(accounts.active()).toMatchObject({ user, credential: { acceptedBy } })
  })

  it.each<[string, me: Answer, sessions: Answer, Failure]>([
    ['is not accepted', refused, refused, { kind: 'unauthenticated', message: 'No.' }],
    ['reaches no API', unknown, unknown, { kind: 'misconfigured', reason: 'notTheApi' }],
    ['gets no answer', { kind: 'timeout' }, list, { kind: 'timeout' }],
    ['is refused, and the list fails', refused, { status: 500 }, { kind: 'server', status: 500 }],
    ['has no profile, and the list gets no answer', unknown, { kind: 'timeout' }, { kind: 'timeout' }],
    ['is one too many', { status: 429, retryAfter: '5' }, list, { kind: 'rateLimited', retryAt: 1_005_000 }],
  ])('stores nothing if it %s', async (_case, me, sessions, failure) => {
    const { addApiToken, accounts, events } = await setUp(me, sessions)
    expect(await addApiToken(TYPED)).toEqual(failed(failure))
    expect([accounts.all(), events]).toEqual([[], []])
  })
})
