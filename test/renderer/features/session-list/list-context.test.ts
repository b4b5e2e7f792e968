import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import {
  listAccountOf,
  type RowAccount,
  useList,
} from '../../../../renderer/features/session-list/list-context.ts'
import { account, API_TOKEN, list, user } from '../../fake-bridge.ts'
import { inList } from '../../in-list.ts'

const named = (id: string): RowAccount => ({
  ...listAccountOf(account({ id }), undefined),
  name: id,
  place: 'Acme',
  hue: 150,
})

describe('the list that a part is in', () => {
  it('has one account, as it is now', () => {
    const own = shallowRef(listAccountOf(account(), list({ skew: 5 })))
    const shown = inList(useList, () => own.value)
    expect([shown.accounts(), shown.account().skew]).toEqual([null, 5])
    own.value = listAccountOf(account({ id: 'a2' }), undefined)
    expect([shown.account().id, shown.accountOf({}).id]).toEqual(['a2', 'a2'])
  })

  it('has several accounts, and another for what is left of one that is gone', () => {
    const none = listAccountOf(null, undefined)
    const accounts = shallowRef(new Map([named('a'), named('b')].map((one) => [one.id, one])))
    const shown = inList(
      useList,
      () => none,
      () => accounts.value,
    )
    expect(shown.accountOf({ accountId: 'b' }).id).toBe('b')
    accounts.value = new Map()
    expect(shown.accountOf({ accountId: 'b' })).toBe(none)
  })

  it('is missing outside a list', () => {
    const part = { setup: () => (useList(), () => null) }
    expect(() => mount(part, { global: { config: { warnHandler: () => undefined } } })).toThrow(
      'Not in a list',
    )
  })
})

describe('what the rows of an account depend on', () => {
  it('is its zone if that exists, and whether its token can be renewed', () => {
    const zoned = account({ user: user({ timezone: 'Asia/Tokyo' }) })
    expect(listAccountOf(zoned, undefined)).toMatchObject({ zone: 'Asia/Tokyo', renewable: true, skew: 0 })
    const token = account({ user: user({ timezone: 'Mars/Base' }), credential: API_TOKEN })
    expect(listAccountOf(token, undefined)).toMatchObject({ zone: undefined, renewable: false })
  })
})
