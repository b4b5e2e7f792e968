import { expect, it, onTestFinished, vi } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { useBulkRevocation } from '../../../../renderer/features/revocation/bulk-revocation.ts'
import { useListView } from '../../../../renderer/features/session-list/list-view.ts'
import { account, appState, bruno, manyEnds, session, type FakeBridge } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import {
  all,
  chooseInMenu,
  findMessage,
  focusOnRow,
  get,
  hides,
  press,
  pressKey,
  query,
  shows,
  text,
} from '../../screen.ts'
import { keyOf } from '../../../support/builders.ts'

const BASE_URL = 'https://bruno.example.net/api/v1'
const OWN = session(7, 'Bruno at home', { isCurrent: true })
const TABLET = session(8, 'Kitchen tablet')
const UNKNOWN_HOST = { kind: 'offline', reason: 'unknownHost' } as const
const DAY_MS = 86_400_000
/** The names of the sessions in the question. */
const named = (): string[] =>
  [...document.querySelectorAll('[role=alertdialog] li')]
    .map((item) => text(item))
    .filter((line) => ['Kitchen tablet', 'Firefox on Ubuntu'].includes(line))
const CHECKED = Date.UTC(2020, 2, 2, 21, 5)

/** Opens the page with Ana's fresh list and a list of Bruno. */
async function openPage(
  ofBruno: Partial<SessionList> = { sessions: [OWN, TABLET] },
  other: Partial<Account> = {},
): Promise<FakeBridge> {
  const accounts = [account(), bruno({ baseUrl: BASE_URL, ...other })]
  const fake = await mountList({}, appState({ accounts }))
  fake.changeList({ accountId: 'a2', sessions: [session(7, 'Kitchen tablet')], ...ofBruno })
  pressKey('6', { ctrlKey: true })
  await get('heading', 'All accounts')
  await get('button', 'End Chrome on Windows')
  return fake
}

/** The accounts' chips, in their order. */
const chips = (): string[] =>
  [...document.querySelectorAll('[role=group][aria-label=Accounts] bdi')].map((name) => text(name))
const shownRows = (): string[] => all('row').map((row) => text(row.querySelector('th') ?? undefined))

it('shows the sessions of one account alone at a press, with the age of its list, and of all at another or at Escape', async () => {
  await openPage({ isLive: false, checkedAt: CHECKED })
  await shows('5 sessions')
  await press('Bruno Lima')
  await vi.waitFor(() => expect(shownRows()).toEqual(['Kitchen tablet']))
  await shows('1 session · Last known list, Mar 2, 2020, 9:05 PM')
  await findMessage('status', '1 session')
  expect((await get('button', 'Bruno Lima')).getAttribute('aria-pressed')).toBe('true')
  await press('Bruno Lima')
  await get('button', 'End Chrome on Windows')
  await press('Ana Souza')
  await shows('4 sessions · Checked just now')
  pressKey('Escape')
  await get('button', 'End Kitchen tablet')
})

it.each<[where: string, selector: string]>([
  ['in the search', 'input[type=search]'],
  ['in a row', 'tbody tr[tabindex="0"]'],
  ['on a chip', 'main [aria-pressed=true]'],
  ['on the heading', 'h1'],
])('loses one layer at a press of Escape, in one order, with the focus %s', async (_where, selector) => {
  const { matchMedia } = window
  onTestFinished(() => void (window.matchMedia = matchMedia))
  // The details are beside the list.
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: true }) as MediaQueryList
  await openPage({ sessions: [OWN, { ...TABLET, lastUsedAt: null }] })
  const listView = useListView()
  await press('Bruno Lima')
  await press('1 never used')
  await press('Select Kitchen tablet', 'checkbox')
  await press('Kitchen tablet')
  listView.query = 'kitchen'
  const layers = (): string[] =>
    Object.entries({
      search: listView.query,
      details: query('complementary', 'Details'),
      selection: query('button', 'End selected'),
      chip: listView.chip,
      account: listView.accountId,
    }).flatMap(([layer, isOn]) => (isOn ? layer : []))
  let left = ['search', 'details', 'selection', 'chip', 'account']
  await vi.waitFor(() => expect(layers()).toEqual(left))
  while (left.length > 0) {
    document.querySelector<HTMLElement>(selector)?.focus()
    left = left.slice(1)
    expect(pressKey('Escape')).toBe(true)
    await vi.waitFor(() => expect(layers()).toEqual(left))
  }
  expect(pressKey('Escape')).toBe(false)
})

