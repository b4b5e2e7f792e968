import { describe, expect, it, vi } from 'vitest'
import type { AccountsFile } from '../../../../electron/core/accounts.ts'
import { createUnmatchedSignIns } from '../../../../electron/features/auth/unmatched-sign-ins.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { ANA, setUp as setUpAll } from '../../composition/subscriptions-harness.ts'
import { setUpCore } from '../../core/core-harness.ts'
import { accountOf } from '../../fake-service.ts'
import { fakeStore, LIFE } from '../../fakes.ts'

const [ana, bruno] = [accountOf(7), accountOf(8)]

/** The accounts file has lost Bruno. */
async function setUp() {
  const core = await setUpCore({ all: [ana, bruno] })
  await core.vault.putRetired(ana.id, 'retired-1', 'old|token', LIFE)
  core.files.accounts.write({ accounts: [ana], activeAccountId: ana.id })
  const pending = new Set(['retired-1'])
  const [emails, changed] = [new Map<string, string>(), vi.fn()]
  const start = () => {
    const { accounts, vault } = core.start()
    const owners = { emailOf: (id: string) => emails.get(id) ?? null }
    const logouts = { isPending: (key: string) => pending.has(key) }
    return {
      ...{ accounts, vault },
      unmatched: createUnmatchedSignIns({ vault, accounts, logouts, owners, changed }),
    }
  }
  return { ...core, ...start(), start, pending, emails, changed }
}

describe('saved sign-ins without an account', () => {
  it('are the tokens that neither an account nor a logout has, with what is known of them', async () => {
    const { unmatched, emails, pending, changed } = await setUp()
    emails.set(bruno.id, 'bruno@example.com')
    expect(unmatched.all()).toEqual([])
    await unmatched.find()
    const its = { id: bruno.id, cause: 'unmatched', email: 'bruno@example.com', at: LIFE.issuedAt }
    expect([unmatched.all(), changed.mock.calls.length]).toEqual([[its], 1])
    pending.clear()
    await unmatched.find()
    const retired = { id: 'retired-1', cause: 'unmatched', email: null, at: null }
    expect(unmatched.all()).toEqual([its, retired])
  })

  it('are shown without their time while the keyring does not open', async () => {
    const { cipher, start } = await setUp()
    cipher.failing = true
    const { unmatched } = start()
    await unmatched.find()
    expect(unmatched.all()).toMatchObject([{ id: bruno.id, at: null }])
    cipher.failing = false
    await unmatched.find()
    expect(unmatched.all()).toMatchObject([{ id: bruno.id, at: LIFE.issuedAt }])
  })

  it('are deleted when the person has them forgotten, and no account loses its own', async () => {
    const { unmatched, vault, changed } = await setUp()
    await unmatched.find()
    expect(await unmatched.forget(ana.id)).toEqual(ok(null))
    expect(await unmatched.forget('retired-1')).toEqual(ok(null))
    expect(vault.holders()).toEqual([ana.id, bruno.id, 'retired-1'])
    expect(await unmatched.forget(bruno.id)).toEqual(ok(null))
    expect([vault.holders(), unmatched.all()]).toEqual([[ana.id, 'retired-1'], []])
    expect(changed.mock.calls.length).toBeGreaterThan(1)
  })

  it('stay if the disk refuses', async () => {
    const { unmatched, files } = await setUp()
    await unmatched.find()
    files.vault.broken = true
    expect(await unmatched.forget(bruno.id)).toEqual(failed({ kind: 'misconfigured', reason: 'storage' }))
    expect(unmatched.all()).toMatchObject([{ id: bruno.id }])
  })
})

it('a start finds one, sends it nowhere, and a sign-in to its account ends it', async () => {
  const none = fakeStore<AccountsFile>({ accounts: [], activeAccountId: null })
  const { services, service, acceptLogin, signIn } = await setUpAll({}, none)
  await services.findTokens()
  expect(services.unmatchedSignIns.all()).toMatchObject([{ id: ANA, email: null }])
  expect(service.requests()).toEqual([])
  acceptLogin('user7@example.com')
  await signIn('user7@example.com')
  expect(services.unmatchedSignIns.all()).toEqual([])
  await vi.waitFor(() => expect(service.requests()).toContain('POST /auth/logout 1|token'))
})
