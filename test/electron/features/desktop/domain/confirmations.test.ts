import { expect, it } from 'vitest'
import {
  confirmQuit,
  confirmRevoke,
  confirmRevokeMany,
  confirmSignOutEverywhere,
  MAX_DIALOG_NAMES,
  type Confirmation,
} from '../../../../../electron/features/desktop/domain/confirmations.ts'
import type { SharedName } from '../../../../../electron/shared/same-names.ts'
import { account, API_TOKEN, user } from '../../../../renderer/fake-bridge.ts'
import { translations } from '../../../translations.ts'

const t = translations()
const ana = account()
const bo = account({ user: user({ name: 'bo@example.com', tenant: null }) })
const token = account({ credential: API_TOKEN })
const devices = (count: number): string[] => Array.from({ length: count }, (_, at) => `Device ${at + 1}`)
const named = (names: readonly string[]): SharedName[] => names.map((name) => ({ name }))
const stays = { name: 'Laptop' }
const allOthers = (ends: readonly SharedName[]): Confirmation =>
  confirmRevokeMany([{ account: ana, ends, stays }], null, t)
const others = (count: number): Confirmation => allOthers(named(devices(count)))
const inactive = (...counts: number[]): Confirmation => {
  const plan = counts.map((count, at) => ({ account: [ana, bo][at]!, ends: named(devices(count)), stays }))
  return confirmRevokeMany(plan, 90, t)
}

const STAYS = "Laptop stays signed in: it's this device."
/** The account has an email for a name. */
const UNNAMED = 'This signs it out of Session Desk. This device stays signed in.'
const WITH_TOKEN = "This signs it out of Ana Souza, Acme. This app's API token keeps working."
const UNUSED = 'Not used for 90 days or more. This device stays signed in.'
const ENDING = 'still being ended. You can continue when you next open Session Desk.'
const SENT =
  'A password change is still waiting for its answer. If you quit now, its outcome may stay unclear.'
const FULL = MAX_DIALOG_NAMES

const ANA = 'Ana Souza, Acme'
const [QUIT, EVERYWHERE] = ['Quit Session Desk now?', `Sign out ${ANA} everywhere?`]
const ALL_END = 'Every device is signed out, including this one.'
const BOTH = [ANA, ...devices(6), 'and 2 more', '', 'Session Desk', ...devices(6), '', UNUSED]
const FITTING = [ANA, ...devices(FULL)]

it.each<[string, () => Confirmation | null, string, detail: string[], string]>([
  ['one session', () => confirmRevoke('Phone', bo, t), 'End Phone?', [UNNAMED], 'End session'],
  ['one, with a token', () => confirmRevoke('Phone', token, t), 'End Phone?', [WITH_TOKEN], 'End session'],
  [
    'as many others as fit',
    () => others(FULL),
    'End 12 sessions?',
    [...FITTING, '', STAYS],
    'End 12 sessions',
  ],
  [
    'too many others',
    () => others(14),
    'End 14 sessions?',
    [...FITTING, 'and 2 more', '', STAYS],
    'End 14 sessions',
  ],
  ['inactive sessions', () => inactive(8, 6), 'End 14 sessions?', BOTH, 'End 14 sessions'],
  ['all devices', () => confirmSignOutEverywhere(ana, null, t), EVERYWHERE, [ALL_END], 'Sign out everywhere'],
  ['an end', () => confirmQuit(1, false, t), QUIT, [`1 session is ${ENDING}`], 'Quit'],
  ['a password', () => confirmQuit(0, true, t), QUIT, [SENT], 'Quit'],
  ['both', () => confirmQuit(2, true, t), QUIT, [`2 sessions are ${ENDING}`, '', SENT], 'Quit'],
])('the dialog about %s names what ends', (_what, confirmation, message, detail, confirmLabel) => {
  expect(confirmation()).toEqual({ message, detail: detail.join('\n'), confirmLabel, cancelLabel: 'Cancel' })
})

it('a dialog that cannot name each session has those of one name on one line, the most first', () => {
  const agents = devices(20).map((name) => ({ name: `OkHttp (${name})`, commonName: 'OkHttp' }))
  const sessions = [...named(['Tablet', 'Phone']), ...agents, { name: 'curl (2)', commonName: 'curl' }]
  const lines = allOthers(sessions).detail.split('\n')
  expect(lines).toEqual([ANA, '20 × OkHttp', 'Tablet', 'Phone', 'curl (2)', '', STAYS])
  const first = allOthers(sessions.slice(0, 12)).detail.split('\n')
  expect(first.slice(1, 4)).toEqual(['Tablet', 'Phone', 'OkHttp (Device 1)'])
})

it('quitting that interrupts nothing has no dialog', () => {
  expect(confirmQuit(0, false, t)).toBeNull()
})
