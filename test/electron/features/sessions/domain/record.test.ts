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
  const listed = createRecordedSession(sessionOf(2), 7, 0)
  expect(isRemembered(listed, 9 * MONTH)).toBe(true)
  const gone = { ...listed, endedAt: 5 }
  expect([MONTH + 5, MONTH + 6].map((now) => isRemembered(gone, now))).toEqual([true, false])
  expect(isRemembered(null, 0)).toBe(false)
})

it('a session is renewed if the record lists it with another identity now', () => {
  const desk = sessionOf(1, { name: 'Desk' })
  const phone = (id: number) => sessionOf(id, { name: 'Phone', createdAt: id, lastUsedAt: 0 })
  const record = fakeRecord()
  record.list('a', [desk, phone(2)], 0)
  const isIt = () => isRenewed(record, 'a', { key: 2, id: 2, createdAt: 2 })
  expect(isIt()).toBe(false)
  record.list('a', [desk, phone(3)], 1_000)
  expect([isIt(), isRenewed(record, 'a', { key: null, id: 3, createdAt: 3 })]).toEqual([true, false])
  record.list('a', [desk], 2_000)
  expect(isIt()).toBe(false)
})
