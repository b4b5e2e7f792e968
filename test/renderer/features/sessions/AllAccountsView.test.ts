import { expect, it, vi } from 'vitest'
import type { BulkRevocation, RevocationPhase } from '../../../../electron/shared/bulk-revocation.ts'
import type { Account } from '../../../../electron/shared/account.ts'
import { failed } from '../../../../electron/shared/result.ts'
import { account, appState, session, user, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, find, get, nameOf, press, query, findMessage, text } from '../../screen.ts'

const BRUNO = account({
  id: 'a2',
  baseUrl: 'https://bruno.example.net/api/v1',
  user: user({ name: 'Bruno Lima', tenant: null }),
})
const OWN = session(7, 'Bruno at home', { isCurrent: true })
const TABLET = session(8, 'Kitchen tablet')
const NONE = { queued: 0, sent: 0, confirmed: 0, alreadyGone: 0, failed: 0, notConfirmed: 0, cancelled: 0 }
const CHECKED = Date.UTC(2020, 2, 2, 21, 5)

/** Opens the page with Ana's fresh list and a list of Bruno. */
async function openPage(
  ofBruno: Parameters<FakeBridge['changeList']>[0],
  bruno: Partial<Account> = {},
): Promise<FakeBridge> {
  const fake = await mountApp(appState({ accounts: [account(), { ...BRUNO, ...bruno }] }))
  await get('table', 'Sessions')
  fake.changeList({ accountId: 'a2', sessions: [session(7, 'Kitchen tablet')], ...ofBruno })
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '6', ctrlKey: true, bubbles: true }))
  await find('the page', () =>
    text(document.querySelector('h1') ?? undefined) === 'All accounts' ? true : null,
  )
  await get('button', 'End Chrome on Windows')
  return fake
}

/** Sends a bulk revocation of Bruno's account, of one session. */
function emitRevocation(fake: FakeBridge, phase: RevocationPhase): void {
  const counts = { ...NONE, queued: 1 }
  const times = { startedAt: 0, sendAt: 0, msLeft: null }
  const revocation: BulkRevocation = { accountId: 'a2', phase, counts, answered: 0, total: 1, ...times }
  fake.emit('revocation:changed', { accountId: 'a2', revocation, rows: [] })
}

it('says which of the lists is the last known one, and of when', async () => {
  await openPage({ isLive: false, checkedAt: CHECKED })
  expect(text()).toContain('4 sessionsChecked just now')
  expect(text()).toContain('1 sessionLast known list, Mar 2, 2020, 9:05 PM')
})

it('names the server of the account whose session could not be ended', async () => {
  const fake = await openPage({})
  fake.handlers['session:revoke'] = () => failed({ kind: 'offline', reason: 'unknownHost' })
  await press('End Kitchen tablet')
  await findMessage('alert', "Kitchen tablet couldn't be ended")
  await vi.waitFor(() => expect(text()).toContain("bruno.example.net can't be found at the moment."))
})

it('disables the selection for an account whose list does not say which session is this device', async () => {
  const fake = await openPage({ sessions: [TABLET] })
  await get('checkbox', 'Select Firefox on Ubuntu')
  await get('button', 'End Kitchen tablet')
  expect(query('checkbox', 'Select Kitchen tablet')).toBeNull()
  fake.changeList({ sessions: [OWN, TABLET] })
  await get('checkbox', 'Select Kitchen tablet')
})

it('disables the selection for an account that is ending several sessions already', async () => {
  const fake = await openPage({ sessions: [OWN, TABLET] })
  await get('checkbox', 'Select Kitchen tablet')
  emitRevocation(fake, { is: 'paused' })
  await vi.waitFor(() => expect(query('checkbox', 'Select Kitchen tablet')).toBeNull())
  await get('checkbox', 'Select Firefox on Ubuntu')
})

it('names the server of the account whose sessions cannot be ended at the moment', async () => {
  const fake = await openPage({ sessions: [OWN, TABLET] })
  const reason = { kind: 'offline', reason: 'unknownHost' } as const
  emitRevocation(fake, { is: 'waiting', until: Date.now() + 60_000, reason })
  await get('button', 'Pause')
  expect(text()).toContain("bruno.example.net can't be found")
})

it('counts unused sessions by the clock of their service', async () => {
  const HOUR = 3_600_000
  const lastUsedAt = Date.now() - 90 * 24 * HOUR + HOUR
  const fake = await openPage({ sessions: [OWN, { ...TABLET, lastUsedAt }] })
  expect(text()).not.toContain('unused for 90 days')
  fake.changeList({ skew: 2 * HOUR })
  await vi.waitFor(() => expect(text()).toContain('2 sessions · 1 unused for 90 days'))
})

it('has no session of an account that is signed out, and says so', async () => {
  await openPage({ sessions: [OWN, TABLET] }, { status: 'signedOut' })
  expect(query('button', 'End Kitchen tablet')).toBeNull()
  await get('button', 'Not included: sign in again')
})

it('renews no API token', async () => {
  const renewable = (): number => all('button').filter((element) => nameOf(element) === 'Renew now').length
  const token = { fingerprint: 'f', maskedToken: 'sk_…', acceptedBy: 'me' } as const
  const fake = await openPage({ sessions: [OWN, TABLET] }, { credential: { kind: 'instance', ...token } })
  await get('button', 'End Kitchen tablet')
  expect(renewable()).toBe(1)
  fake.changeState({ accounts: [account(), BRUNO] })
  await vi.waitFor(() => expect(renewable()).toBe(2))
})
