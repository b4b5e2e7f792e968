import { expect, it } from 'vitest'
import {
  createRecordedSession,
  isRemembered,
  isRenewed,
} from '../../../../../electron/features/sessions/domain/record.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'
import { fakeRecord } from '../record-harness.ts'

const MONTH = 30 * 86_400_000

it('what a person wrote on a session stays while it is listed, and for 30 days after it left', () => {
  const record = fakeRecord()
  const listed = createRecordedSession(sessionOf(2), 7, 0)
  const stays = (key: number, now: number): boolean => isRemembered(record, 'a', key, now)
  expect(stays(7, 9 * MONTH)).toBe(true)
  record.set('a', [listed])
  expect(stays(7, 9 * MONTH)).toBe(true)
  record.set('a', [{ ...listed, endedAt: 5 }])
  expect([stays(7, MONTH + 5), stays(7, MONTH + 6)]).toEqual([true, false])
  // The record, which began at 0, does not have this one.
  expect([stays(8, MONTH), stays(8, MONTH + 1)]).toEqual([true, false])
})

it('a session is renewed if it has another identity than the one that was to end', () => {
  const phone = createRecordedSession(sessionOf(2, { createdAt: 5_000 }), 7, 0)
  expect(isRenewed(phone, { id: 2, createdAt: 5_000 })).toBe(false)
  expect(isRenewed(phone, { id: 3, createdAt: 5_000 })).toBe(true)
  expect(isRenewed(phone, { id: 2, createdAt: 9_000 })).toBe(true)
})
