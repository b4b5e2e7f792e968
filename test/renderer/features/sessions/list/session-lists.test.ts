import { describe, expect, it } from 'vitest'
import type { SessionListUpdate } from '../../../../../electron/shared/session-list-update.ts'
import { appState, list, session } from '../../../fake-bridge.ts'
import { mountApp } from '../../../mount-app.ts'
import { get, query } from '../../../screen.ts'

/** An update without rows: they are those of the same revision. */
function withoutRows(revision: number): SessionListUpdate {
  const { sessions: _, ...rest } = list()
  return { ...rest, revision, rows: null }
}

describe('the updates of a list', () => {
  it('requests the whole list after a missed one', async () => {
    const fake = await mountApp(appState())
    await get('button', 'End Firefox on Ubuntu')
    const before = fake.callsOf('session:list').length
    fake.list = list({ sessions: [session(1, 'Here', { isCurrent: true }), session(9, 'Edge on Windows')] })
    fake.emit('sessions:changed', withoutRows(99))
    await get('button', 'End Edge on Windows')
    expect(query('button', 'End Firefox on Ubuntu')).toBeNull()
    expect(fake.callsOf('session:list').slice(before)).toEqual([{ accountId: 'a1' }])
  })

  it('keeps the rows, and requests nothing, if they are still the same', async () => {
    const fake = await mountApp(appState())
    await get('button', 'End Firefox on Ubuntu')
    const before = fake.callsOf('session:list').length
    const { revision } = fake.changeList({})
    const pending = { sessionId: 2, name: 'Firefox on Ubuntu', phase: 'sending', sendAt: 0 } as const
    fake.emit('sessions:changed', { ...withoutRows(revision), pendingRevocations: [pending] })
    await get('button', 'Ending Firefox on Ubuntu')
    expect(fake.callsOf('session:list')).toHaveLength(before)
  })
})
