import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSessionPool, type Lease } from '../../../../electron/platform/network/session-pool.ts'
import { settled } from '../../fakes.ts'

/** A pool over sessions that remember which owners left connections in them. */
function setUp() {
  const state = { isAlive: true, closing: Promise.resolve(), closes: 0 }
  const opened: Session[] = []
  class Session {
    readonly number = opened.length
    readonly connections = new Set<string>()
    readonly birth = state
    isOpen = true
    isAlive = (): boolean => this.isOpen
    async closeAllConnections(): Promise<void> {
      state.closes++
      await state.closing
      this.connections.clear()
    }
  }
  const pool = createSessionPool(() => opened[opened.push(new Session()) - 1]!)
  /** Takes a session, opens a connection in it and gives it back. */
  async function use(owner: string): Promise<Session> {
    const { session, release } = await pool.acquire(owner)
    session.connections.add(owner)
    release()
    return session
  }
  return { pool, opened, state, use }
}

describe('the pool of network sessions', () => {
  it('leaves the account that calls most its connections', async () => {
    const { use, state } = setUp()
    await use('shown')
    const own = await use('shown')
    for (let account = 0; account < 10; account++) {
      await use(`${account}`)
      const closes = state.closes
      expect(await use('shown')).toBe(own)
      expect(state.closes).toBe(closes)
    }
  })

  it('never has a session with two owners, nor with the connections of another', async () => {
    const step = fc.record({ owner: fc.nat(5).map(String), givesBack: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { pool, opened } = setUp()
        const leases = new Map<string, Lease<(typeof opened)[number]>>()
        let most = 0
        for (const { owner, givesBack } of steps) {
          const lease = leases.get(owner)
          if (givesBack || lease) {
            lease?.release()
            leases.delete(owner)
            continue
          }
          const taken = await pool.acquire(owner)
          const { connections } = taken.session
          expect([...connections].filter((connection) => connection !== owner)).toEqual([])
          expect([...leases.values()].map(({ session }) => session)).not.toContain(taken.session)
          connections.add(owner)
          leases.set(owner, taken)
          most = Math.max(most, leases.size)
        }
        expect(opened.length).toBeLessThanOrEqual(Math.max(2, most + 1))
      }),
    )
  })

  it('lends a session to one of two that ask while its connections close', async () => {
    const { use, pool, state } = setUp()
    await use('a')
    await use('b')
    let closed = (): void => undefined
    state.closing = new Promise((resolve) => (closed = resolve))
    const leases = Promise.all(['c', 'd', 'e'].map((owner) => pool.acquire(owner)))
    await settled()
    closed()
    const sessions = (await leases).map(({ session }) => session)
    expect(new Set(sessions).size).toBe(3)
  })

  it('lends no session whose connections do not close', async () => {
    const { use, opened, state } = setUp()
    await use('a')
    await use('b')
    state.closing = Promise.reject(new Error('closed'))
    state.closing.catch(() => undefined)
    expect((await use('c')).number).toBe(2)
    state.closing = Promise.resolve()
    await use('d')
    expect(opened.map(({ connections }) => [...connections])).toEqual([['a'], ['d'], ['c']])
  })

  it('lends no session of a network process that ended', async () => {
    const { use, opened } = setUp()
    const first = await use('a')
    first.isOpen = false
    expect(await use('a')).not.toBe(first)
    expect(opened).toHaveLength(2)
  })

  it('closes the connections that an account left', async () => {
    const { use, pool } = setUp()
    const [a, b] = [await use('a'), await use('b')]
    await pool.closeConnectionsOf('a')
    expect([a.connections.size, b.connections.size]).toEqual([0, 1])
    expect(await use('c')).toBe(a)
  })
})