it('says that all is well only where no account is signed out, or of the one that is shown alone', async () => {
  const fake = await openPage({ sessions: [OWN, TABLET] })
  fake.emit('review:changed', { ...fake.review, accountId: 'a2' })
  const calm = (count: number): string => `Nothing needs you now. ${count} devices, none reviewed.`
  await shows(calm(6))
  fake.changeState({ accounts: [account(), bruno({ status: 'signedOut' })] })
  await shows('1 needs attention')
  await hides('Nothing needs you now.')
  await press('Ana Souza')
  await shows(calm(4))
})

it('counts and searches what is shown alone, and shows all again where nothing is found', async () => {
  await openPage({ sessions: [OWN, { ...TABLET, lastUsedAt: null }] })
  await get('button', '1 never used')
  await press('Ana Souza')
  await vi.waitFor(() => expect(query('button', '1 never used')).toBeNull())
  const search = document.querySelector<HTMLInputElement>('input[type=search]')!
  search.value = 'kitchen'
  search.dispatchEvent(new Event('input', { bubbles: true }))
  await press('Show all sessions')
  await get('button', 'End Kitchen tablet')
  await get('button', '1 never used')
})

it('shows a session whose end failed in its own list, though it shows another account alone', async () => {
  const fake = await openPage({ sessions: [OWN, TABLET] })
  await press('Ana Souza')
  await shows('4 sessions · Checked just now')
  const { key } = TABLET
  const ends = manyEnds({ kind: 'done' }, { 2: 'refused' })
  fake.changeEnds({ accountId: 'a2', ...ends, ends: ends.ends.map((end) => ({ ...end, key })) })
  await press('Show in the list')
  await focusOnRow('Kitchen tablet')
  await get('heading', 'All accounts')
  expect(fake.callsOf('account:select')).toEqual([])
})

it.each<[string, Partial<SessionList>, open: () => Promise<unknown>]>([
  ['of the account menu', {}, () => chooseInMenu('Bruno Lima', 'menuitemradio', 'All accounts, 2 accounts')],
  ['that has no list', { sessions: null, checkedAt: null }, () => press('Bruno Lima')],
])('shows the page of an account %s', async (_what, ofBruno, choose) => {
  const fake = await openPage(ofBruno)
  fake.handlers['account:select'] = ({ accountId }) => (
    fake.changeState({ activeAccountId: accountId }),
    ok(null)
  )
  await choose()
  await get('heading', 'Sessions')
})

it('closes the details of a session of an account that it does not show', async () => {
  await openPage()
  await press('Firefox on Ubuntu')
  await get('complementary', 'Details')
  useListView().accountId = 'a2'
  await vi.waitFor(() => expect(query('complementary', 'Details')).toBeNull())
})

it('has a menu of all accounts, with their problems and the ages of their lists', async () => {
  const retryAt = Date.now() + 120_000
  const fake = await openPage({ failure: { kind: 'rateLimited', retryAt } })
  await shows('1 needs attention')
  const menu = await get('button', '2 accounts: All accounts')
  menu.focus()
  pressKey('Enter')
  const items = await vi.waitFor(() => {
    expect(all('menuitemradio')).toHaveLength(3)
    return all('menuitemradio').map((item) => text(item))
  })
  expect(items).toEqual([
    'All accounts',
    'Ana SouzaAcme · desk.example.com · 4 sessions · Checked just now',
    'Bruno Limabruno.example.net · 1 session · Checked just now · The server is busy. The list is checked again in 2 minutes.',
  ])
  all('menuitemradio')[2]!.click()
  await vi.waitFor(() => expect(shownRows()).toEqual(['Kitchen tablet']))
  expect(fake.callsOf('account:select')).toEqual([])
})

