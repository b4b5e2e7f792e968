import type { WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import type { Events } from '../../../electron/shared/events.ts'
import { createBroadcast } from '../../../electron/ipc/broadcast.ts'

const session = { accountId: 'a', key: 2, name: 'Phone' }
const event: Events['session:revoked'] = { ...session, state: 'ended', failure: null, dropped: null }

function window(isDestroyed = false) {
  const sent: unknown[][] = []
  const contents = {
    isDestroyed: () => isDestroyed,
    send: (...what: unknown[]) => {
      if (isDestroyed) throw new TypeError('Object has been destroyed')
      sent.push(what)
    },
  } as unknown as WebContents
  return { sent, contents }
}

describe('the broadcast', () => {
  it('skips a destroyed window, and continues with the next', () => {
    const [gone, there] = [window(true), window()]
    createBroadcast(() => [gone.contents, there.contents])('session:revoked', event)
    expect([gone.sent, there.sent]).toEqual([[], [['event:session:revoked', event]]])
  })

  it('uses the windows that are open at the moment of each event', () => {
    const open: WebContents[] = []
    const broadcast = createBroadcast(() => open)
    broadcast('session:revoked', event)
    const late = window()
    open.push(late.contents)
    broadcast('session:revoked', event)
    expect(late.sent).toHaveLength(1)
  })
})
