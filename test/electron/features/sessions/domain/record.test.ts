import { expect, it } from 'vitest'
import {
  createRecordedSession,
  isRemembered,
  isRenewed,
} from '../../../../../electron/features/sessions/domain/record.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'

const MONTH = 30 * 86_400_000

it('what a person wrote on a session stays while it is listed, and for 30 days after it left', () => {
  const listed = createRecordedSession(sessionOf(2), 7, 0)
  expect(isRemembered(listed, 9 * MONTH)).toBe(true)
  const gone = { ...listed, endedAt: 5 }
  expect([MONTH + 5, MONTH + 6].map((now) => isRemembered(gone, now))).toEqual([true, false])
  expect(isRemembered(null, 0)).toBe(false)
})

it('a session is renewed if it has another identity than the one that was to end', () => {
  const phone = createRecordedSession(sessionOf(2, { createdAt: 5_000 }), 7, 0)
  expect(isRenewed(phone, { id: 2, createdAt: 5_000 })).toBe(false)
  expect(isRenewed(phone, { id: 3, createdAt: 5_000 })).toBe(true)
  expect(isRenewed(phone, { id: 2, createdAt: 9_000 })).toBe(true)
})