it('has chips for four accounts: first those with a problem, then those with new sign-ins, while nobody is among them', async () => {
  const fake = await openPage()
  const others = ['Cai', 'Dora', 'Eva'].map((name, at) =>
    account({
      id: `a${at + 3}`,
      user: { ...account().user, name },
      status: name === 'Dora' ? 'signedOut' : 'signedIn',
    }),
  )
  const alert = { accountId: 'a5', key: 1, name: 'Stranger', at: 1 }
  const chip = await get('button', 'Ana Souza')
  chip.focus()
  const state = {
    accounts: [...fake.state.accounts, ...others],
    alerts: [{ accountId: 'a5', count: 1, newest: [alert] }],
  }
  fake.changeState(state)
  await get('button', '5 accounts: All accounts')
  expect(chips()).toEqual(['Ana Souza', 'Bruno Lima'])
  document.querySelector('h1')!.focus()
  await vi.waitFor(() => expect(chips()).toEqual(['Dora', 'Eva', 'Ana Souza', 'Bruno Lima']))
})

it('names the server of the account whose session could not be ended', async () => {
  const fake = await openPage({})
  fake.handlers['session:revoke'] = () => failed(UNKNOWN_HOST)
  await press('End Kitchen tablet')
  await findMessage('alert', "Kitchen tablet couldn't be ended")
  await shows("bruno.example.net can't be found at the moment.")
})

it('names the account of a session in its details, with the organisation and the server', async () => {
  await openPage()
  for (const [session, person, place] of [
    ['Chrome on Windows', 'Ana Souza', 'Acme · desk.example.com'],
    ['Kitchen tablet', 'Bruno Lima', 'bruno.example.net'],
  ] as const) {
    await press(session)
    const details = await get('complementary', 'Details')
    expect(text(details)).toContain(`${session}${person}${place}`)
    await press('Close')
    await vi.waitFor(() => expect(query('complementary', 'Details')).toBeNull())
  }
})

it('disables the selection for an account whose list does not say which session is this device', async () => {
  const fake = await openPage({ sessions: [TABLET] })
  await get('checkbox', 'Select Firefox on Ubuntu')
  await get('button', 'End Kitchen tablet')
  expect(query('checkbox', 'Select Kitchen tablet')).toBeNull()
  fake.changeList({ sessions: [OWN, TABLET] })
  await get('checkbox', 'Select Kitchen tablet')
})

it('disables the selection for a session that is being ended, not for the others of its account', async () => {
  const fake = await openPage({ sessions: [OWN, TABLET, session(9, 'Hall speaker')] })
  await get('checkbox', 'Select Kitchen tablet')
  fake.changeEnds({ accountId: 'a2', ...manyEnds({ kind: 'going', wait: null }, { 8: 'waiting' }) })
  await vi.waitFor(() => expect(query('checkbox', 'Select Kitchen tablet')).toBeNull())
  await get('checkbox', 'Select Hall speaker')
})

it('ends sessions of several accounts by one plan, and names what one account refused', async () => {
  const fake = await openPage()
  const failure = { kind: 'unauthenticated' } as const
  fake.handlers['session:revokeMany'] = () => ok({ refused: [{ accountId: 'a2', failure }] })
  await press('Select Kitchen tablet', 'checkbox')
  await press('Select Firefox on Ubuntu', 'checkbox')
  await press('End selected')
  await get('button', 'End 2 sessions')
  expect(
    all('listitem')
      .slice(-6)
      .map((item) => text(item)),
  ).toEqual([
    'Ana SouzaAcme · desk.example.com1',
    'Firefox on Ubuntu',
    "Session Desk on ana-laptop stays signed in: it's this device.",
    'Bruno Limabruno.example.net1',
    'Kitchen tablet',
    "Bruno at home stays signed in: it's this device.",
  ])
  await press('End 2 sessions')
  await findMessage('alert', "These sessions couldn't be ended")
  expect(all('alert')).toHaveLength(1)
  const plan = [
    { accountId: 'a1', keys: [keyOf({ id: 2 })] },
    { accountId: 'a2', keys: [keyOf({ id: 8 })] },
  ]
  expect(fake.callsOf('session:revokeMany')).toEqual([{ plan }])
})

