import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastKnownListSchema } from '../../../../electron/core/file-schemas.ts'
import { parseLastKnownList } from '../../../../electron/platform/domain/parse-last-known-list.ts'
import { DEVICE_KINDS } from '../../../../electron/shared/device.ts'
import { MAX_LAST_KNOWN_ROWS } from '../../../../electron/shared/last-known-list.ts'
import { DIRECTIONS, ORDERS } from '../../../../electron/shared/view-state.ts'
import { lastKnownSession } from '../../../support/builders.ts'

const SESSION = lastKnownSession({ lastUsedAt: 2, createdAt: 1, firstSeenAt: 1 })
const LIST = { checkedAt: 5, skew: -3, count: 60, sessions: [SESSION] }

describe('a stored list', () => {
  it('is as it was stored', () => {
    const time = fc.integer()
    const session = fc.record({
      key: fc.integer(),
      id: fc.nat(),
      name: fc.string(),
      kind: fc.constantFrom(...DEVICE_KINDS),
      lastUsedAt: fc.oneof(time, fc.constantFrom(null, 'unknown')),
      createdAt: fc.option(time),
      firstSeenAt: fc.option(time),
      isCurrent: fc.boolean(),
    })
    const sessions = fc.array(session, { maxLength: MAX_LAST_KNOWN_ROWS })
    const order = fc.record({ by: fc.constantFrom(...ORDERS), direction: fc.constantFrom(...DIRECTIONS) })
    const list = fc.record(
      { checkedAt: time, skew: time, count: fc.nat(), order, sessions },
      { requiredKeys: ['checkedAt', 'skew', 'count', 'sessions'] },
    )
    fc.assert(
      fc.property(list, (stored) => {
        const read: unknown = JSON.parse(JSON.stringify(stored))
        expect(parseLastKnownList(read)).toEqual(read)
        expect(lastKnownListSchema.parse(read)).toEqual(read)
      }),
    )
  })

  it.each([
    ['no object', 7],
    ['null', null],
    ['a missing time', { ...LIST, checkedAt: undefined }],
    ['a time out of range', { ...LIST, checkedAt: 1e300 }],
    ['no rows', { ...LIST, sessions: null }],
    ['too many rows', { ...LIST, sessions: Array(MAX_LAST_KNOWN_ROWS + 1).fill(SESSION) }],
    ['a row that is null', { ...LIST, sessions: [null] }],
    ['a name that is no text', { ...LIST, sessions: [{ ...SESSION, name: 7 }] }],
    ['an id that is no number', { ...LIST, sessions: [{ ...SESSION, id: '7' }] }],
    ['an unknown kind', { ...LIST, sessions: [{ ...SESSION, kind: 'toString' }] }],
    ['a last use that is no time', { ...LIST, sessions: [{ ...SESSION, lastUsedAt: 'later' }] }],
    ['a first time out of range', { ...LIST, sessions: [{ ...SESSION, firstSeenAt: 1e300 }] }],
    ['a sign-in out of range', { ...LIST, sessions: [{ ...SESSION, createdAt: 1e300 }] }],
    ['an unclear device', { ...LIST, sessions: [{ ...SESSION, isCurrent: null }] }],
  ])('is not used with %s', (_case, value) => {
    expect(parseLastKnownList(value)).toBeNull()
  })
})
