import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { useRevocations } from '../../../../renderer/features/revocation/revocations.ts'
import { listAccountOf } from '../../../../renderer/features/session-list/list-context.ts'
import type { ListedSession } from '../../../../renderer/features/session-list/listed-session.ts'
import { useChosenSessions } from '../../../../renderer/features/sessions/shown-rows.ts'
import { account, appState, fakeBridge, session, singleEnd } from '../../fake-bridge.ts'
import { inList } from '../../in-list.ts'

const ALL = [session(1, 'This', { isCurrent: true }), session(2, 'B'), session(3, 'C'), session(4, 'D')]

beforeEach(() => setActivePinia(createPinia()))

/** The selection in a list of `ALL`, of which `shown` are shown. */
function setUp(shown: readonly ListedSession[] = ALL) {
  const fake = fakeBridge(appState())
  useRevocations().start()
  const [own, visible] = [shallowRef(listAccountOf(account(), undefined)), shallowRef(shown)]
  const chosen = inList(
    () => useChosenSessions(visible),
    () => own.value,
  )
  return { ...chosen, fake, own }
}
const idsOf = (sessions: readonly ListedSession[]): number[] => sessions.map(({ id }) => id)

describe('the sessions to end', () => {
  it('are in the shown order', () => {
    const { selection, chosen } = setUp([ALL[3]!, ALL[1]!])
    for (const key of ['1002', '1004']) selection.toggle(key)
    expect([idsOf(chosen.value), selection.rest.value]).toEqual([[4, 2], 0])
  })

  it('do not include this device or one that is being ended, or ends once its service can be reached', () => {
    const { selection, chosen, fake } = setUp()
    const { selectable } = selection
    expect([...selectable.value]).toEqual(['1002', '1003', '1004'])
    fake.changeEnds(singleEnd({ kind: 'going', wait: null }))
    expect([[...selectable.value], selection.rest.value]).toEqual([['1003', '1004'], 2])
    fake.changeEnds(singleEnd({ kind: 'waiting' }))
    expect([...selectable.value]).toEqual(['1003', '1004'])
    selection.all()
    expect([idsOf(chosen.value), selection.rest.value]).toEqual([[3, 4], 0])
  })

  it('are found by one question to the store, not by one a row', () => {
    const asked = vi.spyOn(useRevocations(), 'begunKeys')
    const { selectable } = setUp().selection
    expect([selectable.value.size, asked.mock.calls]).toEqual([3, [[account().id]]])
  })

  it('are none while the list is not sure', () => {
    const { selection, own } = setUp()
    own.value = { ...own.value, locked: true }
    expect(selection.selectable.value.size).toBe(0)
  })
})
