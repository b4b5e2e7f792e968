import { describe, expect, it, vi } from 'vitest'
import type { SessionListUpdate } from '../../../../electron/shared/session-list-update.ts'
import { failed } from '../../../../electron/shared/result.ts'
import { appState, list, session, sessions } from '../../fake-bridge.ts'
import { mountApp, mountList } from '../../mount-app.ts'
import { all, find, findMessage, focusOn, focusOnRow, get, press, query, text } from '../../screen.ts'

describe('the updates of a list', () => {
  /** An update without rows: they are those of the same revision. */
  function withoutRows(revision: number): SessionListUpdate {
    const { sessions: _, ...rest } = list()
    return { ...rest, revision, rows: null }
  }

  it('requests the whole list after a missed one', async () => {
    const fake = await mountList()
    const before = fake.callsOf('session:list').length
    fake.list = list({ sessions: [session(1, 'Here', { isCurrent: true }), session(9, 'Edge on Windows')] })
    fake.emit('sessions:changed', withoutRows(99))
    await get('button', 'End Edge on Windows')
    expect(query('button', 'End Firefox on Ubuntu')).toBeNull()
    expect(fake.callsOf('session:list').slice(before)).toEqual([{ accountId: 'a1' }])
  })

  it('keeps the rows, and requests nothing, if they are still the same', async () => {
    const fake = await mountList()
    const before = fake.callsOf('session:list').length
    const { revision } = fake.changeList({})
    fake.emit('sessions:changed', { ...withoutRows(revision), failure: { kind: 'timeout' } })
    await findMessage('status', "Can't reach desk.example.com. Trying again. Endings wait.")
    await get('button', 'End Firefox on Ubuntu')
    expect(fake.callsOf('session:list')).toHaveLength(before)
  })
})

it('asks for no list that main has sent before the window mounts', async () => {
  const fake = await mountApp(appState(), undefined, undefined, ({ changeList }) => void changeList({}))
  await get('button', 'End Firefox on Ubuntu')
  expect(fake.callsOf('session:list')).toEqual([])
})

describe('a failure that is about a session', () => {
  it('is shown until the list no longer has the session', async () => {
    const fake = await mountList()
    fake.handlers['session:revoke'] = () => failed({ kind: 'server', status: 500 })
    await press('End Firefox on Ubuntu')
    await press('End Chrome on Windows')
    // The first message loads what shows messages.
    await vi.waitFor(() => expect(all('alert')).toHaveLength(2), 10_000)
    fake.changeList({ sessions: sessions().filter(({ id }) => id !== 2) })
    await vi.waitFor(() =>
      expect(all('alert').map((each) => text(each))).toEqual(["Chrome on Windows couldn't be ended"]),
    )
  })
})

describe('the focus when rows are removed', () => {
  const except = (...ids: number[]) => sessions().filter(({ id }) => !ids.includes(id))

  it.each<[string, from: string, row: string, gone: number[]]>([
    ['moves on to the next row', 'End Firefox on Ubuntu', 'Chrome on Windows', [2]],
    ['moves back from the last row', 'End Safari on iPhone', 'Chrome on Windows', [4]],
    ['goes to this device when no other row is left', 'End Firefox on Ubuntu', 'This device', [2, 3, 4]],
  ])('%s, and never to its End button', async (_what, from, to, gone) => {
    const fake = await mountList()
    ;(await get('button', from)).focus()
    fake.changeList({ sessions: except(...gone) })
    await find('the shorter list', () => (all('row').length === 4 - gone.length ? true : null))
    await focusOnRow(to)
  })

  it('stays where it is outside of them', async () => {
    const fake = await mountList()
    ;(await get('button', 'Refresh')).focus()
    fake.changeList({ sessions: except(3, 4) })
    await find('the shorter list', () => (all('row').length === 2 ? true : null))
    await focusOn('button', 'Refresh')
  })
})