it('asks in no account whose list says not for certain what it has, and divides equal keys by account', async () => {
  const same = { ...TABLET, key: keyOf({ id: 2 }) }
  const fake = await openPage({ sessions: [OWN, same] })
  const { confirm } = useBulkRevocation()
  const chosen = (...ids: string[]) => ids.map((accountId) => ({ accountId, sessions: [same] }))
  confirm(chosen('a2', 'a1', 'gone'))
  await shows('End 2 sessions?')
  expect(named()).toEqual(['Kitchen tablet', 'Firefox on Ubuntu'])
  await press('Cancel')
  const doubt: Partial<SessionList> = { failure: { kind: 'unexpectedAnswer', reason: 'listEmpty' } }
  for (const over of [{ sessions: [same] }, doubt]) {
    fake.changeList({ accountId: 'a2', sessions: [OWN, same], ...over })
    expect(confirm(chosen('a2', 'a1'))).toBe(true)
    await shows('End 1 session?')
    expect(named()).toEqual(['Firefox on Ubuntu'])
    await press('Cancel')
    expect(confirm(chosen('a2'))).toBe(false)
  }
})

it('says that all ends wait, where no service can be reached', async () => {
  const fake = await openPage()
  fake.changeState({ online: false })
  await press('Select Kitchen tablet', 'checkbox')
  await press('Select Firefox on Ubuntu', 'checkbox')
  await press('End selected')
  await shows('They end when the service can be reached')
})

it('names the server of the account whose sessions cannot be ended at the moment', async () => {
  const fake = await openPage()
  const phase = { kind: 'going', wait: { until: Date.now() + 60_000, reason: UNKNOWN_HOST } } as const
  fake.changeEnds({ accountId: 'a2', ...manyEnds(phase, { 8: 'waiting' }) })
  await get('button', 'Pause')
  expect(text()).toContain("bruno.example.net can't be found")
})

it('counts what needs the person over all accounts, each by the clock of its service, and ends exactly what is shown', async () => {
  const HOUR = 3_600_000
  const lastUsedAt = Date.now() - 90 * DAY_MS + HOUR
  const fake = await openPage({ sessions: [OWN, { ...TABLET, lastUsedAt, createdAt: lastUsedAt }] })
  expect(query('button', '1 unused for 90 days')).toBeNull()
  fake.changeList({ skew: 2 * HOUR })
  await press('1 unused for 90 days')
  await press('End this one…')
  await shows('End 1 session?')
  expect(named()).toEqual(['Kitchen tablet'])
})

it('has no session of an account that is signed out, and says so', async () => {
  const fake = await openPage(undefined, { status: 'signedOut' })
  expect(query('button', 'End Kitchen tablet')).toBeNull()
  const chip = await get('button', 'Bruno Lima')
  expect(chip.getAttribute('aria-description')).toBe('Not included: sign in again')
  chip.click()
  await vi.waitFor(() => expect(fake.callsOf('account:select')).toEqual([{ accountId: 'a2' }]))
})

it('begins with the new sign-ins, and ends with this device', async () => {
  await openPage({ sessions: [OWN, TABLET, session(9, 'Hall speaker', { isNew: true })] })
  await get('button', 'End Hall speaker')
  const names = (): string[] => all('row').map((row) => text(row.querySelector('th') ?? undefined))
  expect(names()[0]).toMatch(/^Hall speaker/)
  expect(names().slice(-2).toSorted()).toEqual([
    'Bruno at homeThis device',
    'Session Desk on ana-laptopThis device',
  ])
})
