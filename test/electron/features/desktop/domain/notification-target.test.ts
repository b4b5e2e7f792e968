import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountIdOf } from '../../../../../electron/core/domain/account-id.ts'
import {
  alertNotificationId,
  bulkRevocationNotificationId,
  passwordNotificationId,
  renewalNotificationId,
  statusNotificationId,
} from '../../../../../electron/features/desktop/domain/notifications.ts'
import {
  DEFAULT_TARGET,
  parseActivatedId,
  parseNotificationTarget,
} from '../../../../../electron/features/desktop/domain/notification-target.ts'

const accountId = fc.nat().map((user) => accountIdOf('https://desk.example.com/api/v1', user))

/** Windows keeps at most this many characters of an id. */
const MAX_TAG = 64

describe('a notification of an earlier run', () => {
  it('opens the same page as in its own run', () => {
    fc.assert(
      fc.property(accountId, fc.nat(), (account, session) => {
        const list = { page: 'sessions', accountId: account, sessionId: null }
        expect(parseNotificationTarget(alertNotificationId(account, session))).toEqual({
          ...list,
          sessionId: session,
        })
        expect(parseNotificationTarget(`revocation-${account}-${session}`)).toEqual(list)
        for (const id of [
          bulkRevocationNotificationId(account),
          statusNotificationId(account),
          renewalNotificationId(account),
          `alerts-${account}`,
        ])
          expect(parseNotificationTarget(id)).toEqual(list)
        expect(parseNotificationTarget(passwordNotificationId(account))).toEqual({
          ...list,
          page: 'password',
        })
      }),
    )
  })

  it('opens the active account if its id is unknown', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(parseNotificationTarget(id)).toEqual(DEFAULT_TARGET)
      }),
    )
    for (const id of ['tray', '', `unconfirmed-${crypto.randomUUID()}`, 'alert-<script>-1'])
      expect(parseNotificationTarget(id)).toEqual(DEFAULT_TARGET)
  })

  it('gets its whole id from Windows', () => {
    fc.assert(
      fc.property(accountId, fc.nat(), (account, session) => {
        const id = alertNotificationId(account, session)
        expect(id.length).toBeLessThanOrEqual(MAX_TAG)
        expect(parseActivatedId(`type=click&tag=${id}`)).toBe(id)
      }),
    )
    expect(`unconfirmed-${crypto.randomUUID()}`.length).toBeLessThanOrEqual(MAX_TAG)
    expect([parseActivatedId('type=click'), parseActivatedId(''), parseActivatedId('tag=')]).toEqual([
      null,
      null,
      null,
    ])
  })
})
