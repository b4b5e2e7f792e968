import { expect, it } from 'vitest'
import {
  confirmQuit,
  confirmRevoke,
  confirmRevokeInactive,
  confirmRevokeOthers,
  confirmSignOutEverywhere,
  MAX_DIALOG_NAMES,
  type Confirmation,
} from '../../../../../electron/features/desktop/domain/confirmations.ts'
import { account, user } from '../../../../renderer/fake-bridge.ts'
import { translations } from '../../../translations.ts'

const t = translations()
const ana = account()
const bo = account({ user: user({ name: 'bo@example.com', tenant: null }) })
const devices = (count: number): string[] => Array.from({ length: count }, (_, at) => `Device ${at + 1}`)
const others = (count: number): Confirmation => confirmRevokeOthers(devices(count), 'Laptop', ana, t)
const inactive = (...counts: number[]): Confirmation => {
  const groups = counts.map((count, at) => ({ account: [ana, bo][at]!, names: devices(count) }))
  return confirmRevokeInactive(groups, 90, t)
}

const STAYS = "Laptop stays signed in: it's this device."
const UNUSED = 'Not used for 90 days or more. This device stays signed in.'
const ENDING = 'still being ended. You can continue when you next open Session Desk.'
const SENT =
  'A password change is still waiting for its answer. If you quit now, its outcome may stay unclear.'
const FULL = MAX_DIALOG_NAMES

it.each<[string, () => Confirmation | null, string, detail: string[], string]>([
  [
    'one session, of an account named by an email',
    () => confirmRevoke('Phone', bo, t),
    'End Phone?',
    ['This signs it out of Session Desk. This device stays signed in.'],
    'End session',
  ],
  [
    'the other session',
    () => others(1),
    'End 1 session?',
    ['Ana Souza, Acme', '', 'Device 1', '', STAYS],
    'End 1 session',
  ],
  [
    'as many others as fit',
    () => others(FULL),
    'End 12 sessions?',
    ['Ana Souza, Acme', '', ...devices(FULL), '', STAYS],
    'End 12 sessions',
  ],
  [
    'more others than fit',
    () => others(FULL + 2),
    'End 14 sessions?',
    ['Ana Souza, Acme', '', ...devices(FULL), 'and 2 more', '', STAYS],
    'End 14 sessions',
  ],
  [
    'inactive sessions of an account',
    () => inactive(FULL),
    'End 12 sessions?',
    ['Ana Souza, Acme', ...devices(FULL), '', UNUSED],
    'End 12 sessions',
  ],
  [
    'inactive sessions of two, of which one has too many',
    () => inactive(8, 6),
    'End 14 sessions?',
    ['Ana Souza, Acme', ...devices(6), 'and 2 more', '', 'Session Desk', ...devices(6), '', UNUSED],
    'End 14 sessions',
  ],
  [
    'all devices',
    () => confirmSignOutEverywhere(ana, 3, t),
    'Sign out Ana Souza, Acme everywhere?',
    ['All 3 sessions end, including this device.'],
    'Sign out everywhere',
  ],
  [
    'all devices, without a list',
    () => confirmSignOutEverywhere(ana, null, t),
    'Sign out Ana Souza, Acme everywhere?',
    ['Every device is signed out, including this one.'],
    'Sign out everywhere',
  ],
  ['an end', () => confirmQuit(1, false, t), 'Quit Session Desk now?', [`1 session is ${ENDING}`], 'Quit'],
  ['a password', () => confirmQuit(0, true, t), 'Quit Session Desk now?', [SENT], 'Quit'],
  [
    'both',
    () => confirmQuit(2, true, t),
    'Quit Session Desk now?',
    [`2 sessions are ${ENDING}`, '', SENT],
    'Quit',
  ],
])('the dialog about %s names what ends', (_what, confirmation, message, detail, confirmLabel) => {
  expect(confirmation()).toEqual({ message, detail: detail.join('\n'), confirmLabel, cancelLabel: 'Cancel' })
})

it('quitting that interrupts nothing has no dialog', () => {
  expect(confirmQuit(0, false, t)).toBeNull()
})
