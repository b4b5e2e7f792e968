import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { useListView } from '../../../../renderer/features/session-list/list-view.ts'
import type { ListedSession } from '../../../../renderer/features/session-list/listed-session.ts'
import { useRequestedSession } from '../../../../renderer/features/sessions/requested-session.ts'
import { session } from '../../fake-bridge.ts'

const FIRST = session(1, 'Firefox on Ubuntu')
const SECOND = session(2, 'Safari on iPhone')
const KINDS = ['pendingDetailsKey', 'pendingFocusKey'] as const
let scope: EffectScope

beforeEach(() => {
  setActivePinia(createPinia())
  document.body.innerHTML = '<h1 tabindex="-1">Sessions</h1>'
  scope = effectScope()
})
afterEach(() => scope.stop())

function setUp(all: readonly ListedSession[] | null, matching: readonly ListedSession[] = all ?? []) {
  const [sessions, shown] = [shallowRef(all), shallowRef(matching)]
  const showAll = vi.fn(() => void (shown.value = sessions.value ?? []))
  const openDetails = vi.fn()
  scope.run(() => useRequestedSession({ sessions, shown, showAll, openDetails }))
  return { sessions, showAll, openDetails, listView: useListView() }
}
const heading = (): Element | null => document.querySelector('h1')

describe('a session that another page requests', () => {
  it('opens its details once, and keeps a filter that shows it', async () => {
    const { listView, showAll, openDetails } = setUp([FIRST, SECOND], [SECOND])
    listView.pendingDetailsKey = SECOND.key
    await nextTick()
    expect(openDetails.mock.calls).toEqual([[SECOND.key]])
    expect(showAll).not.toHaveBeenCalled()
    expect(listView.pendingDetailsKey).toBeNull()
  })

  it.each(KINDS)('clears a filter that hides it: %s', async (kind) => {
    const { listView, showAll } = setUp([FIRST, SECOND], [SECOND])
    listView[kind] = FIRST.key
    await nextTick()
    expect(showAll).toHaveBeenCalledOnce()
  })

  it('stays requested for its focus until the table has focused it', async () => {
    const { listView } = setUp([FIRST])
    listView.pendingFocusKey = FIRST.key
    await nextTick()
    expect(listView.pendingFocusKey).toBe(FIRST.key)
  })

  it.each(KINDS)('is given up for the heading if it is gone: %s', async (kind) => {
    const { listView, openDetails } = setUp([SECOND])
    listView[kind] = FIRST.key
    await nextTick()
    expect([listView[kind], document.activeElement]).toEqual([null, heading()])
    expect(openDetails).not.toHaveBeenCalled()
  })

  it('waits until the list is loaded', async () => {
    const { listView, sessions, openDetails } = setUp(null)
    listView.pendingDetailsKey = FIRST.key
    await nextTick()
    expect([listView.pendingDetailsKey, document.activeElement === heading()]).toEqual([FIRST.key, false])
    sessions.value = [FIRST]
    await nextTick()
    expect(openDetails.mock.calls).toEqual([[FIRST.key]])
  })
})
